#include "gram/sparse_gram.hpp"

#include "core/parallel.hpp"
#include "gram/given.hpp"

namespace mercer {
namespace {

Index entries_of(const SparseMatrix& K, Index row) {
  return K.outerIndexPtr()[row + 1] - K.outerIndexPtr()[row];
}

// KW(i, :) += k dW(r, :)
void add_entries(const SparseRows& dW, std::size_t r, double k, Matrix& KW, Index i) {
  for (Index e = dW.start[r]; e < dW.start[r + 1]; ++e)
    KW(i, dW.columns[static_cast<std::size_t>(e)]) += k * dW.values[static_cast<std::size_t>(e)];
}

// Few rows changed: their entries are scattered, by one thread.
void scatter(const SparseMatrix& K, const SparseRows& dW, Matrix& KW) {
  for (std::size_t r = 0; r < dW.rows.size(); ++r)
    for (SparseMatrix::InnerIterator it(K, dW.rows[r]); it; ++it)
      add_entries(dW, r, it.value(), KW, it.col());
}

// Many rows changed: every point gathers from those of its neighbours that did.
void gather(const SparseMatrix& K, const SparseRows& dW, Matrix& KW) {
  std::vector<Index> place(static_cast<std::size_t>(K.rows()), -1);
  for (std::size_t r = 0; r < dW.rows.size(); ++r)
    place[static_cast<std::size_t>(dW.rows[r])] = static_cast<Index>(r);
  parallel_points(K.rows(), K.nonZeros() / K.rows() + 1, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (SparseMatrix::InnerIterator it(K, i); it; ++it)
        if (const Index r = place[static_cast<std::size_t>(it.col())]; r >= 0)
          add_entries(dW, static_cast<std::size_t>(r), it.value(), KW, i);
  });
}

}  // namespace

void SparseGram::apply(const Matrix& W, Matrix& KW, Control*) const {
  Vector self;
  cross(matrix_, W, KW, self);
}

// K(:, rows) are rows of K, which is symmetric. Which way is taken depends only on the data, and so do the
// bits.
void SparseGram::update(const SparseRows& dW, Matrix& KW, Control*) const {
  constexpr Index dear = 4;  // an entry scattered, in entries that are merely passed by
  Index changed = 0;
  for (Index row : dW.rows) changed += entries_of(values(), row);
  if (dear * changed > values().nonZeros())
    gather(values(), dW, KW);
  else
    scatter(values(), dW, KW);
}

void SparseGram::columns(std::span<const Index> points, Matrix& C, Control*) const {
  C = Matrix::Zero(size(), static_cast<Index>(points.size()));
  for (Index c = 0; c < C.cols(); ++c)
    for (SparseMatrix::InnerIterator it(values(), points[static_cast<std::size_t>(c)]); it; ++it)
      C(it.col(), c) = it.value();
}

void SparseGram::block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  B.resize(static_cast<Index>(rows.size()), static_cast<Index>(points.size()));
  parallel_points(B.rows(), 16 * B.cols(), [&](Index begin, Index end) {
    for (Index r = begin; r < end; ++r)
      for (Index c = 0; c < B.cols(); ++c)
        B(r, c) = values().coeff(rows[static_cast<std::size_t>(r)], points[static_cast<std::size_t>(c)]);
  });
}

void SparseGram::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  given_cross(Z, Precomputed{}, W, KW);
  self = Vector::Constant(Z.size(), diagonal().mean());
}

}  // namespace mercer
