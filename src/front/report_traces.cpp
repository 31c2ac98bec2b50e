// What the method left behind: how it went, its hierarchy, its map.
#include <algorithm>
#include <cmath>

#include "front/report.hpp"

namespace mercer {
namespace {

constexpr std::size_t most_leaves = 40;
constexpr int several = -2;  // points of more than one cluster

void add_convergence(const Result& result, Json& report) {
  if (result.history.empty()) return;
  std::vector<std::vector<double>> starts = result.courses;
  if (starts.empty()) starts.emplace_back();
  const auto best = static_cast<std::size_t>(result.winner);
  starts[best] = result.history;  // with what a search added
  for (auto& start : starts) std::erase_if(start, [](double value) { return !std::isfinite(value); });
  report["convergence"] = {{"starts", starts}, {"best", best}};
}

// The label that all objects below a node share.
std::vector<int> shared_labels(const Dendrogram& tree, const Labels& labels) {
  std::vector<int> shared(labels.begin(), labels.end());
  for (const Merge& m : tree.merges) {
    const int left = shared[static_cast<std::size_t>(m.left)],
              right = shared[static_cast<std::size_t>(m.right)];
    shared.push_back(left == right ? left : several);
  }
  return shared;
}

// The last merges; what is below them are leaves, from left to right.
void add_dendrogram(const Dendrogram& tree, const Labels& labels, Json& report) {
  const auto n = static_cast<std::size_t>(tree.objects());
  if (n < 2 || labels.size() != n) return;
  const std::vector<int> shared = shared_labels(tree, labels);
  const std::size_t kept = std::min(most_leaves - 1, n - 1),
                    first = n + (n - 1 - kept);  // the first node kept
  std::vector<int> place(2 * n - 1, -1), waiting = {static_cast<int>(2 * n - 2)};
  Json leaves = Json::array(), merges = Json::array();
  while (!waiting.empty()) {
    const auto node = static_cast<std::size_t>(waiting.back());
    waiting.pop_back();
    if (node >= first) {
      const Merge& m = tree.merges[node - n];
      waiting.push_back(m.right);
      waiting.push_back(m.left);
      continue;
    }
    place[node] = static_cast<int>(leaves.size());
    leaves.push_back({{"size", node < n ? 1 : tree.merges[node - n].size}, {"label", shared[node]}});
  }
  for (std::size_t node = first; node < 2 * n - 1; ++node) {
    const Merge& m = tree.merges[node - n];
    place[node] = static_cast<int>(kept + 1 + merges.size());
    merges.push_back({{"left", place[static_cast<std::size_t>(m.left)]},
                      {"right", place[static_cast<std::size_t>(m.right)]},
                      {"height", m.height}});
  }
  report["dendrogram"] = {{"leaves", leaves}, {"merges", merges}, {"objects", n}};
}

void add_map(const Map& map, Json& report) {
  const auto list = [](const Vector& values) { return std::vector<double>(values.begin(), values.end()); };
  report["map"] = {
      {"rows", map.grid.rows},
      {"columns", map.grid.columns},
      {"hexagonal", map.topology == Topology::hexagonal},
      {"hits", list(map.hits)},
      {"heights", list(map.heights)},
      {"note", fmt::format("{} x {} nodes, quantization error {:.4g}, topographic error {:.4g}.",
                           map.grid.rows, map.grid.columns, map.quantization_error, map.topographic_error)}};
}

}  // namespace

void add_traces(const ReportInput& in, Json& report) {
  add_convergence(in.result, report);
  if (in.result.dendrogram) add_dendrogram(*in.result.dendrogram, in.result.labels, report);
  if (in.result.map) add_map(*in.result.map, report);
}

}  // namespace mercer
