#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "beyond/linkage.hpp"
#include "core/parallel.hpp"
#include "data/magnitude.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// Two clusters, known by an object of each, joined at a cost.
struct Join {
  Index a, b;
  double cost;
};

// Chains of nearest neighbours (Murtagh 1983): from a cluster to its nearest, to that one's nearest, until
// two are each other's nearest; these join, whatever else there is, because a union is no nearer to others
// than its parts were. `Clusters` has size(), alive(i), nearest(i, so_far): (cluster, cost) with ties to
// `so_far` and else to the lowest index, and join(a, b), which leaves the union at the lower index. Somebody
// is nearest whatever the costs, also where all of them are infinite.
template <class Clusters>
std::vector<Join> chain_joins(Clusters& clusters, Control* control) {
  const Index n = clusters.size();
  Progress progress(control, "joining", n - 1);
  std::vector<Join> joins;
  std::vector<Index> chain;
  Index start = 0;
  while (static_cast<Index>(joins.size()) < n - 1) {
    if (progress.stopped()) return {};
    if (chain.empty()) {
      while (!clusters.alive(start)) ++start;
      chain.push_back(start);
    }
    const Index last = chain.back(), before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
    const auto [nearest, cost] = clusters.nearest(last, before);
    if (nearest != before) {
      chain.push_back(nearest);
      continue;
    }
    chain.resize(chain.size() - 2);
    const auto [low, high] = std::minmax(last, before);
    joins.push_back({low, high, cost});
    clusters.join(low, high);
    progress.done();
  }
  return joins;
}

struct Nearest {
  Index cluster = -1;
  double cost = std::numeric_limits<double>::infinity();
  // Takes the nearer of the two, or the other one if there is none yet.
  void consider(Index other, double at) {
    if (at < cost || cluster < 0) *this = {other, at};
  }
};

// Clusters as means of vectors: cost = 2 m_a m_b / (m_a + m_b) |c_a - c_b|^2.
class MeanClusters {
 public:
  MeanClusters(const Matrix& points, const Vector& weights) : means_(points), mass_(weights) {
    for (Index i = 0; i < size(); ++i) living_.push_back(i);
  }
  Index size() const { return means_.rows(); }
  bool alive(Index i) const { return mass_[i] > 0; }
  Nearest nearest(Index i, Index so_far) const {
    const auto count = static_cast<Index>(living_.size());
    std::vector<Nearest> found(static_cast<std::size_t>((count + together - 1) / together));
    parallel_rows(
        count, together,
        [&](Index begin, Index end) {
          found[static_cast<std::size_t>(begin / together)] = among(i, begin, end);
        },
        static_cast<double>(count) * static_cast<double>(means_.cols() + 4));
    Nearest best;
    if (so_far >= 0) best = {so_far, cost(i, so_far)};
    for (const Nearest& other : found)  // in the order of the clusters: ties go to the lowest
      if (other.cluster >= 0) best.consider(other.cluster, other.cost);
    return best;
  }
  void join(Index a, Index b) {
    const double m = mass_[a] + mass_[b];
    means_.row(a) = (mass_[a] * means_.row(a) + mass_[b] * means_.row(b)) / m;
    mass_[a] = m;
    mass_[b] = 0;
    living_.erase(std::lower_bound(living_.begin(), living_.end(), b));
  }

 private:
  static constexpr Index together = 2048;
  double cost(Index i, Index h) const {
    return 2 * mass_[i] * mass_[h] / (mass_[i] + mass_[h]) * (means_.row(i) - means_.row(h)).squaredNorm();
  }
  Nearest among(Index i, Index begin, Index end) const {
    Nearest best;
    for (Index at = begin; at < end; ++at)
      if (const Index h = living_[static_cast<std::size_t>(at)]; h != i) best.consider(h, cost(i, h));
    return best;
  }
  Matrix means_;
  Vector mass_;
  std::vector<Index> living_;
};

