// Methods on the tree of gaps, and Ward: what they are given, and the result that all of them leave.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "beyond/linkage.hpp"
#include "beyond/partition.hpp"
#include "beyond/tree_cut.hpp"
#include "front/run.hpp"
#include "graph/dendrogram.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

const Ultrametric& tree_of(const Run& run) { return *run.built.paths->tree; }

// Points that a gap parts.
Index distinct_points(const Run& run) {
  const auto& edges = run.built.paths->edges;
  return 1 + std::count_if(edges.begin(), edges.end(), [](const Edge& edge) { return edge.weight > 0; });
}

// Two points at least, and clusters for as many as are apart: a given matrix, and the larger numbers of a
// range, have not been looked at before.
void require_distinct(const Run& run) {
  if (run.data.size() < 2) throw Error(Fault::data, "one point has no neighbour to join; give at least two");
  if (!run.built.paths) return;
  const Index distinct = distinct_points(run);
  const Index most = std::max(run.options.clusters, run.options.most_clusters);
  if (distinct < most)
    throw Error(Fault::usage,
                fmt::format("clusters = {} exceeds the {} distinct points; lower clusters", most, distinct));
}

// Labels, objective and model of clusters on a tree. |sum of phi|^2 = mass^2 (diameter - within) / 2.
void finish_on_tree(Run& run, Labels labels) {
  number_by_first(labels);
  Result& r = run.result;
  const Index clusters = labels.empty() ? 0 : 1 + *std::max_element(labels.begin(), labels.end());
  const Ultrametric& tree = tree_of(run);
  const PartitionCost cost = partition_cost(tree, run.weights, labels, clusters);
  r.objective = 0.5 * cost.cost();
  r.model.mass = cost.mass;
  r.model.norm = 0.5 * cost.mass.array().square() * (tree.diameter() - cost.within.array());
  r.model.method = run.options.method;
  r.model.kind = kinds::Expansion{{}, run.options.weights};
  r.model.labels = labels;
  r.labels = std::move(labels);
  r.converged = true;
  r.restarts = 1;
  r.history = {r.objective};
  // The gap between a point and the others: the branch above it.
  r.outlier_scores.resize(run.data.size());
  for (Index i = 0; i < run.data.size(); ++i)
    r.outlier_scores[i] = tree.branch(static_cast<std::size_t>(tree.node_of[static_cast<std::size_t>(i)]));
}

TreeCutOptions cut_options(const Run& run, Index clusters) {
  return {
      .clusters = clusters, .seed = run.options.seed, .weights = run.weights, .control = run.options.control};
}

// None where they are not asked for.
CostBounds bounds_of(Run& run, bool wanted, Index most) {
  if (!wanted || run.stopped()) return {};
  CostBounds bounds = cost_bounds(tree_of(run), cut_options(run, most), most);
  if (most > 1 && bounds.sums.empty() && !run.stopped())
    run.warn("the certificate was left out: its eigenvalues did not converge",
             "certificate=off does without them");
  return bounds;
}

// One fit for each number of clusters, from one less to one more than asked for: a number stands out when its
// last cluster gained much more than the next one would.
Index suggest_clusters(Run& run, const CostBounds& bounds, std::vector<TreeCutFit>& fits) {
  const Options& o = run.options;
  const Index from = std::max<Index>(1, o.clusters - 1),
              to = std::min(distinct_points(run), o.most_clusters + 1);
  std::vector<double> cost;
  for (Index k = from; k <= to; ++k) {
    fits.push_back(tree_cut(tree_of(run), cut_options(run, k)));
    cost.push_back(fits.back().cost);
  }
  const double least = 1e-9 * std::max(bounds.whole, cost.front());
  Index best = o.clusters;
  double most = -1;
  for (Index k = o.clusters; k <= o.most_clusters; ++k) {
    const auto at = static_cast<std::size_t>(k - from);
    const bool inner = at > 0 && at + 1 < cost.size();
    const double step = inner ? (cost[at - 1] - cost[at]) / std::max(least, cost[at] - cost[at + 1]) : 0;
    run.result.counts.push_back({k, cost[at], bounds.at(k), step});
    if (step > most) {
      most = step;
      best = k;
    }
  }
  return best;
}

