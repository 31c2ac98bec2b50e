#include "beyond/spectral.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mercer/error.hpp"

namespace mercer {
namespace {

// A row of zeros has no direction and stays.
void normalise_rows(Matrix& Y) {
  for (auto row : Y.rowwise())
    if (const double size = row.norm(); size > 0) row /= size;
}

}  // namespace

SpectralEmbedding spectral_embedding(const Affinity& affinity, Index columns, const EigenOptions& options) {
  EigenOptions limits = options;
  limits.tolerance = std::max(options.tolerance, 64 * affinity.gram->epsilon());
  const Product product = normalised_product(affinity, options.control);
  EigenSolution found = top_eigenpairs(affinity.size(), product, columns, limits);
  SpectralEmbedding out{Vector(found.pairs.values.size() + 1), std::move(found.pairs.vectors),
                        found.converged};
  out.values << found.pairs.values, found.next;
  return out;
}

Matrix spectral_features(SpectralVariant variant, const Matrix& vectors, const Vector& degree) {
  Matrix Y = vectors;
  if (variant == SpectralVariant::njw)
    normalise_rows(Y);
  else
    Y = degree.cwiseSqrt().cwiseInverse().asDiagonal() * vectors;
  return Y;
}

SpectralMap spectral_map(const SpectralEmbedding& embedding, const Vector& degree) {
  // An eigenvalue of nothing carries no coordinate of new points.
  Vector inverse(embedding.vectors.cols());
  for (Index a = 0; a < inverse.size(); ++a)
    inverse[a] = std::abs(embedding.values[a]) > 1e-12 ? 1 / embedding.values[a] : 0;
  return {degree.cwiseSqrt().cwiseInverse().asDiagonal() * embedding.vectors * inverse.asDiagonal()};
}

Matrix new_spectral_features(SpectralVariant variant, const Matrix& products) {
  const Index k = products.cols() - 1;
  Matrix Y = products.leftCols(k);
  for (Index i = 0; i < Y.rows(); ++i)
    if (!(products(i, k) > 0))
      throw Error(
          Fault::data,
          fmt::format("new point {} has no affinity to the training points; it is too far away", i + 1));
  if (variant == SpectralVariant::njw)
    normalise_rows(Y);  // the degree is a factor of the whole row
  else
    Y = products.col(k).cwiseInverse().asDiagonal() * Y;
  return Y;
}

}  // namespace mercer
