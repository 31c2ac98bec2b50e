#include "graph/given_graph.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "graph/spanning_tree.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

constexpr double hardly_any = 1e-8;  // of the mean weight

SparseMatrix without_diagonal(const SparseMatrix& A) {
  SparseMatrix out = A;
  out.prune([](Index i, Index j, double weight) { return i != j && weight > 0; });
  out.makeCompressed();
  return out;
}

// sum_h A_ih A_jh, by a walk along both rows
double common(const SparseMatrix& A, Index i, Index j) {
  double sum = 0;
  SparseMatrix::InnerIterator a(A, i), b(A, j);
  while (a && b) {
    if (a.col() == b.col()) sum += a.value() * b.value();
    const bool step_a = a.col() <= b.col(), step_b = b.col() <= a.col();
    if (step_a) ++a;
    if (step_b) ++b;
  }
  return sum;
}

SparseMatrix structural_lengths(const SparseMatrix& A) {
  Vector most = Vector::Zero(A.rows()), norm = Vector::Zero(A.rows());
  for (Index i = 0; i < A.rows(); ++i) {
    for (SparseMatrix::InnerIterator it(A, i); it; ++it) most[i] = std::max(most[i], it.value());
    norm[i] = std::sqrt(common(A, i, i) + most[i] * most[i]);
  }
  SparseMatrix lengths = A;
  parallel_points(A.rows(), 200, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (SparseMatrix::InnerIterator it(lengths, i); it; ++it) {
        const Index low = std::min(i, it.col()), high = std::max(i, it.col());  // the same bits both ways
        const double own = A.coeff(low, high) * (most[low] + most[high]);
        const double cosine = (common(A, low, high) + own) / (norm[low] * norm[high]);
        it.valueRef() = std::max(0.0, 1 - cosine);
      }
  });
  return lengths;
}

Neighbors nearest_of(const SparseMatrix& lengths) {
  const Index n = lengths.rows();
  Neighbors out{MatrixOf<int>(n, 1), Matrix::Zero(n, 1)};
  for (Index i = 0; i < n; ++i) {
    out.indices(i, 0) = static_cast<int>(i);
    double least = std::numeric_limits<double>::infinity();
    for (SparseMatrix::InnerIterator it(lengths, i); it; ++it)
      if (it.value() < least) {
        least = out.distances(i, 0) = it.value();
        out.indices(i, 0) = static_cast<int>(it.col());
      }
  }
  return out;
}

// Edges of the tree that the graph does not have join its pieces.
SparseMatrix in_one_piece(const SparseMatrix& A, const std::vector<Edge>& tree) {
  const double weight = hardly_any * A.sum() / static_cast<double>(A.nonZeros());
  std::vector<Eigen::Triplet<double, int>> bridges;
  for (const Edge& e : tree)
    if (A.coeff(e.a, e.b) == 0) {
      bridges.emplace_back(e.a, e.b, weight);
      bridges.emplace_back(e.b, e.a, weight);
    }
  if (bridges.empty()) return A;
  SparseMatrix B(A.rows(), A.cols());
  B.setFromTriplets(bridges.begin(), bridges.end());
  return A + B;
}

}  // namespace

GivenGraph given_graph(const SparseMatrix& similarities) {
  const SparseMatrix A = without_diagonal(similarities);
  if (A.nonZeros() == 0)
    throw Error(Fault::data, "the graph has no edges between its vertices; give at least one");
  const SparseMatrix lengths = structural_lengths(A);
  GivenGraph out;
  out.tree = spanning_tree(Data(lengths), {.metric = PathMetric::precomputed, .join = true}).edges;
  out.nearest = nearest_of(lengths);
  out.weights = in_one_piece(A, out.tree);
  return out;
}

}  // namespace mercer