// Clusters by the costs of their unions, each pair once (Lance and Williams):
//   cost(ab, h) = ((m_a + m_h) cost(a, h) + (m_b + m_h) cost(b, h) - m_h cost(a, b)) / (m_a + m_b + m_h)
class PairClusters {
 public:
  explicit PairClusters(Vector mass)
      : mass_(std::move(mass)), costs_(static_cast<std::size_t>(size() * (size() - 1) / 2)) {}
  Index size() const { return mass_.size(); }
  bool alive(Index i) const { return mass_[i] > 0; }
  double& cost(Index a, Index b) {
    const auto [low, high] = std::minmax(a, b);
    return costs_[static_cast<std::size_t>(high * (high - 1) / 2 + low)];
  }
  Nearest nearest(Index i, Index so_far) {
    Nearest best;
    if (so_far >= 0) best = {so_far, cost(i, so_far)};
    for (Index h = 0; h < size(); ++h)
      if (h != i && alive(h)) best.consider(h, cost(i, h));
    return best;
  }
  void join(Index a, Index b) {
    const double m_a = mass_[a], m_b = mass_[b], own = cost(a, b);
    for (Index h = 0; h < size(); ++h)
      if (h != a && h != b && alive(h)) {
        const double m = mass_[h];
        cost(a, h) = ((m_a + m) * cost(a, h) + (m_b + m) * cost(b, h) - m * own) / (m_a + m_b + m);
      }
    mass_[a] = m_a + m_b;
    mass_[b] = 0;
  }

 private:
  Vector mass_;
  std::vector<double> costs_;
};

// Joins in the order of their costs become merges. `node` and `size`: what each cluster was at first.
void add_merges(std::vector<Join> joins, std::vector<int> node, std::vector<int> size, Index objects,
                Dendrogram& out) {
  std::stable_sort(joins.begin(), joins.end(), [](const Join& x, const Join& y) { return x.cost < y.cost; });
  DisjointSets sets(static_cast<Index>(node.size()));
  for (const Join& join : joins) {
    const int a = sets.find(static_cast<int>(join.a)), b = sets.find(static_cast<int>(join.b));
    int &node_a = node[static_cast<std::size_t>(a)], &size_a = size[static_cast<std::size_t>(a)];
    const int node_b = node[static_cast<std::size_t>(b)];
    size_a += size[static_cast<std::size_t>(b)];
    out.merges.push_back(
        {std::min(node_a, node_b), std::max(node_a, node_b), size_a, std::sqrt(std::max(0.0, join.cost))});
    sets.attach(b, a);
    node_a = static_cast<int>(objects + static_cast<Index>(out.merges.size())) - 1;
  }
}

Dendrogram of_joins(const std::vector<Join>& joins, Index objects) {
  Dendrogram out;
  if (joins.empty()) return out;
  std::vector<int> node(static_cast<std::size_t>(objects));
  std::iota(node.begin(), node.end(), 0);
  add_merges(joins, node, std::vector<int>(node.size(), 1), objects, out);
  return out;
}

// A group of objects that a branch of the tree holds, and the mean distance among them.
struct Cluster {
  int node, size;
  double mass, within;
};

// Mean distance among the objects of a branch: height - inner / mass^2.
double mean_within(double height, double inner, double mass) { return height - inner / (mass * mass); }

// Joins the objects inside each group as the tree has it, children before parents, and lists the groups.
std::vector<Cluster> join_inside(const Ultrametric& tree, const CondensedTree& top, const Vector& weights,
                                 Dendrogram& out) {
  const auto nodes = static_cast<std::size_t>(tree.nodes());
  std::vector<double> mass(nodes), inner(nodes);
  std::vector<int> node(nodes, -1), group_of(nodes, -1);
  for (std::size_t i = 0; i < tree.node_of.size(); ++i) {
    const auto u = static_cast<std::size_t>(tree.node_of[i]);
    node[u] = static_cast<int>(i);
    mass[u] = weights[static_cast<Index>(i)];
    group_of[u] = top.node_of[i];
  }
  std::vector<Cluster> groups(top.nodes(), Cluster{-1, 0, 0, 0});
  const auto n = static_cast<int>(tree.size());
  const auto height_of = [&](int merged) {
    return merged < n ? 0 : out.merges[static_cast<std::size_t>(merged - n)].height;
  };
  for (std::size_t u = nodes; u-- > 0;) {
    if (tree.objects[u] > 1) {
      const std::size_t a = u + 1, b = static_cast<std::size_t>(tree.end(static_cast<Index>(a)));
      mass[u] = mass[a] + mass[b];
      inner[u] =
          inner[a] + inner[b] + tree.branch(a) * mass[a] * mass[a] + tree.branch(b) * mass[b] * mass[b];
      if (group_of[a] < 0 || group_of[a] != group_of[b]) continue;
      group_of[u] = group_of[a];
      const double cost = mass[a] * mass[b] / mass[u] *
                          (2 * tree.height[u] - mean_within(tree.height[a], inner[a], mass[a]) -
                           mean_within(tree.height[b], inner[b], mass[b]));
      out.merges.push_back(
          {std::min(node[a], node[b]), std::max(node[a], node[b]), tree.objects[u],
           std::max({std::sqrt(std::max(0.0, cost)), height_of(node[a]), height_of(node[b])})});
      node[u] = n + static_cast<int>(out.merges.size()) - 1;
    }
    groups[static_cast<std::size_t>(group_of[u])] = {node[u], tree.objects[u], mass[u],
                                                     mean_within(tree.height[u], inner[u], mass[u])};
  }
  std::erase_if(groups, [](const Cluster& group) { return group.size == 0; });
  return groups;
}

