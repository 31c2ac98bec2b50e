#include "mercer/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/parallel.hpp"
#include "embed/ritz.hpp"
#include "embed/spectrum.hpp"
#include "engine/fit.hpp"
#include "engine/stiffness.hpp"
#include "front/approximate.hpp"
#include "front/check.hpp"
#include "front/plan.hpp"
#include "front/spaces.hpp"
#include "init/init.hpp"
#include "kernels/resolve.hpp"
#include "model/assign.hpp"
#include "search/swap.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// Everything that one clustering carries from step to step.
struct Run {
  const Data& data;
  const Options& options;
  Kernel kernel;
  FullPlan plan;
  Built built;
  Vector weights;
  Result result;
  std::optional<Embedded> embedded = {};

  const Space& space() const { return *built.space; }
  bool stopped() const { return options.control && options.control->stop; }
  void warn(std::string what, std::string remedy) {
    result.warnings.push_back({std::move(what), std::move(remedy)});
  }

  Index restarts() const { return different_starts(options.init, options.clusters, options.restarts); }
  // Labels of the starts from number `first` on, as many as are run together.
  std::vector<Labels> starts(Index first) const {
    const HardOptions hard{options.clusters, options.max_iterations, false, weights, options.control};
    return initialise(options.init,
                      {space(), is_precomputed(kernel) ? nullptr : &data, hard, first,
                       std::min(plan.together, restarts() - first), options.seed, options.labels});
  }
};

// Lower by more than rounding: among equal starts the first one wins, so that labels don't depend on the last
// bit.
bool better(double objective, double best) { return objective < best - 1e-10 * std::abs(objective); }

[[noreturn]] void interrupted_early() {
  throw Error(Fault::failure, "interrupted before there was a first result");
}
[[noreturn]] void no_result(const Run& run) {
  if (run.stopped()) interrupted_early();
  // Some value of the kernel is no number: looking at all of them names it.
  constexpr Index together = 64;
  Matrix D2;
  for (Index from = 0; from < run.data.size(); from += together) {
    std::vector<Index> points;
    for (Index i = from; i < std::min(run.data.size(), from + together); ++i) points.push_back(i);
    run.space().to_points(points, D2);
  }
  throw Error(Fault::data,
              "the objective is not finite: kernel values overflow; scale the data (--standardize) or use "
              "--precision double");
}

// One start of many, with its prototypes.
HardState one_start(const Space& space, const HardState& state, Index start, Index clusters) {
  std::vector<Index> columns;
  for (Index j = 0; j < clusters; ++j) columns.push_back(start * clusters + j);
  HardState one;
  one.starts = {state.starts[static_cast<std::size_t>(start)]};
  one.prototypes = space.select(state.prototypes, columns);
  for (Index j : columns) one.members.push_back(state.members[static_cast<std::size_t>(j)]);
  one.total = state.total;
  one.moved = state.moved;
  return one;
}

// A sample of a graph has hardly an edge, so all of it is looked at. Adding s to the diagonal adds s (n - k)
// to the objective of any k clusters, and so changes distances but no order among clusterings.
void warn_if_indefinite_graph(Run& run, const std::string& why) {
  const SpectrumEnds ends = ritz_ends(*run.built.gram);
  if (ends.least < -1e-8 * std::max(ends.largest, -ends.least))
    run.warn(
        fmt::format("{}: it has an eigenvalue of {:.4g} (largest {:.4g})", why, ends.least, ends.largest),
        fmt::format("distances can be negative and the objective may rise between iterations; add {:.2g} or "
                    "more to its diagonal, which favours no clustering over another",
                    -1.1 * ends.least));
}

void warn_if_indefinite(Run& run) {
  const std::string why = indefinite_because(run.kernel);
  if (why.empty()) return;
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

// What the model of a feature or input space needs beyond the prototypes' mass and norm.
void keep_points(Run& run) {
  Model& m = run.result.model;
  m.kernel = run.kernel;
  m.precision = run.plan.summary.precision;
  m.columns = run.data.dimensions();
  m.widths = run.built.widths;
  m.approx = run.plan.summary.approx;
  if (run.embedded && is_precomputed(run.kernel)) m.self = constant_self(run.embedded->diagonal);
  if (run.plan.summary.storage == Storage::vectors || run.embedded) return;
  if (!is_precomputed(run.kernel)) m.points = run.data;
  if (run.options.weights.size() > 0 && std::holds_alternative<Hard>(m.method)) m.weights = run.weights;
  if (std::holds_alternative<Precomputed>(run.kernel)) m.self = constant_self(run.space().self());
}

void finish_hard(Run& run, const HardStart& best) {
  Result& r = run.result;
  r.labels = best.labels;
  r.objective = std::max(0.0, best.objective);
  if (best.objective < 0 && !indefinite_because(run.kernel).empty()) r.objective = best.objective;
  r.iterations = best.iterations;
  r.converged = best.converged;
  r.reseeded = best.reseeded;
  r.history = best.history;
  r.model.mass = best.mass;
  r.model.norm = best.norm;
  if (const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space())) {
    const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
    r.model.prototypes = vectors->means(assemble(*vectors, {best.labels}, hard).prototypes);
    r.model.centre = vectors->centre();
  } else {
    r.model.labels = best.labels;
  }
}

