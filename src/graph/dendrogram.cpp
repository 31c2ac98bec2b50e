#include "graph/dendrogram.hpp"

#include <fmt/format.h>

#include <numeric>

namespace mercer {
namespace {

// Every node from the root down: enter(node) before and leave(node) after what is below it. A dendrogram can
// be as deep as it has objects, so the path is kept on the heap.
template <class Enter, class Between, class Leave>
void walk(const Dendrogram& dendrogram, const Enter& enter, const Between& between, const Leave& leave) {
  const auto n = static_cast<int>(dendrogram.objects());
  enum class Step { down, across, up };
  std::vector<std::pair<int, Step>> stack = {{2 * n - 2, Step::down}};
  while (!stack.empty()) {
    const auto [node, step] = stack.back();
    stack.pop_back();
    if (step == Step::across) between(node);
    if (step == Step::up) leave(node);
    if (step != Step::down) continue;
    enter(node);
    if (node < n) continue;
    const Merge& merge = dendrogram.merges[static_cast<std::size_t>(node - n)];
    stack.emplace_back(node, Step::up);
    stack.emplace_back(merge.right, Step::down);
    stack.emplace_back(node, Step::across);
    stack.emplace_back(merge.left, Step::down);
  }
}

// Length of the branch above each node.
std::vector<double> branches(const Dendrogram& dendrogram) {
  const auto n = static_cast<std::size_t>(dendrogram.objects());
  const auto height = [&](int node) {
    return node < static_cast<int>(n) ? 0.0 : dendrogram.merges[static_cast<std::size_t>(node) - n].height;
  };
  std::vector<double> length(2 * n - 1);
  for (const Merge& merge : dendrogram.merges)
    for (const int child : {merge.left, merge.right})
      length[static_cast<std::size_t>(child)] = merge.height - height(child);
  return length;
}

}  // namespace

Dendrogram single_linkage(const std::vector<Edge>& edges) {
  const auto n = static_cast<int>(edges.size()) + 1;
  // What is known of a set stands together, where its root is: the edges come from all over the memory.
  struct Set {
    int parent, size, node;
  };
  std::vector<Set> sets(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) sets[static_cast<std::size_t>(i)] = {i, 1, i};
  const auto root_of = [&](int x) {
    Set* set = &sets[static_cast<std::size_t>(x)];
    while (set->parent != x) {
      const int above = sets[static_cast<std::size_t>(set->parent)].parent;
      set->parent = above;
      x = above;
      set = &sets[static_cast<std::size_t>(x)];
    }
    return x;
  };
  Dendrogram out;
  out.merges.reserve(edges.size());
  for (const Edge& edge : edges) {
    int x = root_of(edge.a), y = root_of(edge.b);
    if (sets[static_cast<std::size_t>(x)].size < sets[static_cast<std::size_t>(y)].size) std::swap(x, y);
    Set &a = sets[static_cast<std::size_t>(x)], &b = sets[static_cast<std::size_t>(y)];
    a.size += b.size;
    const auto [left, right] = std::minmax(a.node, b.node);
    out.merges.push_back({left, right, a.size, edge.weight});
    b.parent = x;
    a.node = n + static_cast<int>(out.merges.size()) - 1;
  }
  return out;
}

void number_by_first(Labels& labels) {
  std::vector<int> number;
  int next = 0;
  for (int& label : labels) {
    if (label < 0) continue;
    if (static_cast<std::size_t>(label) >= number.size())
      number.resize(static_cast<std::size_t>(label) + 1, -1);
    int& mine = number[static_cast<std::size_t>(label)];
    if (mine < 0) mine = next++;
    label = mine;
  }
}

// From the root down: the last joins separate the clusters; everything below them is in the cluster above.
Labels cut(const Dendrogram& dendrogram, Index clusters) {
  const auto n = static_cast<std::size_t>(dendrogram.objects());
  std::vector<int> cluster(2 * n - 1);  // the topmost node that each node is in the cluster of
  cluster.back() = static_cast<int>(2 * n - 2);
  for (std::size_t t = n - 1; t-- > 0;) {
    const Merge& merge = dendrogram.merges[t];
    for (const int child : {merge.left, merge.right})
      cluster[static_cast<std::size_t>(child)] =
          t < n - static_cast<std::size_t>(clusters) ? cluster[n + t] : child;
  }
  Labels labels(cluster.begin(), cluster.begin() + static_cast<std::ptrdiff_t>(n));
  number_by_first(labels);
  return labels;
}

Matrix linkage(const Dendrogram& dendrogram) {
  Matrix rows(static_cast<Index>(dendrogram.merges.size()), 4);
  for (Index t = 0; t < rows.rows(); ++t) {
    const Merge& merge = dendrogram.merges[static_cast<std::size_t>(t)];
    rows.row(t) << merge.left, merge.right, merge.height, merge.size;
  }
  return rows;
}

std::string to_json(const Dendrogram& dendrogram) {
  std::string text = fmt::format(R"({{"objects": {}, "merges": [)", dendrogram.objects());
  const char* separator = "";
  for (const Merge& merge : dendrogram.merges) {
    text += fmt::format("{}[{}, {}, {}, {}]", separator, merge.left, merge.right, merge.height, merge.size);
    separator = ", ";
  }
  return text + "]}\n";
}

std::string to_newick(const Dendrogram& dendrogram) {
  const auto length = branches(dendrogram);
  const auto n = static_cast<int>(dendrogram.objects());
  std::string text;
  walk(
      dendrogram,
      [&](int node) {
        if (node < n)
          text += fmt::format("{}:{}", node, length[static_cast<std::size_t>(node)]);
        else
          text += '(';
      },
      [&](int) { text += ','; },
      [&](int node) {
        text += node == 2 * n - 2 ? std::string(")")
                                  : fmt::format("):{}", length[static_cast<std::size_t>(node)]);
      });
  return text + ";\n";
}

}  // namespace mercer
