// Whether a finer number of clusters is agreed on where it matters: inside the clusters of a coarser one.
#pragma once

#include <vector>

#include "mercer/beyond/number.hpp"

namespace mercer::automatic {

// The adjusted Rand index of two clusterings over those pairs of points that a third keeps together.
double agreement_within(const Labels& coarse, const Labels& a, const Labels& b);

// What was found for one number: the clusters of the winner, and those of all candidates.
struct HeldNumber {
  Index clusters = 0;
  Labels winner;
  std::vector<Labels> candidates;
};

// Agreement over all pairs hides what a finer number adds: a cluster cut at random lowers it little, and a
// true cut that some candidates miss lowers it, too. So
//   C(K | k) = mean over candidates v of K clusters of the agreement of the winner with v within the k
//   clusters
// is asked of the number of largest rank. Coarser numbers of nearly the same rank within which nothing is
// agreed on, C(best | k) < 0.6, take its place; then finer ones on which nearly all agree there, C(K | best)
// >= 0.8.
void settle_number(NumberSearch& search, const std::vector<HeldNumber>& held);

}  // namespace mercer::automatic
