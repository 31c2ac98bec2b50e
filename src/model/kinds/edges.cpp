#include "model/kinds/edges.hpp"

#include "neighbors/vote.hpp"

namespace mercer::kinds {

Assignment assign(const Edges&, const Model& model, Query& query) {
  if (query.what.distances)
    throw Error(Fault::usage, "the clusters of a graph have no prototypes, and so no distances to them");
  if (query.what.outlier_scores) no_outlier_scores();
  return with_labels(model, labels_by_edges(query.points, model.labels, model.clusters()), query.what);
}

void pack(const Edges&, io::Archive&) {}

Edges read(of<Edges>, const Source&) { return {}; }

bool fits(const Edges&, const Model& model) {
  return is_precomputed(model.kernel) && labels_fit(model, objects(model));
}

}  // namespace mercer::kinds
