// Paths to landmarks only: m searches rather than n, and features rather than a kernel matrix.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "core/symmetric_eigen.hpp"
#include "embed/landmark_kernel.hpp"
#include "gram/additive_constant.hpp"
#include "graph/neighborhood.hpp"
#include "ground/geodesic.hpp"
#include "space/feature_space.hpp"

namespace mercer {
namespace {

// Some points, and at least one of every component.
Labels choose_landmarks(const Components& components, Index count, std::uint64_t seed) {
  constexpr std::uint64_t stream = 3000;
  Random random(seed, stream);
  const auto n = static_cast<Index>(components.of.size());
  Labels order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (Index i = 0; i + 1 < n; ++i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(i + random.below(n - i))]);
  std::vector<bool> met(static_cast<std::size_t>(components.count), false);
  Labels chosen, others;
  for (const int i : order) {
    const auto component = static_cast<std::size_t>(components.of[static_cast<std::size_t>(i)]);
    (met[component] ? others : chosen).push_back(i);
    met[component] = true;
  }
  chosen.insert(chosen.end(), others.begin(), others.end());
  chosen.resize(static_cast<std::size_t>(count));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

Packed<double> pack(const Matrix& D) {
  Packed<double> out(D.rows());
  for (Index i = 0; i < out.blocks(); ++i)
    for (Index j = i; j < out.blocks(); ++j)
      Eigen::Map<Matrix>(out.tile(i, j), out.range(i).size(), out.range(j).size()) =
          D.block(out.range(i).begin, out.range(j).begin, out.range(i).size(), out.range(j).size());
  return out;
}

// Distances of all points to the landmarks; pairs without a path are `far` apart.
Matrix distances_to(const Labels& landmarks, const SparseMatrix& graph, double& far) {
  Entrances own(static_cast<std::size_t>(graph.rows()));
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = {{static_cast<int>(i), 0.0}};
  Matrix G = geodesics_to(graph, own, landmarks);
  double largest = 0;
  for (const double g : G.reshaped())
    if (std::isfinite(g)) largest = std::max(largest, g);
  far = 2 * largest;
  for (double& g : G.reshaped())
    if (!std::isfinite(g)) g = far;
  return G;
}

// What the shift adds to every eigenvalue of the kernel.
double added(const ShiftedSquare& square) {
  return square.shift == DistanceShift::cailliez ? square.constant * square.constant / 2 : square.constant;
}

// z(x) = lambda^-1/2 v' k(x): onto the eigenvectors v of the kernel among the landmarks whose eigenvalues owe
// less to the shift than to the distances. A point close to a landmark l has its kernel but for the shift, so
// that along v it lies at (lambda - added) / lambda of the landmark's place: beyond the rest, on the wrong
// side.
FeatureMap projection_onto(const Matrix& K, const ShiftedSquare& square) {
  const SymmetricEigen spectrum = symmetric_eigen(K);
  const Vector& values = spectrum.values;
  const double least = std::max(added(square), 1e-9 * values.cwiseAbs().maxCoeff());
  FeatureMap map;
  const auto rank = (values.array() > least).count();
  if (rank == 0) throw Error(Fault::data, "all landmarks coincide; raise landmarks, or leave them out");
  map.projection =
      spectrum.vectors.rightCols(rank) * values.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();
  return map;
}

template <class T>
void embed_rows(LandmarkKernel rows, const Vector& weights, Embedded& out) {
  const Index landmarks = rows.K.cols();
  const Data similarities(std::move(rows.K));
  Features<T> features = embed<T>(out.map, Precomputed{}, similarities, 0, similarities.size(), rows.self);
  centre_features(out.map, features.values);
  out.residual = std::move(features.residual);
  out.space = std::make_shared<FeatureSpace<T>>(std::move(features.values));
  out.report = {fmt::format("landmarks={}", landmarks), out.map.rank(),
                std::max(0.0, weights.dot(out.residual)) / weights.dot(rows.self),
                "share of tr K that the features miss, including the shift of each single point"};
}

}  // namespace

Embedded embed_geodesic(const Data& data, const Geodesic& kernel, const Ask& ask, const Vector& weights,
                        Ground& out) {
  Neighborhood near = neighborhood(data, kernel, ask.clusters);
  report_components(near, out);
  GeodesicModel model;
  model.graph.swap(near.edges);
  model.reach = std::move(near.reach);
  model.landmarks = choose_landmarks(near.components, kernel.landmarks.value(), ask.seed);
  Matrix G = distances_to(model.landmarks, model.graph, model.far);
  Matrix among = G(model.landmarks, Eigen::all);
  among = among.cwiseMin(among.transpose()).eval();
  model.constant = settle_shift(additive_constant(pack(among), kernel.shift, ask.control), kernel.shift, out);
  const ShiftedSquare square{kernel.shift, model.constant};
  LandmarkMeans means = landmark_means(among, square);
  Labels same(static_cast<std::size_t>(data.size()), -1);
  for (std::size_t l = 0; l < model.landmarks.size(); ++l)
    same[static_cast<std::size_t>(model.landmarks[l])] = static_cast<int>(l);
  LandmarkKernel rows = landmark_kernel(std::move(G), square, means, same);
  model.means = std::move(means.each);
  model.mean = means.all;
  Embedded made;
  made.map = projection_onto(rows.K(model.landmarks, Eigen::all), square);
  if (ask.precision == Precision::single_)
    embed_rows<float>(std::move(rows), weights, made);
  else
    embed_rows<double>(std::move(rows), weights, made);
  out.geodesic = std::move(model);
  return made;
}

}  // namespace mercer
