#include "mercer/cluster.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "embed/kernel_pca.hpp"
#include "embed/ritz.hpp"
#include "embed/spectrum.hpp"
#include "engine/sample.hpp"
#include "front/check.hpp"
#include "front/device_of_run.hpp"
#include "front/mini_batch.hpp"
#include "front/narrow.hpp"
#include "front/order.hpp"
#include "front/run.hpp"
#include "front/sound.hpp"
#include "ground/foot.hpp"
#include "init/init.hpp"
#include "kernels/resolve.hpp"
#include "model/assign.hpp"
#include "model/kind.hpp"
#include "model/tree.hpp"
#include "space/feature_space.hpp"

namespace mercer {

Index Run::restarts() const { return different_starts(options.init, options.clusters, options.restarts); }

std::vector<Labels> Run::starts(Index first) const {
  const HardOptions hard{options.clusters, options.max_iterations, false, weights, options.control};
  return initialise(options.init,
                    {space(), is_precomputed(kernel) ? nullptr : &data, hard, first,
                     std::min(plan.together, restarts() - first), options.seed, options.labels});
}

bool better(double objective, double best) { return objective < best - 1e-10 * std::abs(objective); }

void interrupted_early() {
  throw InterruptedEarly(Fault::failure, "interrupted before there was a first result");
}
void no_result(const Run& run) {
  if (run.stopped()) interrupted_early();
  // Some value of the kernel is not a number: look at all of them to name it.
  constexpr Index together = 64;
  Matrix D2;
  for (Index from = 0; from < run.data.size(); from += together) {
    std::vector<Index> points;
    for (Index i = from; i < std::min(run.data.size(), from + together); ++i) points.push_back(i);
    run.space().to_points(points, D2);
  }
  throw Error(Fault::data,
              "the objective is not finite: kernel values overflow; scale the data (`standardize`) or use "
              "`precision = double`");
}

namespace {

// A sample of a graph has hardly an edge, so all of it is looked at. Adding s to the diagonal adds s (n - k)
// to the objective of any k clusters, and so changes distances but no order among clusterings.
void warn_if_indefinite_graph(Run& run, const std::string& why) {
  const SpectrumEnds ends = ritz_ends(*run.built.gram);
  if (ends.least < -1e-8 * std::max(ends.largest, -ends.least))
    run.warn(
        fmt::format("{}: it has an eigenvalue of {:.4g} (largest {:.4g})", why, ends.least, ends.largest),
        fmt::format("distances can be negative and the objective may rise between iterations; add {:.2g} or "
                    "more to its diagonal; the best clusters stay the best",
                    -1.1 * ends.least));
}

void warn_if_indefinite(Run& run) {
  const std::string why = indefinite_because(run.kernel);
  // Neither components nor similarities mind.
  const Base base = needs_of(run.options).base;
  const bool similarities = base == Base::affinity || base == Base::near_affinity || base == Base::graph;
  if (why.empty() || run.scores.size() > 0 || similarities) return;
  if (run.plan.summary.storage == Storage::sparse) return warn_if_indefinite_graph(run, why);
  const std::vector<Index> sample = spread_sample(run.space().size(), 512);
  Matrix D2;
  run.space().between(sample, sample, D2);
  const Matrix K = centred_kernel(std::move(D2), Vector::Ones(static_cast<Index>(sample.size())));
  const double least = least_eigenvalue(K), most = largest_eigenvalues(K, 1)[0];
  if (least < -1e-8 * std::max(most, -least))
    run.warn(fmt::format("{}: its least eigenvalue{} is {:.4g} (largest {:.4g})", why,
                         run.space().size() > K.rows() ? " on a sample" : "", least, most),
             "distances can be negative and the objective may rise between iterations; prefer a positive "
             "definite kernel");
}

// The training objects, as the kernel needs them for new points.
Known known_objects(Run& run) {
  const Data points = is_precomputed(run.kernel) ? Data() : run.data;
  if (run.built.geodesic) return KnownPaths{points, run.built.widths, std::move(*run.built.geodesic)};
  if (run.built.gaps) return KnownTree{points, tree_model(*run.built.gaps->tree, run.built.gaps->core)};
  if (!is_precomputed(run.kernel)) return KnownPoints{points, run.built.widths};
  if (!std::holds_alternative<Precomputed>(run.kernel)) return KnownMatrix{0};
  return KnownMatrix{constant_self(run.embedded ? run.embedded->diagonal : run.space().self())};
}

// What the model needs beyond the prototypes: the objects behind them, or those that new points ask.
void keep_objects(Run& run) {
  Model& m = run.result.model;
  m.kernel = run.kernel;
  m.precision = run.plan.summary.precision;
  m.columns = run.data.dimensions();
  m.approx = run.plan.summary.approx;
  if (asks_nearest_object(m.method, m.kernel)) {
    ask_nearest_object(m.kind);
    m.labels = run.result.labels;
  }
  const bool needed = run.built.geodesic || is_precomputed(run.kernel) || needs_objects(m.kind);
  if (needed && std::holds_alternative<NothingKnown>(m.known)) m.known = known_objects(run);
}

// The method runs on the projected points. A prototype lies in the span, and so the squared distance of a
// point to it is that of its projection plus the residual, which does not depend on the prototype: it shifts
// the objectives of those methods by a constant whose objective is a sum of squared distances.
void finish_embedded(Run& run) {
  Result& r = run.result;
  const bool shifted = needs_of(run.options).squared_distances;
  const double outside = shifted ? std::max(0.0, run.weights.dot(run.embedded->residual)) : 0;
  r.objective += outside;
  for (double& step : r.history) step += outside;
  for (auto& course : r.courses)
    for (double& step : course) step += outside;
  place_among_features(r.model.kind, std::move(run.embedded->map));
  r.approximation = run.embedded->report;
  r.evaluations = run.embedded->evaluations;
}

void run_options(Run& run) {
  door(method_of(run.options)).run(run);
  if (run.embedded) finish_embedded(run);
  if (run.projection) place_among_components(run.result.model.kind, std::move(*run.projection));
  keep_objects(run);
}

// The method works among the points' first principal components.
void project(Run& run, const PrincipalComponents& choice) {
  if (!run.built.gram)
    refuse("with landmarks there is no kernel matrix whose components could be taken; leave `embed` out");
  const Gram& gram = *run.built.gram;
  const KernelPca pca =
      kernel_pca(gram, choice.dimensions.value(), {.seed = run.options.seed, .control = run.options.control});
  if (run.stopped()) interrupted_early();
  if (pca.values.size() == 0)
    throw Error(Fault::data, "all points coincide in feature space: there is no principal component");
  run.scores = pca.scores();
  run.built.space = std::make_shared<FeatureSpace<double>>(run.scores);
  run.find("kept", {pca.values.sum() / pca.total},
           fmt::format("share of the variance in {} principal components", pca.values.size()));
  run.projection = projection_of(pca, gram);
}

Ask ask_of(const Run& run) {
  const Options& o = run.options;
  const Plan& plan = run.plan.summary;
  const Needs needs = needs_of(o);
  return {.storage = plan.storage,
          .precision = plan.precision,
          .device = plan.device.number,
          .use = needs.base == Base::affinity ? Use::affinity : Use::distances,
          .approx = plan.approx,
          .preimages = prototypes_in_input(method_of(o)),
          .neighbors = needs.neighbors,
          .clusters = o.clusters,
          .weights = &run.weights,
          .seed = o.seed,
          .keep_joins = needs.joins,
          .control = o.control};
}

void prepare(Run& run) {
  run.built = climb(run.data, run.kernel, ask_of(run));
  run.embedded = std::move(run.built.embedded);
  if (run.stopped()) interrupted_early();
  for (Finding& found : run.built.findings) run.result.findings.push_back(std::move(found));
  if (const auto* pca = components_of(run.options.embed)) project(run, *pca);
}

void warn_if_unfinished(Run& run) {
  if (run.result.converged || run.result.interrupted) return;
  const bool batches = batches_of(run.plan.summary.approx) != nullptr;
  run.warn(
      fmt::format("not converged after {} {}", run.result.iterations, batches ? "batches" : "iterations"),
      batches ? "raise batches (`approx = minibatch:batches=N`)" : "raise `max_iterations`");
}

// Ranks take decisions by what they have, and so must have the same.
void check_same_data(const Data& data, const Options& options) {
  const Ranks ranks;
  if (ranks.alone()) return;
  std::uint64_t sum = static_cast<std::uint64_t>(options.clusters) * 31 + options.seed;
  const auto mix = [&](double value) {
    sum = (sum ^ std::bit_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15U;
    sum ^= sum >> 29U;
  };
  data.visit([&]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows(); ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it) {
          mix(static_cast<double>(it.col()));
          mix(it.value());
        }
    } else {
      for (Index i = 0; i < v.rows; ++i)
        for (Index j = 0; j < v.columns; ++j) mix(static_cast<double>(v.row(i)[j]));
    }
  });
  const auto all = ranks.gather_list<std::uint64_t>({sum});
  for (std::size_t r = 1; r < all.size(); ++r)
    if (all[r] != all[0])
      throw Error(Fault::data, fmt::format("rank {} has other data, clusters or seed than rank 0; give all "
                                           "ranks the same",
                                           r));
}

