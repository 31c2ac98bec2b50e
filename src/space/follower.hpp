// The labels of one start, followed while its prototypes move.
//
// What was found in one iteration limits what can happen in the next: a space that keeps such limits looks
// again only at the points that they leave open. The answers are those of Space::nearest and Space::gaining.
#pragma once

#include <vector>

#include "core/range.hpp"
#include "mercer/types.hpp"

namespace mercer {

class Space;
struct Prototypes;
struct Moves;

class Follower {
 public:
  Follower() = default;
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  virtual ~Follower() = default;
  virtual Moves nearest(const Prototypes& P, Range columns, Labels& labels) = 0;
  virtual std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels,
                                     const Vector& weights, double least) = 0;
};

}  // namespace mercer
