#include "front/so_far.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cuda/devices.hpp"
#include "engine/sample.hpp"
#include "kernels/resolve.hpp"
#include "model/assign.hpp"
#include "model/kind.hpp"
#include "neighbors/pair_search.hpp"
#include "neighbors/vote.hpp"

namespace mercer {
namespace {

// Seconds that one thread takes to compare each point with so many others. No clock decides: ranks come to
// the same answer.
double seconds_for(const Data& data, Index others) {
  const Index columns =
      data.is_sparse() ? data.sparse().nonZeros() / std::max<Index>(1, data.size()) : data.dimensions();
  return processor_seconds(static_cast<double>(data.size()) * static_cast<double>(others), columns, 1);
}
constexpr double soon = 1;  // second

// The similarities of all points to some of them.
Data to_rows(const Data& similarities, const std::vector<Index>& rows) {
  if (!similarities.is_sparse()) {
    constexpr Index together = 1024;
    Matrix out(similarities.size(), std::ssize(rows));
    for (Index begin = 0; begin < out.rows(); begin += together) {
      std::vector<Index> part(static_cast<std::size_t>(std::min(together, out.rows() - begin)));
      std::iota(part.begin(), part.end(), begin);
      out.middleRows(begin, std::ssize(part)) = similarities.take(part).dense()(Eigen::all, rows);
    }
    return out;
  }
  SparseMatrix picked(similarities.dimensions(), std::ssize(rows));
  for (std::size_t c = 0; c < rows.size(); ++c) picked.insert(rows[c], static_cast<Index>(c)) = 1;
  return SparseMatrix(similarities.sparse() * picked);
}

// A tree finds neighbours in few columns; in many they are sought among fewer points.
Labels by_neighbours(const SoFar& found, const Data& data) {
  const Data seen = found.result.model.seen(data);
  const Index all = std::ssize(found.rows);
  Index voters = all;
  if (seen.is_sparse() || seen.dimensions() > most_tree_columns) {
    const Index affordable = static_cast<Index>(static_cast<double>(all) * soon / seconds_for(data, all));
    voters = std::clamp(affordable, std::min(all, 10 * found.result.model.clusters()), all);
  }
  std::vector<Index> rows;
  Labels labels;
  for (const Index place : spread_sample(all, voters)) {
    rows.push_back(found.rows[static_cast<std::size_t>(place)]);
    labels.push_back(found.result.labels[static_cast<std::size_t>(place)]);
  }
  return labels_by_vote(seen, seen.take(rows), labels);
}

void label_others(SoFar& found, const Data& data) {
  Result& r = found.result;
  const bool matrix = is_precomputed(r.model.kernel), soft = r.memberships.size() > 0;
  const bool by_prototypes = effort_of(r.model.kind) == Effort::prototypes;
  const Index compared = by_prototypes ? r.model.clusters() : r.model.kept();
  if (matrix || by_prototypes || seconds_for(data, compared) < soon) {
    What what{.memberships = soft, .outlier_scores = r.outlier_scores.size() > 0};
    what.device.where = DeviceChoice::Where::cpu;
    Assignment all = r.model.assign(matrix ? to_rows(data, found.rows) : data, what);
    r.memberships = std::move(all.memberships);
    r.outlier_scores = std::move(all.outlier_scores);
    for (std::size_t i = 0; i < found.rows.size(); ++i)
      all.labels[static_cast<std::size_t>(found.rows[i])] = r.labels[i];
    r.labels = std::move(all.labels);
  } else {
    r.labels = by_neighbours(found, data);
    if (soft) r.memberships = whole_memberships(r.labels, r.model.clusters());
    r.outlier_scores.resize(0);
  }
  r.dendrogram.reset();  // it has other leaves
}

}  // namespace

Result for_all(SoFar found, const Data& data) {
  const bool some = std::ssize(found.rows) < data.size();
  if (some) label_others(found, data);
  Result& r = found.result;
  r.interrupted = true;
  r.warnings.insert(
      r.warnings.begin(),
      {some ? fmt::format("interrupted: the clusters, the model and the objective are those of {} of the {} "
                          "points; the other points were only labelled by them",
                          found.rows.size(), data.size())
            : "interrupted: these are the clusters that the search had found, and they were not fitted again",
       "let the search finish, or give `clusters` or the value that `tune` looks for yourself"});
  return std::move(r);
}

}  // namespace mercer
