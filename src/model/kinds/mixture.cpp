#include "model/kinds/mixture.hpp"

#include "beyond/mixture.hpp"
#include "model/kinds/densities.hpp"
#include "model/kinds/vectors.hpp"

namespace mercer::kinds {
namespace {

Gaussians components_of(const Mixture& kind, const Model& model) {
  // The method of such a model is mixture: fits() has seen to it.
  const auto* method = std::get_if<mercer::Mixture>(&model.method);
  return {model.mass / model.mass.sum(), kind.means.prototypes, kind.covariances,
          method ? degrees_of(method->tails) : 0};
}

}  // namespace

Assignment assign(const Mixture& kind, const Model& model, Query& query) {
  const What& what = query.what;
  Assignment out;
  if (what.distances) out.distances = distances_of(measure(kind.means, model, query), model.columns);
  if (!what.labels && !what.memberships && !what.outlier_scores) return out;
  // L(i,k) = log weight_k N(z_i; mean_k, covariance_k)
  const Matrix L =
      log_joint(components_of(kind, model), query.points.dense().rowwise() - kind.means.centre.transpose());
  if (what.labels) out.labels = largest_of_rows(L);
  if (what.memberships) out.memberships = posteriors(L);
  if (what.outlier_scores) out.outlier_scores = -log_density(L);
  return out;
}

void pack(const Mixture& kind, io::Archive& archive) {
  pack(kind.means, archive);
  archive.put("covariances", kind.covariances);
}

Mixture read(of<Mixture>, const Source& source) {
  return {read(of<Vectors>{}, source), source.archive.get<Matrix>("covariances")};
}

bool fits(const Mixture& kind, const Model& model) {
  const Index k = model.clusters(), d = model.columns;
  return fits(kind.means, model) && shaped(kind.covariances, k * d, d) &&
         have_densities(components_of(kind, model));
}

}  // namespace mercer::kinds
