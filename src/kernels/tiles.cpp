#include "kernels/tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "core/tile_math.hpp"
#include "kernels/functions.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// Functions of only |x-y| don't change when the origin moves.
bool shift_invariant(const Kernel& kernel) {
  return std::holds_alternative<Gaussian>(kernel) || std::holds_alternative<Laplacian>(kernel);
}

// out(a, b) = k(x_a, y_b) in one pass, where y is laid out in panels and the function has a tile of its own.
template <class T, class K>
bool fill_at_once(const K& k, const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride) {
  if (b.panels.empty()) return false;
  const auto fill = [&](TileFunction function, T scale) {
    fill_tile<T>(function, scale, a.dimensions, {a.values.data(), a.count, a.norms.data()},
                 {b.panels.data(), b.count, b.norms.data()}, out, stride);
    return true;
  };
  if constexpr (std::is_same_v<K, GaussianOf<T>>)
    return fill(TileFunction::gaussian, k.gamma);
  else if constexpr (std::is_same_v<K, LaplacianOf<T>>)
    return fill(TileFunction::laplacian, k.inverse_sigma);
  else
    return false;
}

template <class T>
void add_widths(const Vector& widths, Index begin, Index end, PointBlock<T>& block) {
  block.widths.clear();
  if (widths.size() > 0)
    for (Index i = begin; i < end; ++i) block.widths.push_back(static_cast<T>(widths[i]));
}

}  // namespace

template <class T>
KernelTiles<T>::KernelTiles(Data data, Kernel kernel, bool origin_free, Vector widths)
    : data_(std::move(data)), kernel_(std::move(kernel)), widths_(std::move(widths)) {
  const bool centred = shift_invariant(kernel_) || (origin_free && std::holds_alternative<Linear>(kernel_));
  centre_ = centred ? centre_of(data_) : Vector::Zero(data_.dimensions());
  // Any point serves as centre; one that T holds exactly is subtracted alike in T and in double.
  centre_ = centre_.template cast<T>().template cast<double>().eval();
  norms_.resize(static_cast<std::size_t>(data_.size()));
  parallel_points(data_.size(), data_.dimensions(), [&](Index begin, Index end) {
    PointBlock<T> block;
    mercer::pack(data_, centre_, begin, end, block);
    std::copy(block.norms.begin(), block.norms.end(), norms_.begin() + begin);
  });
  for (std::size_t i = 0; i < norms_.size(); ++i)
    if (!std::isfinite(norms_[i]))
      throw Error(
          Fault::data,
          fmt::format("point {} is too far away: its squared length is too large to compute with; scale "
                      "the data (`standardize`) or use `precision = double`",
                      i + 1));
}

template <class T>
void KernelTiles<T>::pack(std::span<const Index> rows, PointBlock<T>& block) const {
  pack_values(data_, centre_, rows, block);
  block.norms.clear();
  block.widths.clear();
  for (const Index row : rows) block.norms.push_back(norms_[static_cast<std::size_t>(row)]);
  if (widths_.size() > 0)
    for (const Index row : rows) block.widths.push_back(static_cast<T>(widths_[row]));
}
template <class T>
void KernelTiles<T>::pack(Index begin, Index end, PointBlock<T>& block) const {
  pack_values(data_, centre_, begin, end, block);
  block.norms.assign(norms_.begin() + begin, norms_.begin() + end);
  add_widths(widths_, begin, end, block);
}
template <class T>
void KernelTiles<T>::pack_new(const Data& points, const Vector& widths, Index begin, Index end,
                              PointBlock<T>& block) const {
  mercer::pack(points, centre_, begin, end, block);
  add_widths(widths, begin, end, block);
}

template <class T>
void KernelTiles<T>::evaluate(const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride) const {
  evaluations_.fetch_add(static_cast<std::uint64_t>(a.count * b.count), std::memory_order_relaxed);
  if (is_local(kernel_)) {  // exp(-|x-y|^2 / s_x s_y)
    products(a, b, out, stride);
    for (Index r = 0; r < a.count; ++r)
      for (Index c = 0; c < b.count; ++c) {
        const auto i = static_cast<std::size_t>(r), j = static_cast<std::size_t>(c);
        T& value = out[r * stride + c];
        value = std::exp(-squared_distance(value, a.norms[i], b.norms[j]) / a.widths[i] / b.widths[j]);
      }
    return;
  }
  if (std::holds_alternative<Linear>(kernel_)) return products(a, b, out, stride);
  with_function<T>(kernel_, [&](const auto& k) {
    if (fill_at_once(k, a, b, out, stride)) return;
    products(a, b, out, stride);
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