Result cluster_as_ordered(const Data& data, const Options& asked, Order order,
                          const NumberEvidence* found = nullptr) {
  const Foot foot = foot_of(data, asked.kernel, memory_budget(asked), asked.control);
  const Options& options = order.options;
  check_data(foot.data, options);
  const DeviceOfRun device(order.plan.summary.device.number);
  Run run{foot.data,
          options,
          resolve(options.kernel, foot.data, options.weights),
          std::move(order.plan),
          {},
          options.weights,
          {}};
  run.found = found;
  if (run.weights.size() == 0) run.weights = Vector::Ones(data.size());
  if (auto* geodesic = std::get_if<Geodesic>(&run.kernel); geodesic && run.plan.landmarks > 0)
    geodesic->landmarks = run.plan.landmarks;
  // The kernel, then the method.
  constexpr std::int64_t parts = 10;
  Progress whole = Progress::whole(options.control, parts);
  prepare(run);
  warn_if_indefinite(run);
  whole.done();
  whole.expect(parts - 1);
  if (const auto* batches = batches_of(run.plan.summary.approx))
    run_mini_batch(
        {run.data, options, run.kernel, *run.built.gram, run.weights, *batches, run.plan.summary.precision},
        run.result);
  else
    run_options(run);
  if (!run.stopped()) require_sound(run);
  if (is_replaced(asked.kernel)) run.result.model.kernel = asked.kernel;
  run.result.plan = run.plan.summary;
  if (run.built.gram) run.result.evaluations += run.built.gram->evaluations();
  run.result.device = device.use(run.built.device.get());
  const auto evaluations = Ranks().gather_list<std::uint64_t>({run.result.evaluations});
  run.result.evaluations = std::accumulate(evaluations.begin(), evaluations.end(), std::uint64_t{0});
  run.result.interrupted = run.stopped();
  warn_if_unfinished(run);
  if (run.result.interrupted) return std::move(run.result);
  warn_if_narrow(run);
  if (!is_replaced(asked.kernel)) warn_if_relabelled(run);
  return std::move(run.result);
}

