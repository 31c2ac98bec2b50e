#include "front/tree_run.hpp"

#include <algorithm>

#include "beyond/partition.hpp"
#include "engine/fewer_points.hpp"
#include "graph/dendrogram.hpp"

namespace mercer {
namespace {

// The distances that a kernel stands for. Gaussian and Laplacian kernels with one width leave the order of
// distances as it is, and so the tree.
std::optional<Connectivity> gaps_behind(const Connectivity& kernel) { return kernel; }
std::optional<Connectivity> gaps_behind(const Dissimilarity&) {
  return Connectivity{.metric = PathMetric::precomputed};
}
std::optional<Connectivity> gaps_behind(const Cosine&) { return Connectivity{.metric = PathMetric::cosine}; }
std::optional<Connectivity> gaps_behind(const NoKernel&) { return Connectivity{}; }
std::optional<Connectivity> gaps_behind(const Linear&) { return Connectivity{}; }
std::optional<Connectivity> gaps_behind(const Laplacian&) { return Connectivity{}; }
std::optional<Connectivity> gaps_behind(const Gaussian& kernel) {
  return kernel.local ? std::nullopt : std::optional(Connectivity{});
}
template <class Other>
std::optional<Connectivity> gaps_behind(const Other&) {
  return std::nullopt;
}

}  // namespace

Connectivity gaps_of(const Options& o) {
  const auto gaps = std::visit([](const auto& kernel) { return gaps_behind(kernel); }, o.kernel);
  if (gaps) return *gaps;
  refuse(fmt::format(
      "method {} needs distances, and `kernel = {}` gives none; use `kernel = connectivity`, cosine or "
      "dissimilarity, or leave the kernel out",
      format_choice(method_of(o)), format_choice(o.kernel)));
}

const Ultrametric& tree_of(const Run& run) { return *run.built.gaps->tree; }

Index distinct_points(const Run& run) {
  const auto& edges = run.built.gaps->edges;
  return 1 + std::count_if(edges.begin(), edges.end(), [](const Edge& edge) { return edge.weight > 0; });
}

void require_distinct(const Run& run) {
  if (run.data.size() < 2) throw Error(Fault::data, "one point has no neighbour to join; give at least two");
  if (!run.built.gaps) return;
  const Index distinct = distinct_points(run);
  const Index most = std::max(run.options.clusters, run.options.most_clusters);
  if (distinct < most)
    throw FewerPoints(Fault::usage,
                      fmt::format("clusters = {} exceeds the {} distinct point{}; lower `clusters`", most,
                                  distinct, distinct == 1 ? "" : "s"));
}

// |sum of phi|^2 = mass^2 (diameter - within) / 2.
void finish_on_tree(Run& run, Labels labels) {
  number_by_first(labels);
  Result& r = run.result;
  const Index clusters = labels.empty() ? 0 : 1 + *std::max_element(labels.begin(), labels.end());
  const Ultrametric& tree = tree_of(run);
  const PartitionCost cost = partition_cost(tree, run.weights, labels, clusters);
  r.objective = 0.5 * cost.cost();
  r.model.mass = cost.mass;
  r.model.norm = 0.5 * cost.mass.array().square() * (tree.diameter() - cost.within.array());
  r.model.method = method_of(run.options);
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

}  // namespace mercer
