#include "gram/tree_gram.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"

namespace mercer {
namespace {

// With the sums s(u) of v over the objects below each node, and t(u) = t(parent) + branch(u) s(u), t = 0 at
// the root: (D v)_i = diameter s(root) - t(i), and so (K v)_i = t(i) / 2.

void go_up(const Ultrametric& tree, std::vector<double>& s) {
  for (std::size_t u = s.size() - 1; u > 0; --u) s[static_cast<std::size_t>(tree.parent[u])] += s[u];
}
// In place: s becomes t.
void go_down(const Ultrametric& tree, std::vector<double>& s) {
  s[0] = 0;
  for (std::size_t u = 1; u < s.size(); ++u)
    s[u] = s[static_cast<std::size_t>(tree.parent[u])] + tree.branch(u) * s[u];
}

// Row of C for every object: value(node) of its node.
template <class Value>
void for_each_object(const Ultrametric& tree, const Value& value) {
  for (Index i = 0; i < tree.size(); ++i)
    value(i, static_cast<std::size_t>(tree.node_of[static_cast<std::size_t>(i)]));
}

// The highest node above an object that is no higher than r.
std::size_t ancestor_within(const Ultrametric& tree, std::size_t u, double r) {
  while (u > 0 && tree.height[static_cast<std::size_t>(tree.parent[u])] <= r)
    u = static_cast<std::size_t>(tree.parent[u]);
  return u;
}

// Some objects in the order of the tree, and the distance of each to the next.
struct Sample {
  std::vector<std::size_t> nodes;
  std::vector<double> gaps;
};
// Between two objects the largest distance of neighbours counts, and a node behind an object is the second
// child of the lowest node above this object and the next.
Sample sample_of(const Ultrametric& tree, std::vector<std::size_t> nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  Sample out{std::move(nodes), {}};
  for (std::size_t a = 0; a + 1 < out.nodes.size(); ++a) {
    double gap = 0;
    for (std::size_t u = out.nodes[a]; u < out.nodes[a + 1]; ++u)
      if (tree.objects[u] == 1)
        gap = std::max(gap, tree.height[static_cast<std::size_t>(tree.parent[u + 1])]);
    out.gaps.push_back(gap);
  }
  return out;
}

}  // namespace

void TreeGram::apply(const Matrix& W, Matrix& KW, Control*) const {
  KW.resize(W.rows(), W.cols());
  parallel_blocks(W.cols(), [&](Index column) {
    std::vector<double> s(static_cast<std::size_t>(tree_->nodes()));
    for_each_object(*tree_, [&](Index i, std::size_t u) { s[u] = W(i, column); });
    go_up(*tree_, s);
    go_down(*tree_, s);
    for_each_object(*tree_, [&](Index i, std::size_t u) { KW(i, column) = 0.5 * s[u]; });
  });
}

void TreeGram::update(const SparseRows& dW, Matrix& KW, Control*) const {
  std::vector<Index> changed = dW.columns;
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  parallel_blocks(static_cast<Index>(changed.size()), [&](Index c) {
    const Index column = changed[static_cast<std::size_t>(c)];
    std::vector<double> s(static_cast<std::size_t>(tree_->nodes()));
    for (std::size_t r = 0; r < dW.rows.size(); ++r)
      for (Index e = dW.start[r]; e < dW.start[r + 1]; ++e)
        if (dW.columns[static_cast<std::size_t>(e)] == column)
          s[static_cast<std::size_t>(tree_->node_of[static_cast<std::size_t>(dW.rows[r])])] +=
              dW.values[static_cast<std::size_t>(e)];
    go_up(*tree_, s);
    go_down(*tree_, s);
    for_each_object(*tree_, [&](Index i, std::size_t u) { KW(i, column) += 0.5 * s[u]; });
  });
}

void TreeGram::columns(std::span<const Index> points, Matrix& C, Control*) const {
  C.resize(size(), static_cast<Index>(points.size()));
  parallel_blocks(C.cols(), [&](Index c) {
    // From the top: a node that leaves the path to the point keeps the height where it left.
    std::vector<double> d(static_cast<std::size_t>(tree_->nodes()));
    const auto target = static_cast<std::size_t>(
        tree_->node_of[static_cast<std::size_t>(points[static_cast<std::size_t>(c)])]);
    std::size_t on_path = 0;  // the lowest node found so far that is above the point
    for (std::size_t u = 1; u < d.size(); ++u) {
      const auto parent = static_cast<std::size_t>(tree_->parent[u]);
      if (parent == on_path && u <= target &&
          target < static_cast<std::size_t>(tree_->end(static_cast<Index>(u)))) {
        on_path = u;
        d[u] = 0;
      } else {
        d[u] = d[parent] > 0 ? d[parent] : tree_->height[parent];
      }
    }
    for_each_object(*tree_, [&](Index i, std::size_t u) {
      C(i, c) = 0.5 * (tree_->diameter() - (u == target ? 0 : d[u]));
    });
  });
}

void TreeGram::block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  const auto node = [&](Index i) {
    return static_cast<std::size_t>(tree_->node_of[static_cast<std::size_t>(i)]);
  };
  std::vector<std::size_t> nodes;
  for (const Index i : rows) nodes.push_back(node(i));
  for (const Index i : points) nodes.push_back(node(i));
  const Sample sample = sample_of(*tree_, std::move(nodes));
  const auto place = [&](Index i) {
    return static_cast<std::size_t>(std::lower_bound(sample.nodes.begin(), sample.nodes.end(), node(i)) -
                                    sample.nodes.begin());
  };
  std::vector<std::size_t> places;
  for (const Index i : points) places.push_back(place(i));
  B.resize(static_cast<Index>(rows.size()), static_cast<Index>(points.size()));
  parallel_points(B.rows(), static_cast<Index>(sample.nodes.size()), [&](Index begin, Index end) {
    std::vector<double> d(sample.nodes.size());
    for (Index r = begin; r < end; ++r) {
      const std::size_t at = place(rows[static_cast<std::size_t>(r)]);
      d[at] = 0;
      for (std::size_t q = at + 1; q < d.size(); ++q) d[q] = std::max(d[q - 1], sample.gaps[q - 1]);
      for (std::size_t q = at; q > 0; --q) d[q - 1] = std::max(d[q], sample.gaps[q - 1]);
      for (Index c = 0; c < B.cols(); ++c)
        B(r, c) = 0.5 * (tree_->diameter() - d[places[static_cast<std::size_t>(c)]]);
    }
  });
}

