// The best cut of the tree of gaps, through the front door: numbers of clusters, and a certificate.
#include "beyond/tree_cut.hpp"

#include <algorithm>
#include <cmath>

#include "beyond/condensed_tree.hpp"
#include "front/tree_run.hpp"

namespace mercer {
namespace {

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
           "of the cut: sum over clusters of (gaps of all pairs) / size; twice the k-means objective");
  run.find("guarantee", {fit.guarantee},
           "cost of the exact k-medians, which is at most twice the least possible");
  if (const double bound = bounds.at(clusters); bound > 0)
    run.find(
        "certificate", {cost / bound},
        fmt::format("the cost is at most this many times the least possible; lower bound {:.6g}", bound));
}

}  // namespace

template <>
struct Front<TreeCut> {
  static Needs needs(const TreeCut&) {
    return {.base = Base::tree, .judged = JudgedBy::along_data_without_kernel};
  }
  static void settle(TreeCut&, Options& o) { settle_on_tree(o); }
  static void check(const TreeCut&, const Shape&, const Options&) {}
  // The passes that condense the tree, and the eigensolver's basis over what is left of it: measured, for 3
  // to 40 clusters.
  static Memory bytes(const TreeCut&, const Extent& e) {
    const auto most = static_cast<std::uint64_t>(std::max(e.options.clusters, e.options.most_clusters));
    const auto nodes = std::min<std::uint64_t>(e.points(), most_cut_nodes);
    return {.beside = 110 * e.points() + 8 * nodes * (26 * most + 80)};
  }
  static Shows shows(const TreeCut&, const Options&) {
    return {.iterations = false, .starts = false, .outlier_scores = true, .range = true};
  }

  static void run(Run& run, TreeCut method) {
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
        attach_to_cores(run.built.gaps->edges, method.attach == Attach::automatic, fit.labels);
    run.result.iterations = fit.iterations;
    finish_on_tree(run, std::move(fit.labels));
    report(run, fit, cut_cost, bounds, run.options.clusters);
    run.find("attached", {attached ? 1.0 : 0.0},
             "1 = yes: stray points were labelled from the cores of the clusters");
  }
};
template const MethodDoor& door_of<TreeCut>();

}  // namespace mercer