void report(Run& run, const TreeCutFit& fit, double cost, const CostBounds& bounds, Index clusters) {
  run.find("cost", {cost},
           "of the cut: sum over clusters of their pairs' gaps / size, twice its k-means objective");
  run.find("guarantee", {fit.guarantee},
           "cost of the exact k-medians, which is at most twice the least possible");
  if (const double bound = bounds.at(clusters); bound > 0)
    run.find(
        "certificate", {cost / bound},
        fmt::format("the cost is at most this many times the least possible, by a bound of {:.6g}", bound));
}

}  // namespace

void run_method(Run& run, TreeCut method) {
  require_distinct(run);
  const Index most = std::max(run.options.clusters, run.options.most_clusters);
  const CostBounds bounds = bounds_of(run, method.certificate, most);
  TreeCutFit fit;
  if (run.options.most_clusters > 0) {
    std::vector<TreeCutFit> fits;
    const Index best = suggest_clusters(run, bounds, fits);
    fit = std::move(fits[static_cast<std::size_t>(best - std::max<Index>(1, run.options.clusters - 1))]);
    run.options.clusters = best;
  } else {
    fit = tree_cut(tree_of(run), cut_options(run, run.options.clusters));
  }
  const double cut_cost = fit.cost;
  const bool attached =
      method.attach != Attach::off &&
      attach_to_cores(run.built.paths->edges, method.attach == Attach::automatic, fit.labels);
  run.result.iterations = fit.iterations;
  finish_on_tree(run, std::move(fit.labels));
  report(run, fit, cut_cost, bounds, run.options.clusters);
  run.find("attached", {attached ? 1.0 : 0.0},
           "1: stray points were labelled from the cores of the clusters");
}

void run_method(Run& run, SingleLinkage) {
  require_distinct(run);
  run.result.dendrogram = single_linkage(run.built.paths->edges);
  finish_on_tree(run, cut(*run.result.dendrogram, run.options.clusters));
}

void run_method(Run& run, Genie method) {
  require_distinct(run);
  run.result.dendrogram = genie(run.built.paths->edges, method.g);
  finish_on_tree(run, cut(*run.result.dendrogram, run.options.clusters));
}

void run_method(Run& run, Hdbscan method) {
  require_distinct(run);
  run.result.dendrogram = single_linkage(run.built.paths->edges);
  finish_on_tree(run, persistent_clusters(tree_of(run), method.min_size));
  const auto noise = std::count(run.result.labels.begin(), run.result.labels.end(), -1);
  run.find("noise", {static_cast<double>(noise)}, "points in no cluster, label -1");
  if (run.result.model.mass.size() == 0)
    run.warn("no cluster stands out: every point is noise",
             "lower min_size or min_points, or use another method");
}

void run_method(Run& run, Ward method) {
  require_distinct(run);
  Result& r = run.result;
  Control* control = run.options.control;
  const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space());
  if (run.scores.size() > 0)
    r.dendrogram = ward(run.scores, run.weights, control);
  else if (run.built.paths)
    r.dendrogram = ward(tree_of(run), run.weights, most_ward_objects, control);
  else if (vectors && !run.data.is_sparse() && !run.embedded)
    r.dendrogram = ward(run.data.dense(), run.weights, control);
  else
    r.dendrogram = ward(run.space(), run.weights, control);
  if (run.stopped()) interrupted_early();
  Labels labels = cut(*r.dendrogram, run.options.clusters);
  if (run.built.paths) return finish_on_tree(run, std::move(labels));
  const HardOptions hard{run.options.clusters, 1, false, run.weights, control};
  HardStart end = assemble(run.space(), {labels}, hard).starts[0];
  end.converged = true;
  end.history = {end.objective};
  finish_hard(run, end);
  r.model.method = method;
  r.model.labels = std::move(labels);
  r.restarts = 1;
}

}  // namespace mercer