Result cluster_here(const Data& data, const Options& asked) {
  check_same_data(data, asked);
  if (!asked.tune.empty()) return cluster_tuned(data, asked);
  if (leaves_clusters_open(asked)) return cluster_with_suggestion(data, asked);
  const ThreadScope scope(std::max(0, asked.threads));
  Order order = order_of(data, asked);
  return or_processor(
      is_unasked(asked.device, order.plan.summary.device.number),
      [&] { return cluster_as_ordered(data, asked, std::move(order)); },
      [&](const std::string& why) {
        Options here = asked;
        here.device.where = DeviceChoice::Where::cpu;
        Result result = cluster_as_ordered(data, here, order_of(data, here));
        result.warnings.insert(result.warnings.begin(), without_device(why));
        return result;
      });
}

}  // namespace

Result cluster_as_found(const Data& data, const Options& options, const NumberEvidence& found) {
  const ThreadScope scope(std::max(0, options.threads));
  return cluster_as_ordered(data, options, order_of(data, options), &found);
}

Result cluster(const Data& data, const Options& asked) {
  if (asked.communicator) {
    const Together all(*asked.communicator);
    Options options = asked;
    options.communicator = nullptr;
    return together([&] { return cluster(data, options); });
  }
  if (Ranks().alone()) return cluster_here(data, asked);
  Options options = asked;
  const Agreed agreed(options.control);
  return cluster_here(data, options);
}

}  // namespace mercer
