#include "gram/given_gram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"

namespace mercer {
namespace {

int power_of(const Kernel& kernel) {
  const auto* d = std::get_if<Dissimilarity>(&kernel);
  return d ? d->power : 0;
}

// Value (i, j) of dense data of either precision.
double value_at(const Data& data, Index i, Index j) {
  return data.visit([&]<class V>(const V& v) -> double {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return v.coeff(i, j);
    else
      return static_cast<double>(v.row(i)[j]);
  });
}

}  // namespace

GivenGram::GivenGram(Data matrix, const Kernel& kernel)
    : matrix_(std::move(matrix)), power_(power_of(kernel)) {}

double GivenGram::at(Index i, Index j) const { return similarity(value_at(matrix_, i, j), power_); }

Vector GivenGram::diagonal() const {
  Vector out(size());
  for (Index i = 0; i < size(); ++i) out[i] = at(i, i);
  return out;
}

void GivenGram::tile(std::span<const Index> rows, Range columns, Scratch& scratch) const {
  scratch.rows.resize(rows.size());
  matrix_.visit([&]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, DenseView<double>>) {
      if (power_ == 0) {  // in place
        for (std::size_t r = 0; r < rows.size(); ++r) scratch.rows[r] = v.row(rows[r]) + columns.begin;
        return;
      }
    }
    scratch.values.resize(rows.size() * static_cast<std::size_t>(columns.size()));
    double* out = scratch.values.data();
    for (std::size_t r = 0; r < rows.size(); ++r, out += columns.size()) {
      scratch.rows[r] = out;
      for (Index j = columns.begin; j < columns.end; ++j) {
        if constexpr (std::is_same_v<V, SparseMatrix>)
          out[j - columns.begin] = similarity(v.coeff(rows[r], j), power_);
        else
          out[j - columns.begin] = similarity(static_cast<double>(v.row(rows[r])[j]), power_);
      }
    }
  });
}

void GivenGram::entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  for (Index r = 0; r < B.rows(); ++r)
    for (Index c = 0; c < B.cols(); ++c)
      B(r, c) = at(rows[static_cast<std::size_t>(r)], points[static_cast<std::size_t>(c)]);
}

void GivenGram::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  Kernel kernel = Precomputed{};
  if (power_ != 0) kernel = Dissimilarity{power_};
  given_cross(Z, kernel, W, KW);
  self = Vector::Constant(Z.size(), power_ == 0 ? diagonal().mean() : 0.0);
}

void given_cross(const Data& Z, const Kernel& kernel, const Matrix& W, Matrix& KW) {
  constexpr Index rows = 128;
  const int power = power_of(kernel);
  KW.resize(Z.size(), W.cols());
  parallel_rows(Z.size(), rows, [&](Index begin, Index end) {
    Matrix k(end - begin, W.rows());
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < W.rows(); ++j) k(i - begin, j) = GivenGram::similarity(value_at(Z, i, j), power);
    KW.middleRows(begin, end - begin).noalias() = k * W;
  });
}

void check_given(const Data& matrix, const Kernel& kernel) {
  const Index n = matrix.size();
  const std::string what = std::holds_alternative<Dissimilarity>(kernel) ? "dissimilarity" : "kernel";
  if (n != matrix.dimensions())
    throw Error(Fault::data, fmt::format("the {} matrix has {} rows and {} columns; it must be square", what,
                                         n, matrix.dimensions()));
  const bool single = matrix.visit([]<class V>(const V&) { return std::is_same_v<V, DenseView<float>>; });
  const double tolerance = single ? 1e-5 : 1e-8;  // relative: the rounding of whoever made the matrix
  double largest = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) largest = std::max(largest, std::abs(value_at(matrix, i, j)));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double a = value_at(matrix, i, j), b = value_at(matrix, j, i);
      if (std::abs(a - b) > tolerance * largest)
        throw Error(Fault::data,
                    fmt::format("the {} matrix is not symmetric: row {}, column {} is {} but row {}, "
                                "column {} is {}; symmetrise it first",
                                what, i + 1, j + 1, a, j + 1, i + 1, b));
      if (what == "kernel") continue;
      if (a < 0)
        throw Error(Fault::data,
                    fmt::format("dissimilarity {} in row {}, column {} is negative", a, i + 1, j + 1));
      if (i == j && a > tolerance * largest)
        throw Error(Fault::data,
                    fmt::format("dissimilarity of point {} to itself is {}; it must be 0", i + 1, a));
    }
}

}  // namespace mercer