// Never fewer clusters in silence.
void require_all_clusters(const Run& run, const HardState& state) {
  const auto empty = std::count(state.members.begin(), state.members.end(), Index{0});
  if (empty > 0 && !run.stopped())
    throw Error(Fault::usage,
                fmt::format("{} of {} clusters stay empty; lower clusters, or change the kernel or the start",
                            empty, run.options.clusters));
}

void run_hard(Run& run, const Hard& method) {
  const Options& o = run.options;
  const HardOptions hard{o.clusters, o.max_iterations, method.refine, run.weights, o.control};
  HardState best;
  for (Index first = 0; first < run.restarts() && (first == 0 || !run.stopped());
       first += run.plan.together) {
    HardState state = assemble(run.space(), run.starts(first), hard);
    optimise(run.space(), state, hard);
    for (std::size_t s = 0; s < state.starts.size(); ++s) {
      ++run.result.restarts;
      if (best.starts.empty() || better(state.starts[s].objective, best.starts[0].objective))
        best = one_start(run.space(), state, static_cast<Index>(s), o.clusters);
    }
  }
  if (!std::isfinite(best.starts[0].objective)) no_result(run);
  require_all_clusters(run, best);
  if (const auto* swap = std::get_if<Swap>(&o.search); swap && !run.stopped())
    swap_search(run.space(), best, swap->trials, o.seed, hard);
  finish_hard(run, best.starts[0]);
}

// The stiffness, when it was left to us; a given one below the critical value is named.
void resolve_stiffness(Run& run, Softmax& method) {
  if (run.options.clusters == 1) {
    if (!method.beta) method.beta = 1;
    return;
  }
  const Stiffness s = stiffness(run.space(), run.options.clusters, run.weights);
  if (!method.beta)
    method.beta = s.chosen;
  else if (*method.beta < s.critical)
    run.warn(
        fmt::format("beta = {:.4g} is below the critical stiffness {:.4g}: all responsibilities become equal",
                    *method.beta, s.critical),
        fmt::format("leave beta out (auto takes {:.4g}) or raise it", s.chosen));
}

Matrix one_hot(const std::vector<Labels>& labels, Index clusters) {
  const auto n = static_cast<Index>(labels.front().size());
  Matrix W = Matrix::Zero(n, clusters * static_cast<Index>(labels.size()));
  for (std::size_t s = 0; s < labels.size(); ++s)
    for (Index i = 0; i < n; ++i)
      W(i, static_cast<Index>(s) * clusters + labels[s][static_cast<std::size_t>(i)]) = 1;
  return W;
}

// A soft prototype may end where no point is nearest to it, or upon another one.
void warn_if_fewer(Run& run) {
  std::vector<bool> used(static_cast<std::size_t>(run.options.clusters));
  for (int label : run.result.labels) used[static_cast<std::size_t>(label)] = true;
  const auto found = std::count(used.begin(), used.end(), true);
  if (found < run.options.clusters)
    run.warn(
        fmt::format("only {} of {} clusters are nearest to any point: prototypes coincide or stand aside",
                    found, run.options.clusters),
        "raise the stiffness beta, or ask for fewer clusters");
}

// Memberships and labels are those that the prototypes of the final weights give: what `predict` gives them
// too.
void finish_soft(Run& run, const Method& method, const Fit& best) {
  Result& r = run.result;
  r.objective = best.energy;
  r.iterations = best.iterations;
  r.converged = best.converged;
  r.history = best.history;
  const Matrix W = run.weights.asDiagonal() * best.weights;
  if (run.built.gram)
    run.built.gram->control = nullptr;  // a stop must not leave this last product incomplete
  Prototypes P = best.prototypes;
  run.space().place(W, P);
  const Matrix D2 = all_distances(run.space(), P);
  r.memberships = memberships_of(method, D2);
  r.model.mass = P.mass;
  r.model.norm = P.norm;
  r.labels = nearest_labels(D2, run.space().self(), prototype_norms(r.model), run.space().epsilon());
  if (const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space())) {
    r.model.prototypes = vectors->means(P);
    r.model.centre = vectors->centre();
  } else {
    r.model.coefficients = W;
    r.model.labels = r.labels;
  }
  warn_if_fewer(run);
}

