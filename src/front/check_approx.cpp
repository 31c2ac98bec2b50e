// What approximations are refused.
#include <fmt/format.h>

#include "core/refuse.hpp"
#include "embed/feature_map.hpp"
#include "front/check.hpp"
#include "front/method.hpp"
#include "kernels/resolve.hpp"

namespace mercer {
namespace {

void check(const Exact&, const Shape&, const Options&) {}
void check(const AutoApprox&, const Shape&, const Options&) {}

// Features and batches come from a kernel of two points, or from a matrix that is given.
void require_feature_space(const std::string& name, const Options& o) {
  const KernelSource source = source_of(o.kernel);
  if (source == KernelSource::paths || source == KernelSource::tree)
    refuse(
        fmt::format("{} can't be used with the {} kernel, which needs all data at once; leave `approx` "
                    "out{}",
                    name, choice_name(o.kernel),
                    source == KernelSource::paths ? ", or name landmarks: geodesic:landmarks=1000" : ""));
  if (is_none(o.kernel))
    refuse(name + " approximates a kernel, and there is none; name one (`kernel`) or leave `approx` out");
  if (prototypes_in_input(method_of(o)))
    refuse("prototypes = input needs no approximation; leave `approx` out");
  if (is_local(o.kernel))
    refuse(name +
           " can't be used with gaussian:local, whose widths need all training points; use gaussian "
           "with one width, or leave `approx` out");
}

void check(const Nystrom& choice, const Shape& shape, const Options& o) {
  require_feature_space("nystrom", o);
  if (std::holds_alternative<Dissimilarity>(o.kernel))
    refuse(
        "nystrom needs a positive definite kernel, and -d^power / 2 is only conditionally so; give a kernel "
        "matrix (`kernel = precomputed`), use `approx = minibatch`, or leave `approx` out");
  if (!std::holds_alternative<Precomputed>(o.kernel))
    if (const std::string why = indefinite_because(o.kernel); !why.empty())
      refuse("nystrom needs a positive definite kernel, and " + why +
             "; use `approx = minibatch`, or leave `approx` out");
  if (!choice.landmarks) return;
  if (*choice.landmarks > shape.points)
    refuse(fmt::format("nystrom: landmarks = {} exceeds {} points; lower landmarks", *choice.landmarks,
                       shape.points));
}

void check(const RandomFeatures&, const Shape&, const Options& o) {
  require_feature_space("rff", o);
  if (!has_random_features(o.kernel))
    refuse(
        fmt::format("rff works with the kernels gaussian and laplacian, not with {}; use `approx = nystrom`",
                    choice_name(o.kernel)));
}

void check(const MiniBatch& choice, const Shape&, const Options& o) {
  require_feature_space("minibatch", o);
  if (!needs_of(o).batches)
    refuse("minibatch works with method kmeans; use `approx = nystrom` for soft methods");
  if (swaps_of(o.search))
    refuse("minibatch takes no search, which needs all points at every step; leave `search` out");
  if (needs_all_points(o.init))
    refuse(fmt::format("minibatch can't start from init = {}, which needs all points; use kernel++",
                       format_choice(o.init)));
  if (choice.size < o.clusters)
    refuse(fmt::format("minibatch: size = {} is less than the {} clusters; raise size", choice.size,
                       o.clusters));
}

}  // namespace

void check_approx(const Shape& shape, const Options& o) {
  const Base base = needs_of(o).base;
  const bool taken = base == Base::space || (base == Base::affinity && gives_features(o.approx));
  if (!is_exact(o.approx) && !taken)
    refuse(fmt::format("method {} has no approximation '{}'; leave `approx` out", choice_name(method_of(o)),
                       format_choice(o.approx)));
  std::visit([&](const auto& choice) { check(choice, shape, o); }, o.approx);
}

}  // namespace mercer