// The height where each group and the next one meet: the node behind a group is the second child of the
// lowest node above both.
std::vector<double> gaps_between(const CondensedTree& top) {
  std::vector<double> gaps;
  for (std::size_t u = 0; u + 1 < top.nodes(); ++u)
    if (top.own[u] > 0) gaps.push_back(top.height[static_cast<std::size_t>(top.parent[u + 1])]);
  return gaps;
}

}  // namespace

// Heights are lengths: what the points are multiplied by, they are divided by.
Dendrogram ward(const Matrix& points, const Vector& weights, Control* control) {
  const double largest = points.size() > 0 ? points.cwiseAbs().maxCoeff() : 0;
  require_range(largest);
  const double scale = square_scale(largest);
  MeanClusters clusters(scale == 1 ? points : Matrix(points * scale), weights);
  Dendrogram out = of_joins(chain_joins(clusters, control), points.rows());
  if (scale != 1)
    for (Merge& merge : out.merges) merge.height /= scale;
  return out;
}

Dendrogram ward(const Space& space, const Vector& weights, Control* control) {
  constexpr Index together = 64;
  const Index n = space.size();
  const double most = 1e300 / std::max(1.0, weights.sum());  // costs of unions stay within range
  PairClusters clusters(weights);
  Matrix D2;
  for (Index begin = 0; begin < n; begin += together) {
    if (control && control->stop) return {};
    std::vector<Index> points;
    for (Index i = begin; i < std::min(n, begin + together); ++i) points.push_back(i);
    space.to_points(points, D2, control);
    for (Index c = 0; c < D2.cols(); ++c)
      for (Index i = 0; i < begin + c; ++i) {
        if (!(D2(i, c) < most))
          throw Error(
              Fault::data,
              fmt::format("the squared distance {} of points {} and {} is out of range; scale the data",
                          D2(i, c), i + 1, begin + c + 1));
        clusters.cost(i, begin + c) =
            2 * weights[i] * weights[begin + c] / (weights[i] + weights[begin + c]) * D2(i, c);
      }
  }
  return of_joins(chain_joins(clusters, control), n);
}

namespace {

// The same tree with all heights multiplied.
Ultrametric scaled(Ultrametric tree, double factor) {
  for (double& height : tree.height) height *= factor;
  return tree;
}

}  // namespace

// Between groups every distance is the height where their branches meet, so that a union costs
//   m_a m_b / (m_a + m_b) (2 d_ab - within_a - within_b).
Dendrogram ward(const Ultrametric& tree, const Vector& weights, Index most, Control* control) {
  if (tree.diameter() > 0x1p900) {  // costs would overflow; heights here are roots of costs
    Dendrogram out = ward(scaled(tree, 0x1p-400), weights, most, control);
    for (Merge& merge : out.merges) merge.height *= 0x1p200;
    return out;
  }
  const CondensedTree top = condensed_tree(tree, weights, 2 * most - 1);
  Dendrogram out;
  const std::vector<Cluster> groups = join_inside(tree, top, weights, out);
  const auto count = static_cast<Index>(groups.size());
  Vector mass(count);
  for (Index g = 0; g < count; ++g) mass[g] = groups[static_cast<std::size_t>(g)].mass;
  PairClusters clusters(mass);
  // The nodes of the groups in the order of the tree: the height of two is the highest gap between them.
  const std::vector<double> gaps = gaps_between(top);
  for (Index a = 0; a < count; ++a) {
    double height = 0;
    for (Index b = a + 1; b < count; ++b) {
      const Cluster &x = groups[static_cast<std::size_t>(a)], &y = groups[static_cast<std::size_t>(b)];
      height = std::max(height, gaps[static_cast<std::size_t>(b - 1)]);
      clusters.cost(a, b) = x.mass * y.mass / (x.mass + y.mass) * (2 * height - x.within - y.within);
    }
  }
  const std::vector<Join> joins = chain_joins(clusters, control);
  if (joins.empty() && count > 1) return {};
  std::vector<int> node, size;
  for (const Cluster& group : groups) {
    node.push_back(group.node);
    size.push_back(group.size);
  }
  add_merges(joins, node, size, tree.size(), out);
  return out;
}

}  // namespace mercer
