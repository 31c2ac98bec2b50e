// Which candidate is best, without a look at any label but theirs.
#pragma once

#include "beyond/auto/candidates.hpp"

namespace mercer::automatic {

struct Held {
  Contest contest;
  Entries entries;  // without their candidates, which the contest has
};
//   S(c) = mean_v ARI(c, v) + 0.35 g ARI(c, best mixture) + 0.4 sep(c)
// over the candidates v, c among them. The first of equals wins; one with fewer clusters than asked for
// can't.
Held hold_contest(const Parts& parts, const std::string& representation, Index clusters, std::uint64_t seed,
                  Control* control, const std::vector<CandidateSpec>& specs);
inline Held hold_contest(const Parts& parts, const std::string& representation, Index clusters,
                         std::uint64_t seed, Control* control) {
  return hold_contest(parts, representation, clusters, seed, control, specs_for(parts));
}

// The adjusted Rand index of any two of the candidates; 0 for those that failed.
Matrix agreements(const std::vector<Candidate>& candidates);

}  // namespace mercer::automatic
