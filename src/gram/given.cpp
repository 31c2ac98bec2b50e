#include "gram/given.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "gram/given_gram.hpp"
#include "gram/sparse_gram.hpp"

namespace mercer {
namespace {

std::string name_of(const Kernel& kernel) {
  if (std::holds_alternative<Geodesic>(kernel) || std::holds_alternative<Connectivity>(kernel))
    return "distance";
  if (std::holds_alternative<Diffusion>(kernel)) return "adjacency";
  return std::holds_alternative<Dissimilarity>(kernel) ? "dissimilarity" : "kernel";
}

[[noreturn]] void not_symmetric(const Kernel& kernel, Index i, Index j, double a, double b) {
  throw Error(Fault::data, fmt::format("the {} matrix is not symmetric: row {}, column {} is {} but row {}, "
                                       "column {} is {}; symmetrise it first: use the mean of both",
                                       name_of(kernel), i + 1, j + 1, a, j + 1, i + 1, b));
}

[[noreturn]] void refuse_sparse_dissimilarities() {
  throw Error(Fault::data,
              "a sparse matrix of dissimilarities does not say how far apart absent pairs are; give it "
              "dense, or give "
              "similarities (`kernel = precomputed`)");
}

// `tolerance` is relative: the rounding of the program that made the matrix.
template <class T>
void check_dense(const DenseView<T>& K, const Kernel& kernel, double tolerance) {
  const auto at = [&](Index i, Index j) { return static_cast<double>(K.row(i)[j]); };
  const bool dissimilarity = !std::holds_alternative<Precomputed>(kernel);
  double largest = 0;
  for (Index i = 0; i < K.rows; ++i)
    for (Index j = 0; j < K.columns; ++j) largest = std::max(largest, std::abs(at(i, j)));
  for (Index i = 0; i < K.rows; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double a = at(i, j), b = at(j, i);
      if (std::abs(a - b) > tolerance * largest) not_symmetric(kernel, i, j, a, b);
      if (!dissimilarity) continue;
      if (a < 0)
        throw Error(
            Fault::data,
            fmt::format(
                "{} {} in row {}, column {} is negative; leave out the sign, or add a constant to all pairs",
                name_of(kernel), a, i + 1, j + 1));
      if (i == j && a > tolerance * largest)
        throw Error(
            Fault::data,
            fmt::format("{} of point {} to itself is {}; it must be 0: set the diagonal to 0, or give "
                        "similarities (`kernel = precomputed`)",
                        name_of(kernel), i + 1, a));
    }
}

// Row by row against the transpose; an entry that is not stored is 0.
void check_sparse(const SparseMatrix& K, const Kernel& kernel, double tolerance) {
  double largest = 0;
  for (Index e = 0; e < K.nonZeros(); ++e) largest = std::max(largest, std::abs(K.valuePtr()[e]));
  const SparseMatrix T = K.transpose();
  for (Index i = 0; i < K.rows(); ++i) {
    SparseMatrix::InnerIterator a(K, i), b(T, i);
    while (a || b) {
      const bool here = a && (!b || a.col() <= b.col()), there = b && (!a || b.col() <= a.col());
      const double own = here ? a.value() : 0, other = there ? b.value() : 0;
      if (std::abs(own - other) > tolerance * largest)
        not_symmetric(kernel, i, here ? a.col() : b.col(), own, other);
      if (here) ++a;
      if (there) ++b;
    }
  }
}

void check_lengths(const SparseMatrix& graph) {
  for (Index i = 0; i < graph.rows(); ++i)
    for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge)
      if (edge.value() < 0)
        throw Error(
            Fault::data,
            fmt::format(
                "the edge between vertices {} and {} is {}: an edge can't be negative; remove it or shift "
                "the weights",
                i + 1, edge.col() + 1, edge.value()));
}

// KW(i, :) = sum_h k(z_i, x_h) W(h, :)
void dense_cross(const Data& Z, int power, const Matrix& W, Matrix& KW) {
  constexpr Index rows = 128;
  Z.visit([&]<class V>(const V& z) {
    if constexpr (!std::is_same_v<V, SparseMatrix>)
      divided_rows(
          Z.size(), rows,
          [&](Index begin, Index end) {
            Matrix k(end - begin, W.rows());
            for (Index i = begin; i < end; ++i)
              for (Index h = 0; h < W.rows(); ++h)
                k(i - begin, h) = GivenGram::similarity(static_cast<double>(z.row(i)[h]), power);
            KW.middleRows(begin, end - begin).noalias() = k * W;
          },
          KW);
  });
}

// The same over what is stored.
void sparse_cross(const SparseMatrix& Z, const Matrix& W, Matrix& KW) {
  const Index stored = Z.nonZeros() / std::max<Index>(1, Z.rows()) + 1;
  parallel_points(Z.rows(), stored * W.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      KW.row(i).setZero();
      for (SparseMatrix::InnerIterator it(Z, i); it && it.col() < W.rows(); ++it)
        KW.row(i) += it.value() * W.row(it.col());
    }
  });
}

}  // namespace

void check_given(const Data& matrix, const Kernel& kernel) {
  if (matrix.size() != matrix.dimensions())
    throw Error(Fault::data, fmt::format("the {} matrix has {} rows and {} columns; it must be square: give "
                                         "one row and one column per point",
                                         name_of(kernel), matrix.size(), matrix.dimensions()));
  if (matrix.is_sparse() && std::holds_alternative<Dissimilarity>(kernel)) refuse_sparse_dissimilarities();
  matrix.visit([&]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      check_sparse(v, kernel, 1e-8);
      if (!std::holds_alternative<Precomputed>(kernel)) check_lengths(v);
    } else {
      check_dense(v, kernel, std::is_same_v<V, DenseView<float>> ? 1e-5 : 1e-8);
    }
  });
}

std::shared_ptr<Gram> given_gram(const Data& matrix, const Kernel& kernel) {
  if (matrix.is_sparse() && std::holds_alternative<Dissimilarity>(kernel)) refuse_sparse_dissimilarities();
  if (matrix.is_sparse()) return std::make_shared<SparseGram>(matrix);
  return std::make_shared<GivenGram>(matrix, kernel);
}

void given_cross(const Data& Z, const Kernel& kernel, const Matrix& W, Matrix& KW) {
  const auto* dissimilarity = std::get_if<Dissimilarity>(&kernel);
  if (Z.is_sparse() && dissimilarity) refuse_sparse_dissimilarities();
  KW.resize(Z.size(), W.cols());
  if (Z.is_sparse())
    sparse_cross(Z.sparse(), W, KW);
  else
    dense_cross(Z, dissimilarity ? dissimilarity->power : 0, W, KW);
}

}  // namespace mercer
