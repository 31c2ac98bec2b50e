#include "kernels/tiles.hpp"

#include <cmath>

#include "kernels/functions.hpp"

namespace mercer {
namespace {

// Functions of |x-y| alone don't change when the origin moves.
bool shift_invariant(const Kernel& kernel) {
  return std::holds_alternative<Gaussian>(kernel) || std::holds_alternative<Laplacian>(kernel);
}
bool is_local(const Kernel& kernel) {
  const auto* g = std::get_if<Gaussian>(&kernel);
  return g && g->local;
}

}  // namespace

template <class T>
KernelTiles<T>::KernelTiles(Data data, Kernel kernel, bool origin_free, Vector widths)
    : data_(std::move(data)), kernel_(std::move(kernel)), widths_(std::move(widths)) {
  const bool centred = shift_invariant(kernel_) || (origin_free && std::holds_alternative<Linear>(kernel_));
  centre_ = centred ? centre_of(data_) : Vector::Zero(data_.dimensions());
}

template <class T>
void KernelTiles<T>::pack(std::span<const Index> rows, PointBlock<T>& block) const {
  mercer::pack(data_, centre_, rows, block);
  block.widths.clear();
  if (widths_.size() > 0)
    for (Index row : rows) block.widths.push_back(static_cast<T>(widths_[row]));
}
template <class T>
void KernelTiles<T>::pack(Index begin, Index end, PointBlock<T>& block) const {
  pack_new(data_, widths_, begin, end, block);
}
template <class T>
void KernelTiles<T>::pack_new(const Data& points, const Vector& widths, Index begin, Index end,
                              PointBlock<T>& block) const {
  mercer::pack(points, centre_, begin, end, block);
  block.widths.clear();
  if (widths.size() > 0)
    for (Index i = begin; i < end; ++i) block.widths.push_back(static_cast<T>(widths[i]));
}

template <class T>
void KernelTiles<T>::evaluate(const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride) const {
  products(a, b, out, stride);
  if (is_local(kernel_)) {  // exp(-|x-y|^2 / s_x s_y)
    for (Index r = 0; r < a.count; ++r)
      for (Index c = 0; c < b.count; ++c) {
        const auto i = static_cast<std::size_t>(r), j = static_cast<std::size_t>(c);
        T& value = out[r * stride + c];
        value = std::exp(-squared_distance(value, a.norms[i], b.norms[j]) / a.widths[i] / b.widths[j]);
      }
    return;
  }
  if (std::holds_alternative<Linear>(kernel_)) return;
  with_function<T>(kernel_, [&](const auto& k) {
    for (Index r = 0; r < a.count; ++r)
      evaluate_row(k, out + r * stride, b.count, a.norms[static_cast<std::size_t>(r)], b.norms.data());
  });
}

template <class T>
double KernelTiles<T>::self(const PointBlock<T>& a, Index row) const {
  if (shift_invariant(kernel_)) return 1;
  const auto norm = static_cast<double>(a.norms[static_cast<std::size_t>(row)]);
  return with_function<double>(kernel_,
                               [&](const auto& k) { return static_cast<double>(k(norm, norm, norm)); });
}

template class KernelTiles<float>;
template class KernelTiles<double>;

}  // namespace mercer
