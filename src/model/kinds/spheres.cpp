#include "model/kinds/spheres.hpp"

#include "model/kinds/expansion.hpp"

namespace mercer::kinds {
namespace {

// Squared distance to the nearest centre minus the squared radius: above 0 outside.
Vector scores_of(const Spheres& kind, const Nearness& near) {
  return (near.D2.rowwise() - kind.radius2.transpose()).rowwise().minCoeff();
}

Labels inside(const Vector& scores, double slack) {
  Labels labels;
  for (const double score : scores) labels.push_back(score <= slack ? 0 : -1);
  return labels;
}

}  // namespace

Assignment assign(const Spheres& kind, const Model& model, Query& query) {
  const What& what = query.what;
  const Nearness near = to_means(model, query, kind.coefficients);
  if (kind.only_inside || what.outlier_scores) require_self(near, model.columns);
  Assignment out = kind.only_inside ? with_labels(model, inside(scores_of(kind, near), kind.slack), what)
                                    : by_rule(model, near, {what.labels, false, what.memberships, false});
  if (what.distances) out.distances = distances_of(near, model.columns);
  if (what.outlier_scores) out.outlier_scores = scores_of(kind, near);
  return out;
}

void pack(const Spheres& kind, io::Archive& archive) {
  archive.header["sphere"] = {{"slack", kind.slack}, {"norm", 0.0}};
  archive.put("sphere.radius2", kind.radius2);
  archive.put("coefficients", kind.coefficients);
}

Spheres read(of<Spheres>, const Source& source) {
  return {source.archive.get<Matrix>("coefficients"), source.archive.get<Vector>("sphere.radius2"),
          source.archive.header.at("sphere").at("slack").get<double>(),
          std::holds_alternative<OneClass>(source.model.method)};
}

bool fits(const Spheres& kind, const Model& model) {
  const Index n = objects(model), k = model.clusters();
  return n > 0 && shaped(kind.radius2, k) && shaped(kind.coefficients, n, k) && std::isfinite(kind.slack) &&
         (!kind.only_inside || k == 1) && (model.labels.empty() || labels_fit(model, n));
}

}  // namespace mercer::kinds
