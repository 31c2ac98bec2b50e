// Tiles of a kernel matrix between blocks of points: a product, then the kernel function on every value.
#pragma once

#include <atomic>

#include "kernels/points.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

template <class T>
class KernelTiles {
 public:
  // `kernel` is resolved. `origin_free`: only distances in feature space matter, so the linear kernel may be
  // centred. `widths`: those of the points, for gaussian:local.
  KernelTiles(Data data, Kernel kernel, bool origin_free, Vector widths = {});

  Index size() const { return data_.size(); }
  const Data& data() const { return data_; }
  const Kernel& kernel() const { return kernel_; }
  const Vector& widths() const { return widths_; }

  void pack(std::span<const Index> rows, PointBlock<T>& block) const;
  void pack(Index begin, Index end, PointBlock<T>& block) const;
  // New points; `widths` are theirs (gaussian:local).
  void pack_new(const Data& points, const Vector& widths, Index begin, Index end, PointBlock<T>& block) const;

  // out(a, b) = k(x_a, y_b)
  void evaluate(const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride) const;
  // How many values that made so far.
  std::uint64_t evaluations() const { return evaluations_.load(std::memory_order_relaxed); }
  // k(x_a, x_a)
  double self(const PointBlock<T>& a, Index row) const;

 private:
  Data data_;
  Kernel kernel_;
  Vector centre_;
  Vector widths_;
  std::vector<T> norms_;  // |x|^2 of the points, about the centre
  mutable std::atomic<std::uint64_t> evaluations_{0};
};

}  // namespace mercer
