// The list of what method auto tries.
#pragma once

#include "beyond/auto/parts.hpp"
#include "mercer/beyond/auto.hpp"

namespace mercer::automatic {

// In the order in which ties are broken. A graph that is given has no coordinates, sparse points no mixtures,
// and eigenvectors of many points take too long.
std::vector<CandidateSpec> specs_for(const Parts& parts);

// Whose labels the mixtures start from, the first of them that of CandidateKind::mixture. Of many points, and
// where not all are wanted, two.
std::vector<CandidateSpec> mixture_starts(const Parts& parts, bool all = true);

}  // namespace mercer::automatic
