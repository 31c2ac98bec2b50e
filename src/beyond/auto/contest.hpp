// Decides which candidate is best, from nothing but the data and the labels of the candidates.
#pragma once

#include "beyond/auto/candidates.hpp"
#include "beyond/auto/representation.hpp"

namespace mercer::automatic {

struct Held {
  Contest contest;
  Entries entries;  // without their candidates, which the contest has
};
//   S(c) = mean_v ARI(c, v) + 0.35 g ARI(c, best mixture) + 0.4 sep(c)
// over all candidates v, including c. Among equals the first wins; a candidate with fewer clusters than asked
// for can't win. After a stop, the candidates that were found so far are judged,
// without the gate.
Held hold_contest(Shared& shared, Index clusters, Control* control, const std::vector<CandidateSpec>& specs);

// The same in one representation, which may be that of a table.
inline Held hold_contest(Shared& shared, const Representation& representation, Index clusters,
                         Control* control) {
  Held out = hold_contest(shared, clusters, control, specs_for(shared.parts));
  out.contest.representation = representation.name;
  out.contest.table = representation.table;
  return out;
}

// The candidate of that name wins, whatever the scores; an error if it was not entered, has failed, or has
// fewer clusters than asked for.
void take_candidate(Contest& contest, const std::string& name, Index clusters);

// agreement + 0.35 g mixture + 0.4 separation
double total_score(const Candidate& candidate, double gate);
// The adjusted Rand index of two candidates.
double agreement(const Candidate& a, const Candidate& b);
// The adjusted Rand index of any two of the candidates; 0 for those that failed.
Matrix agreements(const std::vector<Candidate>& candidates);

}  // namespace mercer::automatic
