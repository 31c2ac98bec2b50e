// How separated the clusters of each candidate are.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "beyond/auto/parts.hpp"
#include "mercer/beyond/auto.hpp"

namespace mercer::automatic {

// sep = sum_k (m_k / n) clip(ln(b_out / b_in), 0, 1). b_out(k): the shortest edge that leaves cluster k, in
// the tree of mutual reachability. b_in(k): on such a tree of only this cluster, the longest edge that joins
// two parts of 5 % of it each (of 2 points at least); if none does, its median edge. Clusters of less than 6
// points count 0, and so do candidates that failed. Clusters that several candidates share, or that an
// earlier contest had, are measured once: `known` keeps their b_in.
using SetKey = std::tuple<std::size_t, std::uint64_t, std::uint64_t>;  // of a set of points
using InnerGaps = std::map<SetKey, double>;
void judge_separation(const Parts& parts, std::vector<Candidate>& candidates, InnerGaps& known);

}  // namespace mercer::automatic
