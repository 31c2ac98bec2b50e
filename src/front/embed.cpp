#include "mercer/embed.hpp"

#include <fmt/format.h>

#include "beyond/spectral.hpp"
#include "core/parallel.hpp"
#include "embed/kernel_pca.hpp"
#include "front/check.hpp"
#include "front/device_of_run.hpp"
#include "front/order.hpp"
#include "front/run.hpp"
#include "ground/foot.hpp"
#include "kernels/resolve.hpp"
#include "model/parameters.hpp"
#include "model/tree.hpp"

namespace mercer {
namespace {

// As spectral clustering with that many clusters, which needs the same of the kernel matrix. (But paths are
// an affinity there, and their components are those of a kernel.)
Options as_clustering(const EmbedOptions& o, const Kernel& kernel) {
  const SpectralCoordinates* spectral = walk_of(o.method);
  const bool paths = comes_whole(kernel) && !spectral;
  return {
      .clusters = paths ? 1 : o.dimensions,  // one piece: coordinates of two would tell nothing
      .method = paths ? Method(Hard{}) : Method(Spectral{.neighbors = spectral ? spectral->neighbors : 0}),
      .kernel = is_none(kernel) ? Kernel(Linear{}) : kernel,
      .restarts = 1,
      .precision = o.precision,
      .storage = paths ? Holding::stored : o.storage,
      .device = o.device,
      .memory = o.memory,
      .threads = o.threads,
      .seed = o.seed,
      .control = o.control};
}

void check_embedding(const Data& data, const EmbedOptions& o, const Options& same) {
  if (data.size() == 0) throw Error(Fault::data, "there are no points");
  if (o.dimensions < 1) refuse(fmt::format("dimensions = {} must be at least 1", o.dimensions));
  if (o.dimensions >= data.size() && o.dimensions > 1)
    refuse(fmt::format("dimensions = {} must be less than the {} points; lower dimensions", o.dimensions,
                       data.size()));
  check_threads(o.threads);
  if (walk_of(o.method)) check_options(shape_of(data), same);
}

void by_components(const Gram& gram, const EmbedOptions& o, EmbedResult& out) {
  const KernelPca pca = kernel_pca(gram, o.dimensions, {.seed = o.seed, .control = o.control});
  if (o.control && o.control->stop) interrupted_early();
  if (!pca.converged)
    out.warnings.push_back({"the axes are not accurate", "the kernel has no clear gap after them; widen it"});
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
void by_walk(const Ground& built, const EmbedOptions& o, EmbedResult& out) {
  const Affinity affinity = affinity_of(built.gram, built.graph, o.control);
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

EmbedResult embed_as_planned(const Data& data, const EmbedOptions& options, const Foot& foot,
                             const Options& same, const Plan& plan) {
  const SpectralCoordinates* walk = walk_of(options.method);
  const Kernel kernel = resolve(same.kernel, foot.data);
  EmbedResult out;
  out.plan = plan;
  const DeviceOfRun device(plan.device.number);
  const Ground built = climb(foot.data, kernel,
                             {.storage = plan.storage,
                              .precision = plan.precision,
                              .device = plan.device.number,
                              .use = walk                  ? Use::affinity
                                     : comes_whole(kernel) ? Use::distances
                                                           : Use::values,
                              .neighbors = walk ? walk->neighbors : 0,
                              .clusters = same.clusters,
                              .control = options.control});
  if (options.control && options.control->stop) interrupted_early();
  if (walk)
    by_walk(built, options, out);
  else
    by_components(*built.gram, options, out);
  out.device = device.use(built.device.get());
  EmbedModel& m = out.model;
  m.method = options.method;
  m.kernel = is_replaced(options.kernel) ? options.kernel : kernel;
  m.precision = out.plan.precision;
  m.columns = data.dimensions();
  const Data points = is_precomputed(kernel) ? Data() : data;
  if (built.geodesic)
    m.known = KnownPaths{points, built.widths, *built.geodesic};
  else if (built.gaps)
    m.known = KnownTree{points, tree_model(*built.gaps->tree, built.gaps->core)};
  else if (is_precomputed(kernel))
    m.known = KnownMatrix{};
  else
    m.known = KnownPoints{points, built.widths};
  return out;
}

}  // namespace

EmbedResult embed(const Data& data, const EmbedOptions& asked) {
  EmbedOptions options = asked;
  const Agreed agreed(options.control);
  const ThreadScope scope(std::max(0, options.threads));
  const Foot foot = foot_of(data, options.kernel, memory_budget({.memory = options.memory}), options.control);
  Options same = as_clustering(options, foot.kernel);
  check_embedding(foot.data, options, same);
  Options one = same;
  one.clusters = 1;
  if (!walk_of(options.method)) one.method = Hard{};
  check_data(foot.data, one);
  const auto planned = [&] { return make_plan(shape_of(foot.data), same).summary; };
  const Plan plan = planned();
  return or_processor(
      is_unasked(same.device, plan.device.number),
      [&] { return embed_as_planned(data, options, foot, same, plan); },
      [&](const std::string& why) {
        same.device.where = DeviceChoice::Where::cpu;
        EmbedResult out = embed_as_planned(data, options, foot, same, planned());
        out.warnings.insert(out.warnings.begin(), without_device(why));
        return out;
      });
}

}  // namespace mercer
