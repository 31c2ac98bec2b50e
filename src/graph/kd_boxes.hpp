// Points in the boxes of a kd-tree: halved along the longest side, down to leaves of at most 16 to 64 points.
//
// Every leaf is equally deep, so the tree is implicit: node i has the children 2i+1 and 2i+2, and the points
// of the i-th node of a level with w nodes are n i/w .. n (i+1)/w - 1.
//
// Searches see rounded points: (x - centre) 2^e in single precision, within [-1, 1]; or, where the nearest
// points would become one, the points themselves.
#pragma once

#include <limits>
#include <vector>

#include "core/range.hpp"
#include "graph/near_leaves.hpp"
#include "mercer/data.hpp"

namespace mercer {

class KdBoxes {
 public:
  explicit KdBoxes(const Data& points);

  Index size() const { return size_; }
  Index width() const { return width_; }
  Index leaves() const { return Index{1} << depth_; }
  Index nodes() const { return 2 * leaves() - 1; }
  bool is_leaf(Index node) const { return node >= leaves() - 1; }
  Range leaf_points(Index leaf) const { return points_at(depth_, leaf); }
  Index stride() const { return stride_; }
  // Which point stands at a position.
  int id(Index position) const { return ids_[static_cast<std::size_t>(position)]; }
  // The values of the point at a position.
  const double* row(Index position) const { return rows_.data() + position * width_; }

  // Whether searches see single precision.
  bool coarse() const { return coarse_; }
  // What searches see.
  template <class T>
  NodeBoxes<T> seen() const {
    return {width_, leaves(), stride_, rounded<T>().boxes.data(), rounded<T>().columns.data()};
  }
  // The points of a leaf as searches see them, a column after the other.
  template <class T>
  const T* leaf_columns(Index leaf) const {
    return rounded<T>().columns.data() + leaf * width_ * stride_;
  }
  // No distance (or its square, as it is added up) of at most `compared` is above this as searches see it.
  template <class T>
  T limit(Adding adding, double compared) const {
    return widened<T>(adding, below<T>(adding, compared));
  }
  // No distance that is seen to be at most `seen` is above this, and none of at most `seen` is seen above it.
  template <class T>
  T widened(Adding adding, T seen) const;
  // `compared` as searches see it, not rounded up.
  template <class T>
  T below(Adding adding, double compared) const;

 private:
  template <class T>
  struct Rounded {
    AlignedVector<T> boxes;    // of each node: low sides, high sides
    AlignedVector<T> columns;  // of each leaf: stride values of each column
  };
  template <class T>
  const Rounded<T>& rounded() const {
    if constexpr (std::is_same_v<T, float>)
      return single_;
    else
      return double_;
  }
  Range points_at(int level, Index i) const { return {size_ * i >> level, size_ * (i + 1) >> level}; }

  template <class Item>
  void arrange(std::vector<Item>& items);
  template <class Item>
  void split(std::vector<Item>& items, int level, Index i) const;
  template <class Item>
  void split_all(std::vector<Item>& items, int level, Index i) const;
  template <int columns>
  void arrange_moving();
  void arrange_pointers();
  void take_scale();
  template <class T>
  void round(Rounded<T>& out) const;

  Index size_, width_, stride_;
  int depth_ = 0;
  bool coarse_ = true;
  double scale_ = 1;  // 2^e
  Vector centre_;
  std::vector<int> ids_;
  AlignedVector<double> rows_;  // in the order of the leaves
  Rounded<float> single_;
  Rounded<double> double_;
};

}  // namespace mercer
