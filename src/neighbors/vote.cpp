#include "neighbors/vote.hpp"

#include <algorithm>

#include "mercer/neighbors.hpp"

namespace mercer {

Labels labels_by_vote(const Data& queries, const Data& points, const Labels& labels) {
  const Index voters = std::min<Index>(5, points.size());
  const Neighbors near = nearest_neighbors(queries, points, voters);
  Labels out;
  out.reserve(static_cast<std::size_t>(queries.size()));
  for (Index i = 0; i < queries.size(); ++i) {
    const auto vote = [&](Index c) { return labels[static_cast<std::size_t>(near.indices(i, c))]; };
    int best = vote(0);
    Index most = 0;
    for (Index c = 0; c < voters; ++c) {
      Index votes = 0;
      for (Index other = c; other < voters; ++other) votes += vote(other) == vote(c);
      if (votes > most) {
        most = votes;
        best = vote(c);
      }
    }
    out.push_back(best);
  }
  return out;
}

}  // namespace mercer
