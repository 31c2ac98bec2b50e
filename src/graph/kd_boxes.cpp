#include "graph/kd_boxes.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"

namespace mercer {
namespace kd {

// Points that move as a whole while they are ordered, and points that stay where they are. A whole number of
// words is copied faster.
template <int width>
struct MovedPoint {
  static constexpr int columns = width;
  std::array<double, width> x;
  Index id = 0;
};
struct PointAt {
  static constexpr int columns = Eigen::Dynamic;
  const double* x = nullptr;
  Index id = 0;
};

}  // namespace kd
namespace {

// Room in a leaf: the more columns, the less a box says, and the more a comparison of many points at once.
Index room_for(Index columns) { return columns <= 6 ? 32 : 64; }

template <class T>
double value_at(const DenseView<T>& view, Index i, Index j) {
  return static_cast<double>(view.row(i)[j]);
}
double value_at(const SparseMatrix& matrix, Index i, Index j) { return matrix.coeff(i, j); }

// Moves the items for which `goes_left` to the front, without a branch that depends on them; how many are in
// front.
template <class Item, class F>
Index to_front(Item* items, Index count, const F& goes_left) {
  Index front = 0;
  for (Index i = 0; i < count; ++i) {
    const Item item = items[i];
    items[i] = items[front];
    items[front] = item;
    front += goes_left(item) ? 1 : 0;
  }
  return front;
}

// Parts items at `middle`: none before it has a greater value than those behind. The pivot comes from a
// sample, a little beyond the middle as seen from the nearer end, so that most items leave at once.
template <class Item>
void part(Item* items, Index count, Index middle, std::size_t side) {
  std::array<double, 127> sample;
  for (int round = 0; count > 24 && round < 40; ++round) {
    const Index size = count < 256 ? 7 : count < 4096 ? 31 : 127, step = count / size;
    for (Index i = 0; i < size; ++i) sample[static_cast<std::size_t>(i)] = items[i * step + step / 2].x[side];
    const Index rank = middle * size / count, beyond = size < 31 ? 1 : size < 127 ? 3 : 5;
    const Index chosen = std::clamp<Index>(2 * rank < size ? rank + beyond : rank - beyond, 0, size - 1);
    std::nth_element(sample.begin(), sample.begin() + chosen, sample.begin() + size);
    const double pivot = sample[static_cast<std::size_t>(chosen)];
    Index front = to_front(items, count, [&](const Item& item) { return item.x[side] < pivot; });
    if (front == 0) {  // nothing is less than the pivot: then those equal to it
      front = to_front(items, count, [&](const Item& item) { return item.x[side] <= pivot; });
      if (middle <= front) return;
    }
    if (middle == front) return;
    if (middle < front) {
      count = front;
    } else {
      items += front;
      count -= front;
      middle -= front;
    }
  }
  std::nth_element(items, items + middle, items + count,
                   [side](const Item& a, const Item& b) { return a.x[side] < b.x[side]; });
}

}  // namespace

KdBoxes::KdBoxes(const Data& points)
    : size_(points.size()),
      width_(std::max<Index>(2, points.dimensions())),
      stride_(room_for(points.dimensions())),
      ids_(static_cast<std::size_t>(size_)),
      rows_(static_cast<std::size_t>(size_ * width_)) {
  while ((size_ + leaves() - 1) / leaves() > stride_) ++depth_;
  points.visit([&](const auto& view) {
    parallel_points(size_, width_, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        ids_[static_cast<std::size_t>(i)] = static_cast<int>(i);
        for (Index j = 0; j < points.dimensions(); ++j)
          rows_[static_cast<std::size_t>(i * width_ + j)] = value_at(view, i, j);
      }
    });
  });
  if (width_ == 2)
    arrange_moving<2>();
  else if (width_ == 3)
    arrange_moving<3>();
  else
    arrange_pointers();
  take_scale();
  if (coarse_)
    round(single_);
  else
    round(double_);
}

// Parts the points of a node at their median along the longest side.
template <class Item>
void KdBoxes::split(std::vector<Item>& items, int level, Index i) const {
  const Range range = points_at(level, i);
  using Sides = Eigen::Array<double, Item::columns, 1>;
  Sides low = Sides::Constant(width_, std::numeric_limits<double>::infinity()), high = -low;
  for (Index p = range.begin; p < range.end; ++p) {
    const Eigen::Map<const Sides> x(&items[static_cast<std::size_t>(p)].x[0], width_);
    low = low.min(x);
    high = high.max(x);
  }
  Index side = 0;
  (high - low).maxCoeff(&side);
  part(items.data() + range.begin, range.size(), points_at(level + 1, 2 * i).end - range.begin,
       static_cast<std::size_t>(side));
}
template <class Item>
void KdBoxes::split_all(std::vector<Item>& items, int level, Index i) const {
  if (level == depth_) return;
  split(items, level, i);
  split_all(items, level + 1, 2 * i);
  split_all(items, level + 1, 2 * i + 1);
}
// The upper levels one after the other, what is below them in parallel.
template <class Item>
void KdBoxes::arrange(std::vector<Item>& items) {
  constexpr int upper = 6;
  const int from = std::min(upper, depth_);
  const double work = static_cast<double>(size_) * static_cast<double>(width_);
  for (int level = 0; level < from; ++level)
    parallel_blocks(
        Index{1} << level, [&](Index i) { split(items, level, i); }, work);
  parallel_blocks(
      Index{1} << from, [&](Index i) { split_all(items, from, i); }, work * (depth_ - from + 1));
  AlignedVector<double> rows(rows_.size());
  parallel_points(size_, width_, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p) {
      const Item& item = items[static_cast<std::size_t>(p)];
      ids_[static_cast<std::size_t>(p)] = static_cast<int>(item.id);
      std::copy_n(&item.x[0], width_, rows.data() + p * width_);
    }
  });
  rows_.swap(rows);
}
template <int columns>
void KdBoxes::arrange_moving() {
  std::vector<kd::MovedPoint<columns>> items(static_cast<std::size_t>(size_));
  parallel_points(size_, columns, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      auto& item = items[static_cast<std::size_t>(i)];
      std::copy_n(row(i), columns, item.x.begin());
      item.id = i;
    }
  });
  arrange(items);
}
void KdBoxes::arrange_pointers() {
  std::vector<kd::PointAt> items(static_cast<std::size_t>(size_));
  for (Index i = 0; i < size_; ++i) items[static_cast<std::size_t>(i)] = {row(i), i};
  arrange(items);
}

