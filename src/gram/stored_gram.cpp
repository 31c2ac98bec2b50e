#include "gram/stored_gram.hpp"

namespace mercer {

template <class T>
StoredGram<T>::StoredGram(std::shared_ptr<const BlockGram<T>> source)
    : source_(std::move(source)), diagonal_(source_->diagonal()) {
  source_->store(values_);
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
