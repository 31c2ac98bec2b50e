#include "gram/given_gram.hpp"

#include "gram/given.hpp"

namespace mercer {
namespace {

int power_of(const Kernel& kernel) {
  const auto* d = std::get_if<Dissimilarity>(&kernel);
  return d ? d->power : 0;
}

// Value (i, j) of dense data of either precision; a sparse matrix has a Gram of its own.
double value_at(const Data& data, Index i, Index j) {
  return data.visit([&]<class V>(const V& v) -> double {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return 0;
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
      if constexpr (!std::is_same_v<V, SparseMatrix>)
        for (Index j = columns.begin; j < columns.end; ++j)
          out[j - columns.begin] = similarity(static_cast<double>(v.row(rows[r])[j]), power_);
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

}  // namespace mercer
