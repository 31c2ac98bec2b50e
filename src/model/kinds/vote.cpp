#include "model/kinds/vote.hpp"

#include "model/kinds/vectors.hpp"
#include "neighbors/vote.hpp"

namespace mercer::kinds {

Assignment assign(const Vote& kind, const Model& model, Query& query) {
  const What& what = query.what;
  if (what.outlier_scores) no_outlier_scores();
  Assignment out;
  if (what.labels || what.memberships) {
    Labels labels = labels_by_vote(query.points, points_of(model.known), model.labels);
    keep_known_labels(model, query, labels);
    out = with_labels(model, std::move(labels), what);
  }
  if (what.distances) out.distances = distances_of(measure(kind.means, model, query), model.columns);
  return out;
}

void pack(const Vote& kind, io::Archive& archive) { pack(kind.means, archive); }

Vote read(of<Vote>, const Source& source) { return {read(of<Vectors>{}, source)}; }

bool fits(const Vote& kind, const Model& model) {
  const Index n = objects(model);
  return n > 0 && has_points(model) && fits(kind.means, model) && labels_fit(model, n);
}

}  // namespace mercer::kinds