// Single precision is too coarse where more than a few points are in leaves no wider than some of its steps.
void KdBoxes::take_scale() {
  Matrix low(leaves(), width_), high(leaves(), width_);
  parallel_rows(leaves(), 256, [&](Index first, Index last) {
    for (Index leaf = first; leaf < last; ++leaf) {
      const Range points = leaf_points(leaf);
      const Eigen::Map<const Matrix> values(row(points.begin), points.size(), width_);
      low.row(leaf) = values.colwise().minCoeff();
      high.row(leaf) = values.colwise().maxCoeff();
    }
  });
  const Vector least = low.colwise().minCoeff(), greatest = high.colwise().maxCoeff();
  centre_ = least / 2 + greatest / 2;
  const double most = (greatest / 2 - least / 2).maxCoeff();
  if (most == 0) return;
  scale_ = std::ldexp(1.0, std::clamp(-std::ilogb(most) - 1, -1000, 1000));
  Index narrow = 0;  // points in such leaves
  for (Index leaf = 0; leaf < leaves(); ++leaf) {
    const double widest = (high.row(leaf) - low.row(leaf)).maxCoeff() * scale_;
    if (widest > 0 && widest < 0x1p-16) narrow += leaf_points(leaf).size();
  }
  coarse_ = narrow <= 1000 + size_ / 1000;
}

template <class T>
void KdBoxes::round(Rounded<T>& out) const {
  out.columns.assign(static_cast<std::size_t>(leaves() * width_ * stride_),
                     std::numeric_limits<T>::infinity());
  out.boxes.resize(static_cast<std::size_t>(2 * nodes() * width_));
  parallel_rows(leaves(), 256, [&](Index first, Index last) {
    for (Index leaf = first; leaf < last; ++leaf) {
      const Range points = leaf_points(leaf);
      T* columns = out.columns.data() + leaf * width_ * stride_;
      T* low = out.boxes.data() + 2 * (leaves() - 1 + leaf) * width_;
      for (Index j = 0; j < width_; ++j) {
        for (Index p = points.begin; p < points.end; ++p) {
          const double x = row(p)[j];
          columns[j * stride_ + p - points.begin] =
              std::is_same_v<T, float> ? static_cast<T>((x - centre_[j]) * scale_) : static_cast<T>(x);
        }
        const auto ends = std::minmax_element(columns + j * stride_, columns + j * stride_ + points.size());
        low[j] = *ends.first;
        low[width_ + j] = *ends.second;
      }
    }
  });
  for (Index node = leaves() - 2; node >= 0; --node)
    for (Index j = 0; j < width_; ++j) {
      T* low = out.boxes.data() + 2 * node * width_ + j;
      const T* left = out.boxes.data() + 2 * (2 * node + 1) * width_ + j;
      const T* right = left + 2 * width_;
      low[0] = std::min(left[0], right[0]);
      low[width_] = std::max(left[width_], right[width_]);
    }
}

// Rounding moves a value within [-1, 1] by at most u = 2^-24, so a difference by 2 u, and a length by a = 2 u
// sqrt(d). Then (s + a)^2 <= s^2 (1 + t) + a^2 (1 + 1/t) for any t, here 2^-6. A sum of d terms errs by a
// factor of 1 + (d + 8) u at most.
template <class T>
T KdBoxes::widened(Adding adding, T seen) const {
  constexpr T largest = std::numeric_limits<T>::max();
  const double u = std::numeric_limits<T>::epsilon() / 2, d = static_cast<double>(width_);
  double value = static_cast<double>(seen);
  if (std::is_same_v<T, float>) {
    if (adding == Adding::squares) value = value * (1 + 0x1p-6) + 4 * u * u * d * 1.01 * (1 + 0x1p6);
    if (adding == Adding::absolutes) value += 2.01 * u * d;
    if (adding == Adding::largest) value += 2.01 * u;
  }
  value = value * (1 + (2 * d + 16) * u) + static_cast<double>(std::numeric_limits<T>::min());
  return value < static_cast<double>(largest) ? static_cast<T>(value) : largest;
}
template <class T>
T KdBoxes::below(Adding adding, double compared) const {
  if constexpr (std::is_same_v<T, double>) return compared;
  const double value = compared * scale_ * (adding == Adding::squares ? scale_ : 1);
  constexpr double largest = std::numeric_limits<float>::max();
  return value < largest ? static_cast<T>(value) : static_cast<T>(largest);
}
template float KdBoxes::widened<float>(Adding, float) const;
template double KdBoxes::widened<double>(Adding, double) const;
template float KdBoxes::below<float>(Adding, double) const;
template double KdBoxes::below<double>(Adding, double) const;

}  // namespace mercer
