// Sums at landmarks, which form no features, against those of the features.
#include "space/mean_sums.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "embed/feature_map.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;

struct Sums {
  Labels labels;
  MeanSums sums;
};

constexpr double double_epsilon = std::numeric_limits<double>::epsilon();

// The map of the first `landmarks` points, about the mean of all features.
FeatureMap centred_map(const Data& X, const Kernel& kernel, Index landmarks) {
  std::vector<Index> first(static_cast<std::size_t>(landmarks));
  std::iota(first.begin(), first.end(), Index{0});
  FeatureMap map = nystrom_map(*test::point_gram<double>(X, kernel), X, kernel, first, 1e-10);
  auto Z = embed<double>(map, kernel, X, 0, X.size());
  centre_features(map, Z.values);
  return map;
}

Sums by_features(const FeatureMap& map, const Kernel& kernel, const Data& X, const Matrix& V,
                 const Vector& weights) {
  const Vector norms = V.rowwise().squaredNorm();
  auto Z = embed<double>(map, kernel, X, 0, X.size());
  MeasuredRows rows = measured(Z.values, V, norms);
  rows.self += Z.residual;
  Sums out{Labels(static_cast<std::size_t>(X.size())), {}};
  out.sums = sums_at_nearest(rows, norms, double_epsilon, weights.data(), out.labels.data());
  return out;
}

template <class T>
Sums at_landmarks(const FeatureMap& map, const Kernel& kernel, const Data& X, const Matrix& V,
                  const Vector& weights) {
  const SumsAtLandmarks<T> means(map, kernel, V);
  Sums out{Labels(static_cast<std::size_t>(X.size())), {}};
  out.sums = sums_at_nearest(means.measure(X, 0, X.size()), V.rowwise().squaredNorm(), double_epsilon,
                             weights.data(), out.labels.data());
  out.sums.sums = means.features_of(out.sums.sums, out.sums.mass);
  return out;
}

void expect_same(const Sums& found, const Sums& expected, double tolerance) {
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_TRUE(found.sums.mass == expected.sums.mass);
  EXPECT_LT((found.sums.sums - expected.sums.sums).norm(), tolerance * (1 + expected.sums.sums.norm()));
  EXPECT_NEAR(found.sums.objective, expected.sums.objective, tolerance * expected.sums.objective);
}

TEST(MeanSums, AtLandmarksAreThoseOfFeatures) {
  const Matrix X = blobs(900, 3, 4, 3);
  const Vector weights = Vector::LinSpaced(900, 0.5, 2);
  for (const Kernel& kernel :
       {Kernel(Gaussian{.sigma = 2.0}), Kernel(Gaussian{.sigma = 9.0}), Kernel(Laplacian{.sigma = 1.5}),
        Kernel(Polynomial{.degree = 2, .offset = 1.0}), Kernel(Cosine{})}) {
    SCOPED_TRACE(format_choice(kernel));
    const FeatureMap map =
        centred_map(X, kernel, 60);  // many of the wide kernels are nearly in the span of others
    const Matrix V = embed<double>(map, kernel, X, 100, 105).values;
    const Sums expected = by_features(map, kernel, X, V, weights);
    expect_same(at_landmarks<double>(map, kernel, X, V, weights), expected, 1e-8);
  }
}

TEST(MeanSums, AtLandmarksInFloat) {
  const Matrix X = blobs(900, 3, 4, 4);
  const Kernel kernel = Gaussian{.sigma = 2.0};
  const FeatureMap map = centred_map(X, kernel, 30);
  const Matrix V = embed<double>(map, kernel, X, 0, 4).values;
  const Vector ones = Vector::Ones(900);
  expect_same(at_landmarks<float>(map, kernel, X, V, ones), by_features(map, kernel, X, V, ones), 1e-3);
}

TEST(MeanSums, AtSparseLandmarks) {
  const SparseMatrix X = blobs(300, 4, 3, 5).sparseView();
  const Kernel kernel = Gaussian{.sigma = 2.0};
  const FeatureMap map = centred_map(X, kernel, 20);
  const Matrix V = embed<double>(map, kernel, X, 0, 3).values;
  const Vector ones = Vector::Ones(300);
  expect_same(at_landmarks<double>(map, kernel, X, V, ones), by_features(map, kernel, X, V, ones), 1e-8);
}

}  // namespace
}  // namespace mercer
