#include "gram/stored_gram.hpp"

#include <algorithm>
#include <numeric>

namespace mercer {

template <class T>
StoredGram<T>::StoredGram(std::shared_ptr<const Gram> source) : source_(std::move(source)) {
  constexpr Index columns = 512;
  const Index n = source_->size();
  diagonal_ = source_->diagonal();
  values_.resize(n, n);
  std::vector<Index> points;
  Matrix some;
  for (Index from = 0; from < n; from += columns) {
    points.resize(static_cast<std::size_t>(std::min(columns, n - from)));
    std::iota(points.begin(), points.end(), from);
    source_->columns(points, some);
    // symmetric: a column of K is a row of K
    values_.middleRows(from, some.cols()) = some.transpose().template cast<T>();
  }
}

template <class T>
auto StoredGram<T>::prepare(std::span<const Index> rows) const -> std::unique_ptr<Rows> {
  auto prepared = std::make_unique<Rows>();
  prepared->indices = rows;
  return prepared;
}

template <class T>
void StoredGram<T>::tile(const Rows& rows, Index first, Index count, Index begin, Index, Scratch&,
                         std::vector<const T*>& pointers) const {
  pointers.resize(static_cast<std::size_t>(count));
  for (Index r = 0; r < count; ++r)
    pointers[static_cast<std::size_t>(r)] =
        values_.row(rows.indices[static_cast<std::size_t>(first + r)]).data() + begin;
}

template <class T>
void StoredGram<T>::entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  for (Index r = 0; r < B.rows(); ++r)
    for (Index c = 0; c < B.cols(); ++c)
      B(r, c) = static_cast<double>(
          values_(rows[static_cast<std::size_t>(r)], points[static_cast<std::size_t>(c)]));
}

template class StoredGram<float>;
template class StoredGram<double>;

}  // namespace mercer