// With u the highest node above the nearest object that is no higher than r, every object below u is at
// distance r: sum_h W_h d(z, h) = diameter s(root) - t(u) + (r - height(u)) s(u).
void TreeGram::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  const Matrix nearest = Z.dense();
  std::vector<std::size_t> within(static_cast<std::size_t>(Z.size()));
  for (Index i = 0; i < Z.size(); ++i) {
    const auto object = static_cast<std::size_t>(nearest(i, 0));
    within[static_cast<std::size_t>(i)] =
        ancestor_within(*tree_, static_cast<std::size_t>(tree_->node_of[object]), nearest(i, 1));
  }
  KW.resize(Z.size(), W.cols());
  self = Vector::Constant(Z.size(), tree_->diameter() / 2);
  parallel_blocks(W.cols(), [&](Index column) {
    std::vector<double> s(static_cast<std::size_t>(tree_->nodes()));
    for_each_object(*tree_, [&](Index i, std::size_t u) { s[u] = W(i, column); });
    go_up(*tree_, s);
    std::vector<double> t = s;
    go_down(*tree_, t);
    for (Index i = 0; i < Z.size(); ++i) {
      const std::size_t u = within[static_cast<std::size_t>(i)];
      KW(i, column) = 0.5 * (t[u] - (nearest(i, 1) - tree_->height[u]) * s[u]);
    }
  });
}

}  // namespace mercer
