// What blocks add to the means of a model, against sums that are formed point by point.
#include "mercer/blocks.hpp"

#include <gtest/gtest.h>

#include "mercer/cluster.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;

Options by_features(Approx approx) {
  return {.clusters = 3, .method = Hard{.refine = false}, .kernel = Gaussian{.sigma = 2.0}, .approx = approx};
}

// Sums, masses and the objective of clusters, one point after the other.
void expect_sums(const Model& model, const Matrix& X, const Labels& labels, double objective) {
  const ClusterSums found = block_sums(model, X);
  EXPECT_EQ(found.labels, labels);
  const Matrix Z = block_vectors(model, X);
  Matrix sums = Matrix::Zero(model.clusters(), Z.cols());
  Vector mass = Vector::Zero(model.clusters());
  for (Index i = 0; i < X.rows(); ++i) {
    const int label = labels[static_cast<std::size_t>(i)];
    sums.row(label) += Z.row(i);
    mass[label] += 1;
  }
  EXPECT_LT((found.sums - sums).norm(), 1e-9 * (1 + sums.norm()));
  EXPECT_TRUE(found.mass == mass);
  EXPECT_NEAR(found.objective, objective, 1e-9 * objective);
}

TEST(Blocks, AddWhatThePointsAdd) {
  const Matrix X = blobs(3000, 3, 3, 6);
  const Result vectors = cluster(X, {.clusters = 3, .method = Hard{.refine = false}});
  expect_sums(vectors.model, X, vectors.labels, vectors.objective);
  const Result landmarks = cluster(X, by_features(Nystrom{.landmarks = 40}));
  expect_sums(landmarks.model, X, landmarks.labels, landmarks.objective);
  const Result fourier = cluster(X, by_features(RandomFeatures{.features = 100}));
  expect_sums(fourier.model, X, fourier.labels, fourier.objective);
}

TEST(Blocks, AreTheSameBitsForAnyNumberOfThreads) {
  const Matrix X = blobs(5000, 3, 3, 7);
  const Model model = cluster(X, {.clusters = 3, .method = Hard{}}).model;
  const ClusterSums one = block_sums(model, X, {}, 1), many = block_sums(model, X, {}, 4);
  EXPECT_TRUE(one.sums == many.sums);
  EXPECT_EQ(one.objective, many.objective);
}

// An iteration by blocks lowers the objective, and ends where the model was a fixed point already.
TEST(Blocks, MoveAModel) {
  const Matrix X = blobs(2000, 2, 4, 8);
  Model model = cluster(X, {.clusters = 4, .method = Hard{}, .restarts = 1, .max_iterations = 1}).model;
  Matrix off = prototype_vectors(model);
  off.row(0) += Eigen::RowVector2d(0.5, -0.5);
  model = with_prototypes(model, off, model.mass);
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 20; ++i) {
    const ClusterSums found = block_sums(model, X);
    EXPECT_LE(found.objective, before * (1 + 1e-12));
    before = found.objective;
    model = with_prototypes(model, found.mass.cwiseInverse().asDiagonal() * found.sums, found.mass);
  }
  EXPECT_EQ(block_sums(Model::parse(model.serialise()), X).labels, model.predict(X));
}

TEST(Blocks, RefuseWhatHasNoMeans) {
  const Matrix X = blobs(50, 2, 2, 9);
  EXPECT_THROW(block_sums(cluster(X, {.clusters = 2, .kernel = Gaussian{}}).model, X), Error);
  const Model model = cluster(X, {.clusters = 2, .method = Hard{}}).model;
  EXPECT_THROW(block_sums(model, X, Vector::Ones(3)), Error);
  EXPECT_THROW(with_prototypes(model, Matrix::Ones(2, 3), Vector::Ones(2)), Error);
  EXPECT_THROW(with_prototypes(model, Matrix::Ones(2, 2), Vector::Zero(2)), Error);
}

}  // namespace
}  // namespace mercer
