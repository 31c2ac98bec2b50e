#include "neighbors/vote.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mercer/error.hpp"
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

Labels labels_by_edges(const Data& rows, const Labels& labels, Index clusters) {
  Labels out;
  rows.visit([&]<class V>(const V& v) {
    for (Index i = 0; i < rows.size(); ++i) {
      Vector sums = Vector::Zero(clusters);
      const auto add = [&](Index j, double weight) {
        if (j < static_cast<Index>(labels.size())) sums[labels[static_cast<std::size_t>(j)]] += weight;
      };
      if constexpr (std::is_same_v<V, SparseMatrix>)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it) add(it.col(), it.value());
      else
        for (Index j = 0; j < rows.dimensions(); ++j) add(j, static_cast<double>(v.row(i)[j]));
      Index best = 0;
      if (!(sums.maxCoeff(&best) > 0))
        throw Error(Fault::data,
                    fmt::format("new point {} has no edge to any training point; give at least one", i + 1));
      out.push_back(static_cast<int>(best));
    }
  });
  return out;
}

}  // namespace mercer
