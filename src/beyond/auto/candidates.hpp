// The clusterings that `auto` chooses from.
#pragma once

#include "beyond/auto/shared.hpp"
#include "beyond/auto/specs.hpp"

namespace mercer::automatic {

// The mixture behind the candidate `model`, and the axes in which it was fitted.
struct FittedModel {
  Matrix axes;
  Gaussians gaussians;
};
struct Entries {
  std::vector<Candidate> candidates;  // in the order in which ties are broken
  Matrix axes;                        // where the mixtures live; empty: in the columns themselves
  std::optional<Gaussians> mixture;   // behind the candidate `mixture`
  std::optional<Gaussians> best;      // behind the candidate `mixture-best`
  std::optional<FittedModel> model;   // behind the candidate `model`, where it won
};
// A candidate that fails keeps its error and does not affect the others. Can stop between candidates.
Entries enter(Shared& shared, Index clusters, Control* control, const std::vector<CandidateSpec>& specs);

// The labels of a candidate; none if it is absent or has failed.
const Labels* labels_of(const std::vector<Candidate>& candidates, const CandidateSpec& spec);

}  // namespace mercer::automatic