// A soft prototype needs a point to start from.
void fill_starts(const Run& run, std::vector<Labels>& starts) {
  const HardOptions hard{run.options.clusters, 1, false, run.weights, run.options.control};
  for (Labels& labels : starts) {
    const std::set<int> used(labels.begin(), labels.end());
    if (static_cast<Index>(used.size()) == run.options.clusters) continue;
    HardState state = assemble(run.space(), {labels}, hard);
    if (run.stopped()) return;
    fill_empty(run.space(), state, 0, hard);
    labels = state.starts[0].labels;
  }
}

template <WeightRule Rule>
void run_soft(Run& run, const Rule& rule) {
  const Options& o = run.options;
  const FitOptions options{.clusters = o.clusters,
                           .max_iterations = o.max_iterations,
                           .weights = run.weights,
                           .control = o.control};
  Fit best;
  best.energy = std::numeric_limits<double>::infinity();
  for (Index first = 0; first < run.restarts() && (first == 0 || !run.stopped());
       first += run.plan.together) {
    auto labels = run.starts(first);
    fill_starts(run, labels);
    for (auto& f : fit(run.space(), rule, one_hot(labels, o.clusters), options)) {
      ++run.result.restarts;
      if (f.iterations > 0 && better(f.energy, best.energy)) best = std::move(f);
    }
  }
  if (best.weights.size() == 0) no_result(run);
  finish_soft(run, rule, best);
}

void run_method(Run& run, Hard method) {
  run.result.model.method = method;
  run_hard(run, method);
}
void run_method(Run& run, Softmax method) {
  resolve_stiffness(run, method);
  run.result.model.method = method;
  run_soft(run, method);
}

// The method runs on the projected points. A prototype lies in the span, and so the squared distance of a
// point to it is that of its projection plus the residual, which is no prototype's business: it shifts the
// objectives of hard and soft k-means by a constant.
void finish_embedded(Run& run) {
  Result& r = run.result;
  const bool shifted =
      std::holds_alternative<Hard>(run.options.method) || std::holds_alternative<Softmax>(run.options.method);
  const double outside = shifted ? std::max(0.0, run.weights.dot(run.embedded->residual)) : 0;
  r.objective += outside;
  for (double& step : r.history) step += outside;
  r.model.map = std::move(run.embedded->map);
  r.approximation = run.embedded->report;
  r.evaluations = run.embedded->evaluations;
}

void run_options(Run& run) {
  std::visit([&](const auto& method) { run_method(run, method); }, run.options.method);
  if (run.embedded) finish_embedded(run);
  keep_points(run);
}

void prepare(Run& run) {
  const Options& o = run.options;
  const Plan& plan = run.plan.summary;
  if (plan.storage == Storage::features) {
    run.embedded = embed_training(run.data, run.kernel, plan, run.weights, o.seed, o.control);
    run.built.space = run.embedded->space;
  } else {
    run.built = build(run.data, run.kernel, o.method, plan, o.control);
  }
  if (run.stopped()) interrupted_early();
}

void warn_if_unfinished(Run& run) {
  if (run.result.converged || run.result.interrupted) return;
  const bool batches = std::holds_alternative<MiniBatch>(run.plan.summary.approx);
  run.warn(
      fmt::format("not converged after {} {}", run.result.iterations, batches ? "batches" : "iterations"),
      batches ? "raise batches (--approx minibatch:batches=N)" : "raise max_iterations (--max-iterations)");
}

}  // namespace

Result cluster(const Data& data, const Options& options) {
  check_options(data, options);
  const ThreadScope scope(options.threads);
  check_data(data, options);
  Run run{data, options, resolve(options.kernel, data), make_plan(data, options), {}, options.weights, {}};
  if (run.weights.size() == 0) run.weights = Vector::Ones(data.size());
  prepare(run);
  warn_if_indefinite(run);
  if (const auto* batches = std::get_if<MiniBatch>(&run.plan.summary.approx))
    run_mini_batch(
        {data, options, run.kernel, *run.built.gram, run.weights, *batches, run.plan.summary.precision},
        run.result);
  else
    run_options(run);
  run.result.plan = run.plan.summary;
  if (run.built.gram) run.result.evaluations += run.built.gram->evaluations();
  run.result.interrupted = run.stopped();
  warn_if_unfinished(run);
  return std::move(run.result);
}

}  // namespace mercer
