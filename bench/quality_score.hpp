// The score of auto's candidates with weights that may differ from the program's.
#pragma once

#include <vector>

#include "mercer/mercer.hpp"

namespace mercer {

struct ScoreWeights {
  double gaussian = 0.35, separation = 0.4;

  double score(const Contest& contest, const Candidate& c) const {
    return c.agreement + gaussian * contest.gate * c.mixture + separation * c.separation;
  }
  // What wins by it, without the last vote and without the model.
  const Candidate* best(const std::vector<Contest>& contests, Index clusters) const {
    const Candidate* out = nullptr;
    double most = -1;
    for (const Contest& contest : contests)
      for (const Candidate& c : contest.candidates)
        if (c.failure.empty() && c.clusters == clusters && c.spec.kind != CandidateKind::model &&
            score(contest, c) > most) {
          most = score(contest, c);
          out = &c;
        }
    return out;
  }
};

}  // namespace mercer
