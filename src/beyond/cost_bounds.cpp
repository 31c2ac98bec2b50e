#include <algorithm>
#include <cmath>

#include "beyond/tree_cut.hpp"
#include "beyond/tree_parts.hpp"
#include "embed/eigensolver.hpp"

namespace mercer {
namespace {

// Products with W^(1/2) H K H W^(1/2) over the objects and groups of a tree: W their masses, H = I - 1
// w'/total the centring, (K v)_i = t(i) / 2 as in gram/tree_gram.cpp.
class CentredTree {
 public:
  explicit CentredTree(const CondensedTree& tree) : tree_(tree) {
    for (std::size_t u = 0; u < tree.nodes(); ++u)
      if (tree.own[u] > 0) objects_.push_back(u);
    mass_.resize(size());
    for (Index i = 0; i < size(); ++i) mass_[i] = tree.own[objects_[static_cast<std::size_t>(i)]];
  }
  Index size() const { return static_cast<Index>(objects_.size()); }

  void multiply(const Matrix& X, Matrix& AX) const {
    const Vector root = mass_.cwiseSqrt();
    const double total = mass_.sum();
    AX.resize(X.rows(), X.cols());
    std::vector<double> s(tree_.nodes());
    for (Index column = 0; column < X.cols(); ++column) {
      Vector v = root.cwiseProduct(X.col(column));
      v -= mass_ * (v.sum() / total);
      std::fill(s.begin(), s.end(), 0);
      for (std::size_t i = 0; i < objects_.size(); ++i) s[objects_[i]] = v[static_cast<Index>(i)];
      for (std::size_t u = s.size() - 1; u > 0; --u) s[static_cast<std::size_t>(tree_.parent[u])] += s[u];
      s[0] = 0;
      for (std::size_t u = 1; u < s.size(); ++u)
        s[u] = s[static_cast<std::size_t>(tree_.parent[u])] + tree_.branch(u) * s[u];
      for (std::size_t i = 0; i < objects_.size(); ++i) v[static_cast<Index>(i)] = 0.5 * s[objects_[i]];
      AX.col(column) = root.cwiseProduct(v - Vector::Constant(size(), mass_.dot(v) / total));
    }
  }

 private:
  const CondensedTree& tree_;
  std::vector<std::size_t> objects_;
  Vector mass_;
};

}  // namespace

double CostBounds::at(Index clusters) const {
  if (clusters < 2) return whole;
  const auto k = static_cast<std::size_t>(clusters - 2);
  return k < sums.size() ? std::max(0.0, whole - 2 * sums[k]) : 0;
}

// The kernel of all objects is that of the condensed tree, where the members of a group coincide, plus one
// that is zero between groups. No eigenvalue of the latter exceeds its largest row sum, half of the heaviest
// path inside a group; and the sum of the largest eigenvalues of a sum is at most the sum of both.
CostBounds cost_bounds(const Ultrametric& tree, const TreeCutOptions& o, Index most_clusters) {
  constexpr double tolerance = 1e-6;
  const CondensedTree top = condensed_tree(tree, o.weights, most_cut_nodes);
  CostBounds bounds{TreeParts(top).cost(), {}};
  if (most_clusters < 2) return bounds;
  const CentredTree centred(top);
  const EigenSolution found =
      top_eigenpairs(centred.size(), [&](const Matrix& X, Matrix& AX) { centred.multiply(X, AX); },
                     most_clusters - 1, {.tolerance = tolerance, .seed = o.seed, .control = o.control});
  if (!found.converged) return bounds;
  double sum = 0;
  for (const double value : found.pairs.values) {
    sum += std::max(0.0, value) + tolerance * std::max(0.0, found.pairs.values[0]) + 0.5 * top.hidden;
    bounds.sums.push_back(sum);
  }
  return bounds;
}

}  // namespace mercer
