#include "model/kinds/expansion.hpp"

namespace mercer::kinds {

// D2(i,j) = k(z,z) - 2 (k(Z,X) W)_ij / mass_j + norm_j / mass_j^2
Nearness to_means(const Model& model, Query& query, const Matrix& W) {
  const Vector norms = prototype_norms(model);
  Products products = kernel_products(query, W);
  Nearness out{std::move(products.KW), std::move(products.self), products.self_known, products.epsilon};
  for (Index j = 0; j < model.clusters(); ++j)
    out.D2.col(j) = (out.self - (2 / model.mass[j]) * out.D2.col(j)).array() + norms[j];
  return out;
}

Matrix coefficients_of(const Expansion& kind, const Model& model) {
  if (kind.coefficients.size() > 0) return kind.coefficients;
  const auto n = static_cast<Index>(model.labels.size());
  Matrix W = Matrix::Zero(n, model.clusters());
  for (Index i = 0; i < n; ++i)
    if (const int label = model.labels[static_cast<std::size_t>(i)]; label >= 0)
      W(i, label) = kind.weights.size() > 0 ? kind.weights[i] : 1.0;
  return W;
}

Nearness measure(const Expansion& place, const Model& model, Query& query) {
  return to_means(model, query, coefficients_of(place, model));
}

Assignment assign(const Expansion& kind, const Model& model, Query& query) {
  return by_rule(model, measure(kind, model, query), query.what);
}

void pack(const Expansion& kind, io::Archive& archive) {
  if (kind.coefficients.size() > 0) archive.put("coefficients", kind.coefficients);
  if (kind.weights.size() > 0) archive.put("weights", kind.weights);
}

Expansion read(of<Expansion>, const Source& source) {
  Expansion kind;
  read_if_present(source.archive, "coefficients", kind.coefficients);
  read_if_present(source.archive, "weights", kind.weights);
  return kind;
}

bool fits(const Expansion& kind, const Model& model) {
  const Index n = objects(model);
  return n > 0 && labels_fit(model, n) &&
         (kind.coefficients.size() == 0 || shaped(kind.coefficients, n, model.clusters())) &&
         (kind.weights.size() == 0 || shaped(kind.weights, n));
}

}  // namespace mercer::kinds
