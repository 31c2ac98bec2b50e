// Whether the candidates agree on a finer number of clusters where it matters: inside the clusters of a
// coarser one.
#pragma once

#include <cmath>
#include <functional>
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

// The figures of the rule; `mercer_quality --only left-out` chooses them anew.
struct NumberRule {
  double separation = 0.5;             // E = A (1 + separation s)
  double finer = 0.04;                 // E + finer ln K ranks
  double guessed = 0.6, agreed = 0.8;  // within the clusters of a coarser number
  double kept = 0.7;                   // share of the coarser number's separation that a finer one has

  double evidence(const NumberEvidence& e) const { return e.agreement * (1 + separation * e.separation); }
  double rank(const NumberEvidence& e) const {
    return evidence(e) + finer * std::log(static_cast<double>(e.clusters));
  }
};

//   C(K | k) = mean over candidates v of K clusters of the agreement of the winner with v within the k
//   clusters
using Within = std::function<double(Index fine, Index coarse)>;
Within agreement_among(const std::vector<HeldNumber>& held);

// Agreement over all pairs hides what a finer number adds: a cluster cut at random lowers it little, and a
// true cut that some candidates miss lowers it, too. So C(K | k) is computed for the number of largest rank.
// It is replaced by a coarser number of nearly the same rank if the candidates disagree within that, C(best |
// k) < guessed; then by a finer number if nearly all agree on it, C(K | best) >= agreed, and its gaps are
// nearly as wide, s(K) >= kept s(best). For the candidates also agree, by chance, on where a long curve of
// few points is thin; but there are no gaps like those between the curves.
void settle_number(NumberSearch& search, const Within& within, const NumberRule& rule = {});
inline void settle_number(NumberSearch& search, const std::vector<HeldNumber>& held) {
  settle_number(search, agreement_among(held));
}

}  // namespace mercer::automatic
