// The Nystrom map: z(x) = L^-1 k(landmarks, x) with K_mm = L L', so that z(x).z(y) is the product of the
// projections of phi(x) and phi(y) onto the landmarks' span.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "embed/feature_map.hpp"
#include "gram/point_gram.hpp"

namespace mercer {
namespace {

std::vector<Index> count_up(Index n) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

// K_mm in double, whatever the Gram computes in: its factor must not carry the rounding of float.
Matrix kernel_among(const Gram& gram, const Data& data, const Kernel& kernel,
                    std::span<const Index> landmarks) {
  Matrix K;
  if (is_precomputed(kernel)) {
    gram.block(landmarks, landmarks, K);
    return K;
  }
  const auto tiles = std::make_shared<const KernelTiles<double>>(data.take(landmarks), kernel, false);
  const auto all = count_up(tiles->size());
  PointGram<double>(tiles).block(all, all, K);
  return K;
}

FeatureMap map_of(const Data& data, const Kernel& kernel, const std::vector<Index>& landmarks,
                  Matrix factor) {
  FeatureMap map;
  map.factor = std::move(factor);
  if (is_precomputed(kernel))
    map.columns.assign(landmarks.begin(), landmarks.end());
  else
    map.landmarks = data.take(landmarks);
  return map;
}

}  // namespace

// Column by column: l = (K e_p - L L_p') / sqrt(d_p),  d -= l^2
PivotedCholesky pivoted_cholesky(const Matrix& K, double least) {
  const Index m = K.rows();
  PivotedCholesky out;
  Matrix L = Matrix::Zero(m, m);
  Vector d = K.diagonal();
  for (Index r = 0; r < m; ++r) {
    Index p = 0;
    if (!(d.maxCoeff(&p) > least)) break;
    Vector l = K.row(p).transpose();
    l.noalias() -= L.leftCols(r) * L.row(p).head(r).transpose();
    l /= std::sqrt(d[p]);
    for (const Index earlier : out.order) l[earlier] = 0;
    L.col(r) = l;
    d -= l.cwiseAbs2();
    d[p] = -INFINITY;
    out.order.push_back(p);
  }
  out.factor = Matrix(L(out.order, Eigen::all)).leftCols(static_cast<Index>(out.order.size()));
  return out;
}

FeatureMap nystrom_map(const Gram& gram, const Data& data, const Kernel& kernel,
                       std::span<const Index> landmarks, double tolerance) {
  const Matrix K = kernel_among(gram, data, kernel, landmarks);
  PivotedCholesky cholesky = pivoted_cholesky(K, tolerance * K.diagonal().maxCoeff());
  std::vector<Index> kept;
  for (const Index p : cholesky.order) kept.push_back(landmarks[static_cast<std::size_t>(p)]);
  return map_of(data, kernel, kept, std::move(cholesky.factor));
}

FeatureMap ordered_nystrom_map(const Gram& gram, const Data& data, const Kernel& kernel,
                               std::span<const Index> landmarks, double tolerance) {
  const Matrix K = kernel_among(gram, data, kernel, landmarks);
  const Eigen::LLT<Matrix> cholesky(K);
  Matrix L = cholesky.matrixL();
  // L_pp^2 is what is left of landmark p outside the span of those before it.
  if (cholesky.info() != Eigen::Success ||
      !(L.diagonal().cwiseAbs2().minCoeff() > tolerance * K.diagonal().maxCoeff()))
    return {};
  return map_of(data, kernel, {landmarks.begin(), landmarks.end()}, std::move(L));
}

}  // namespace mercer
