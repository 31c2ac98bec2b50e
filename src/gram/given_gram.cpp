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

auto GivenGram::prepare(std::span<const Index> rows) const -> std::unique_ptr<Rows> {
  auto prepared = std::make_unique<Rows>();
  prepared->indices = rows;
  return prepared;
}

void GivenGram::tile(const Rows& rows, Index first, Index count, Index begin, Index end, Scratch& scratch,
                     std::vector<const double*>& pointers) const {
  pointers.resize(static_cast<std::size_t>(count));
  const auto source = [&](Index r) { return rows.indices[static_cast<std::size_t>(first + r)]; };
  matrix_.visit([&]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, DenseView<double>>) {
      if (power_ == 0) {  // in place
        for (Index r = 0; r < count; ++r) pointers[static_cast<std::size_t>(r)] = v.row(source(r)) + begin;
        return;
      }
    }
    scratch.values.resize(static_cast<std::size_t>(tile_rows * tile_width));
    for (Index r = 0; r < count; ++r) {
      double* out = scratch.values.data() + r * tile_width;
      if constexpr (!std::is_same_v<V, SparseMatrix>)
        for (Index j = begin; j < end; ++j)
          out[j - begin] = similarity(static_cast<double>(v.row(source(r))[j]), power_);
      pointers[static_cast<std::size_t>(r)] = out;
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
