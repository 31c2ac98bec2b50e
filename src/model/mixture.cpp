#include "model/mixture.hpp"

#include "model/assign.hpp"

namespace mercer {
namespace {

Gaussians components(const Model& model) {
  return {model.mass / model.mass.sum(), model.prototypes, model.covariances,
          degrees_of(std::get<Mixture>(model.method).tails)};
}
Matrix centred(const Model& model, const Data& points) {
  return known_points(model, points).dense().rowwise() - model.centre.transpose();
}

}  // namespace

bool is_mixture(const Model& model) { return std::holds_alternative<Mixture>(model.method); }

Matrix mixture_log_joint(const Model& model, const Data& points) {
  return log_joint(components(model), centred(model, points));
}

Labels mixture_labels(const Model& model, const Data& points) {
  return likeliest(components(model), centred(model, points));
}

bool mixture_fits(const Model& model) {
  const Index k = model.mass.size(), d = model.prototypes.cols();
  return model.prototypes.rows() == k && model.covariances.rows() == k * d && model.covariances.cols() == d &&
         model.covariances.allFinite();
}

}  // namespace mercer
