#include "mercer/embed.hpp"

#include <fmt/format.h>

#include "beyond/spectral.hpp"
#include "core/parallel.hpp"
#include "embed/kernel_pca.hpp"
#include "front/check.hpp"
#include "front/check_beyond.hpp"
#include "front/run.hpp"
#include "front/vertices.hpp"
#include "kernels/resolve.hpp"
#include "model/tree.hpp"

namespace mercer {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

// As spectral clustering with that many clusters, which needs the same of the kernel matrix. (But paths are
// an affinity there, and their components are those of a kernel.)
Options as_clustering(const EmbedOptions& o) {
  const auto* spectral = std::get_if<SpectralCoordinates>(&o.method);
  const bool paths = comes_whole(o.kernel) && !spectral;
  return {
      .clusters = paths ? 1 : o.dimensions,  // one piece: coordinates of two would tell nothing
      .method = paths ? Method(Hard{}) : Method(Spectral{.neighbors = spectral ? spectral->neighbors : 0}),
      .kernel = std::holds_alternative<NoKernel>(o.kernel) ? Kernel(Linear{}) : o.kernel,
      .restarts = 1,
      .precision = o.precision,
      .storage = paths ? Holding::stored : o.storage,
      .memory = o.memory,
      .threads = o.threads,
      .seed = o.seed,
      .control = o.control};
}

void check(const Data& data, const EmbedOptions& o, const Options& same) {
  if (data.size() == 0) throw Error(Fault::data, "there are no points");
  if (o.dimensions < 1) refuse(fmt::format("dimensions = {} must be at least 1", o.dimensions));
  if (o.dimensions >= data.size() && o.dimensions > 1)
    refuse(fmt::format("dimensions = {} must be less than the {} points; lower dimensions", o.dimensions,
                       data.size()));
  if (o.threads < 0) refuse(fmt::format("threads = {} must be 0 (all cores) or more", o.threads));
  if (std::holds_alternative<SpectralCoordinates>(o.method)) {
    check_beyond(data, same);
    if (is_precomputed(same.kernel)) check_given_beyond(data, same);
  }
}

void by_components(const Gram& gram, const EmbedOptions& o, EmbedResult& out) {
  const KernelPca pca = kernel_pca(gram, o.dimensions, {.seed = o.seed, .control = o.control});
  if (o.control && o.control->stop) interrupted_early();
  if (!pca.converged)
    out.warnings.push_back(
        {"the axes are not accurate", "the kernel has no clear gap behind them; widen it"});
  if (pca.values.size() < o.dimensions)
    out.warnings.push_back(
        {fmt::format("the points have {} axes in feature space, not {}", pca.values.size(), o.dimensions),
         "ask for fewer dimensions, or change the kernel"});
  out.coordinates = pca.scores();
  out.values = pca.values;
  out.total = pca.total;
  Projection map = projection_of(pca, gram);
  out.model.coefficients = std::move(map.coefficients);
  out.model.shift = std::move(map.shift);
}

// The first eigenvector of the walk is constant and says nothing.
void by_walk(const Built& built, const EmbedOptions& o, EmbedResult& out) {
  const Affinity affinity = affinity_of(built.gram, built.graph);
  if (o.control && o.control->stop) interrupted_early();
  const SpectralEmbedding found = spectral_embedding(
      affinity, o.dimensions + 1, {.tolerance = 1e-7, .seed = o.seed, .control = o.control});
  if (o.control && o.control->stop) interrupted_early();
  if (!found.converged)
    out.warnings.push_back({"the eigenvectors are not accurate", "raise neighbors, or change the kernel"});
  out.coordinates =
      spectral_features(SpectralVariant::shi_malik, found.vectors, affinity.degree).rightCols(o.dimensions);
  out.values = found.values.segment(1, o.dimensions);
  out.model.coefficients = spectral_map(found, affinity.degree).coefficients.rightCols(o.dimensions);
}

}  // namespace

EmbedResult embed(const Data& data, const EmbedOptions& options) {
  if (const auto* diffusion = std::get_if<Diffusion>(&options.kernel)) {
    const ThreadScope scope(options.threads);
    EmbedOptions among = options;
    among.kernel = Precomputed{};
    EmbedResult out = embed(vertex_kernel(data, *diffusion, options.memory, options.control), among);
    out.model.kernel = *diffusion;
    return out;
  }
  const Options same = as_clustering(options);
  check(data, options, same);
  const ThreadScope scope(options.threads);
  Options one = same;
  one.clusters = 1;
  one.method = Hard{};
  check_data(data, one);
  EmbedResult out;
  const Kernel kernel = resolve(same.kernel, data);
  out.plan = make_plan(data, same).summary;
  const Built built = build(data, kernel, same, out.plan, options.control);
  if (options.control && options.control->stop) interrupted_early();
  if (std::holds_alternative<PcaCoordinates>(options.method))
    by_components(*built.gram, options, out);
  else
    by_walk(built, options, out);
  EmbedModel& m = out.model;
  m.method = options.method;
  m.kernel = kernel;
  m.precision = out.plan.precision;
  m.columns = data.dimensions();
  const Data points = is_precomputed(kernel) ? Data() : data;
  if (built.geodesic)
    m.known = KnownPaths{points, built.widths, *built.geodesic};
  else if (built.paths)
    m.known = KnownTree{points, tree_model(*built.paths->tree, built.paths->core)};
  else if (is_precomputed(kernel))
    m.known = KnownMatrix{};
  else
    m.known = KnownPoints{points, built.widths};
  return out;
}

}  // namespace mercer
