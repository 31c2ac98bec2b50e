// Who compares all pairs of points, where it is not the processor: a GPU says so for the thread that it works
// for, and the searches of neighbours and of spanning trees ask it first. It finds what they find; lengths
// may differ by the rounding of a sum.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "mercer/neighbors.hpp"

namespace mercer {

// Up to as many columns a tree of boxes is faster than all pairs, wherever these are compared.
constexpr Index most_tree_columns = 8;

// The lightest edge from a point to one of another component: by weight, then by distance, then by its ends.
struct LightEdge {
  double weight = 0, distance = 0;  // squared
  int other = -1;                   // -1: all points are in one component
};

// Points between which a spanning tree is sought.
class OutsideSearch {
 public:
  virtual ~OutsideSearch() = default;
  // That of each of the points `of`; component[i] is that of point i.
  virtual std::vector<LightEdge> lightest(const std::vector<int>& of,
                                          const std::vector<int>& component) const = 0;
};

class PairSearch {
 public:
  virtual ~PairSearch() = default;
  // As blocked_neighbors (neighbors/blocked.hpp); none: not for these data.
  virtual std::optional<Neighbors> nearest(const Data& queries, const Data& points, Index k,
                                           bool among_others) const = 0;
  // Squared distances with the sums of graph/distance.hpp; the weight of an edge is max(distance, core of
  // both ends), cores squared or empty. Null: not for these data.
  virtual std::unique_ptr<OutsideSearch> outside(const Data& points, const Vector& core) const = 0;
};

// That of the calling thread; null: the processor.
const PairSearch*& pair_search_of_thread();

class PairSearchScope {
 public:
  explicit PairSearchScope(const PairSearch* search)
      : before_(std::exchange(pair_search_of_thread(), search)) {}
  ~PairSearchScope() { pair_search_of_thread() = before_; }
  PairSearchScope(const PairSearchScope&) = delete;
  PairSearchScope& operator=(const PairSearchScope&) = delete;

 private:
  const PairSearch* before_;
};

}  // namespace mercer
