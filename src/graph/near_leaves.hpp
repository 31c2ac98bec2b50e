// Finds points near a few others: goes through the leaves of a kd-tree, from near to far, in vector
// registers.
//
// Distances are rounded here, and the limits of the seekers are wide enough for that (`KdBoxes::limit`):
// a point that is passed over is farther than the limit, and a hit is measured again by the caller.
#pragma once

#include <array>
#include <cstdint>

#include "core/aligned.hpp"
#include "mercer/types.hpp"

namespace mercer {

// How differences along the columns add up to what is compared.
enum class Adding { squares, absolutes, largest };

// A kd-tree as a search sees it. Node i has the children 2i+1 and 2i+2; the last `leaves` nodes are leaves.
template <class T>
struct NodeBoxes {
  Index width = 0;  // columns
  Index leaves = 0;
  Index stride = 0;            // room in a leaf, a multiple of 16 and at most 64
  const T* boxes = nullptr;    // of each node: low sides, then high sides
  const T* columns = nullptr;  // of each leaf: column after column; infinite where there is no point
};

// What is known of the nodes beside their boxes, in the same order; null: nothing.
template <class T>
struct NodeFacts {
  const int* components = nullptr;  // the component that all points of a node are in, or -1
  const T* cores = nullptr;         // no edge to a point of the node is lighter than this
};

// Points that look for others at once.
template <class T>
struct Seekers {
  static constexpr Index most = 64;
  explicit Seekers(Index width) : columns(static_cast<std::size_t>(width * most), T(0)) {}
  void clear() {
    count = 0;
    limits.fill(-1);
    components.fill(-2);
  }
  Index count = 0;
  alignas(64) std::array<T, 64> limits{};        // up to where they look; negative: nowhere
  alignas(64) std::array<int, 64> components{};  // nodes of their component are passed by
  AlignedVector<T> columns;                      // width x most
};

// Is told of the points of a leaf that may be within the limit of a seeker: one bit for each.
class NearVisitor {
 public:
  virtual ~NearVisitor() = default;
  // May lower the limits.
  virtual void hits(Index leaf, Index seeker, std::uint64_t points) = 0;
};

// Up to where each point of a leaf has to look to see `count` others, as far as the points of the same leaf
// tell; infinite if there are too few. The points are the seekers. At most `most_in_leaf` others.
constexpr Index most_in_leaf = 16;
void reach_in_leaf(Adding adding, const NodeBoxes<float>& tree, Index leaf, Index count,
                   Seekers<float>& seekers);
void reach_in_leaf(Adding adding, const NodeBoxes<double>& tree, Index leaf, Index count,
                   Seekers<double>& seekers);

void visit_near_leaves(Adding adding, const NodeBoxes<float>& tree, const NodeFacts<float>& facts,
                       const Seekers<float>& seekers, NearVisitor& visitor);
void visit_near_leaves(Adding adding, const NodeBoxes<double>& tree, const NodeFacts<double>& facts,
                       const Seekers<double>& seekers, NearVisitor& visitor);

}  // namespace mercer
