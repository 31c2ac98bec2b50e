// Points in the boxes of a kd-tree: halved along the longest side, down to leaves of at most 16 points.
//
// Every leaf is equally deep, so the tree is implicit: node i has the children 2i+1 and 2i+2, and the points
// of the i-th node of a level with w nodes are n i/w .. n (i+1)/w - 1.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/parallel.hpp"
#include "core/range.hpp"

namespace mercer {

// The shape of the tree: who stands in which leaf, whatever the number of columns.
class KdShape {
 public:
  explicit KdShape(Index size) : size_(size) {
    while ((size_ + leaves() - 1) / leaves() > most_in_leaf) ++depth_;
  }
  Index size() const { return size_; }
  Index leaves() const { return Index{1} << depth_; }
  Index nodes() const { return 2 * leaves() - 1; }
  bool is_leaf(Index node) const { return node >= leaves() - 1; }
  Range leaf_points(Index leaf) const { return points_at(depth_, leaf); }
  // Which point stands at a position.
  int id(Index position) const { return ids_[static_cast<std::size_t>(position)]; }

 protected:
  static constexpr Index most_in_leaf = 16;
  Range points_at(int level, Index i) const { return {size_ * i >> level, size_ * (i + 1) >> level}; }

  Index size_;
  int depth_ = 0;
  std::vector<int> ids_;
};

template <int D>
class KdBoxes : public KdShape {
 public:
  struct Box {
    std::array<double, D> low, high;
  };

  // `coordinate(i, j)` is column j of point i.
  template <class Coordinate>
  KdBoxes(Index size, const Coordinate& coordinate) : KdShape(size) {
    boxes_.resize(static_cast<std::size_t>(2 * leaves() - 1));
    std::vector<Item> items(static_cast<std::size_t>(size));
    parallel_points(size, D, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        auto& item = items[static_cast<std::size_t>(i)];
        for (int j = 0; j < D; ++j) item.x[static_cast<std::size_t>(j)] = coordinate(i, j);
        item.id = static_cast<int>(i);
      }
    });
    arrange(items);
    unpack(items);
  }

  const Box& box(Index node) const { return boxes_[static_cast<std::size_t>(node)]; }
  // Column j of the points, in the order of the leaves.
  const double* column(int j) const { return columns_[static_cast<std::size_t>(j)].data(); }

 private:
  struct Item {
    std::array<double, D> x;
    int id = 0;
  };

  static void include(Box& box, const std::array<double, D>& low, const std::array<double, D>& high) {
    for (std::size_t j = 0; j < D; ++j) {
      box.low[j] = std::min(box.low[j], low[j]);
      box.high[j] = std::max(box.high[j], high[j]);
    }
  }
  static Box nothing() {
    Box box;
    box.low.fill(std::numeric_limits<double>::infinity());
    box.high.fill(-std::numeric_limits<double>::infinity());
    return box;
  }

  // Bounds a node and parts its points at their median along the longest side.
  void split(std::vector<Item>& items, int level, Index i) {
    const Range range = points_at(level, i);
    Box box = nothing();
    for (Index p = range.begin; p < range.end; ++p) {
      const auto& x = items[static_cast<std::size_t>(p)].x;
      include(box, x, x);
    }
    boxes_[static_cast<std::size_t>((Index{1} << level) - 1 + i)] = box;
    if (level == depth_) return;
    std::size_t side = 0;
    for (std::size_t j = 1; j < D; ++j)
      if (box.high[j] - box.low[j] > box.high[side] - box.low[side]) side = j;
    std::nth_element(items.begin() + range.begin, items.begin() + points_at(level + 1, 2 * i).end,
                     items.begin() + range.end,
                     [side](const Item& a, const Item& b) { return a.x[side] < b.x[side]; });
  }
  void split_all(std::vector<Item>& items, int level, Index i) {
    split(items, level, i);
    if (level == depth_) return;
    split_all(items, level + 1, 2 * i);
    split_all(items, level + 1, 2 * i + 1);
  }
  // The upper levels one after the other, what is below them in parallel.
  void arrange(std::vector<Item>& items) {
    constexpr int upper = 6;
    const auto work = static_cast<double>(size_);
    for (int level = 0; level < std::min(upper, depth_); ++level)
      parallel_blocks(
          Index{1} << level, [&](Index i) { split(items, level, i); }, work);
    const int from = std::min(upper, depth_);
    parallel_blocks(
        Index{1} << from, [&](Index i) { split_all(items, from, i); }, work * (depth_ - from + 1));
  }

  void unpack(const std::vector<Item>& items) {
    for (auto& column : columns_) column.resize(static_cast<std::size_t>(size_));
    ids_.resize(static_cast<std::size_t>(size_));
    parallel_points(size_, D, [&](Index begin, Index end) {
      for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p) {
        for (std::size_t j = 0; j < D; ++j) columns_[j][p] = items[p].x[j];
        ids_[p] = items[p].id;
      }
    });
  }

  std::vector<Box> boxes_;
  std::array<std::vector<double>, D> columns_;
};

}  // namespace mercer
