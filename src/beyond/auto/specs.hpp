// The list of candidates that method auto tries.
#pragma once

#include "beyond/auto/parts.hpp"
#include "mercer/beyond/auto.hpp"

namespace mercer::automatic {

// In the order in which ties are broken. A given graph has no coordinates, sparse points have no mixtures,
// and eigenvectors of many points take too long.
std::vector<CandidateSpec> specs_for(const Parts& parts);

// Names that `take` may say, before anything is known but what the points are; that of the model included.
std::vector<std::string> candidate_names(bool graph, bool sparse);

// The candidates from whose labels the mixtures start; the first is that of CandidateKind::mixture. Only two
// for many points, and if not all are wanted.
std::vector<CandidateSpec> mixture_starts(const Parts& parts, bool all = true);

}  // namespace mercer::automatic
