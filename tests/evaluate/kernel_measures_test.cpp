#include "evaluate/kernel_measures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "mercer/error.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

// A kernel matrix held as it is; the measures ask for its diagonal and its columns only.
struct HeldGram final : Gram {
  explicit HeldGram(Matrix values) : K(std::move(values)) {}
  Index size() const override { return K.rows(); }
  Vector diagonal() const override { return K.diagonal(); }
  void columns(std::span<const Index> points, Matrix& C, Control*) const override {
    C.resize(K.rows(), static_cast<Index>(points.size()));
    for (std::size_t c = 0; c < points.size(); ++c) C.col(static_cast<Index>(c)) = K.col(points[c]);
  }
  void apply(const Matrix&, Matrix&, Control*) const override { throw std::logic_error("not needed"); }
  void block(std::span<const Index>, std::span<const Index>, Matrix&) const override {
    throw std::logic_error("not needed");
  }
  void update(const SparseRows&, Matrix&, Control*) const override { throw std::logic_error("not needed"); }
  void cross(const Data&, const Matrix&, Matrix&, Vector&) const override {
    throw std::logic_error("not needed");
  }
  Matrix K;
};

struct Example {
  Matrix points;
  Labels labels;
};

// More points than one block of columns, and a singleton.
Example example(Index n = 300) {
  Random random(21);
  Example e{Matrix(n, 3), {}};
  for (double& x : e.points.reshaped()) x = random.normal();
  for (Index i = 0; i < n; ++i) e.labels.push_back(static_cast<int>(random.below(4)));
  e.labels[5] = 17;
  return e;
}

Matrix gaussian(const Matrix& X) {
  Matrix K(X.rows(), X.rows());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.rows(); ++j) K(i, j) = std::exp(-(X.row(i) - X.row(j)).squaredNorm());
  return K;
}

// The definition, point by point and cluster by cluster.
double direct_silhouette(const Matrix& K, const Labels& labels) {
  const auto n = labels.size();
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double a = 0, b = std::numeric_limits<double>::infinity();
    bool alone = true;
    for (int cluster : labels) {
      double sum = 0, size = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (labels[j] != cluster || j == i) continue;
        const auto p = static_cast<Index>(i), q = static_cast<Index>(j);
        sum += std::sqrt(K(p, p) + K(q, q) - 2 * K(p, q));
        size += 1;
      }
      if (cluster != labels[i]) {
        b = std::min(b, sum / size);
      } else if (size > 0) {
        a = sum / size;
        alone = false;
      }
    }
    if (!alone) total += (b - a) / std::max(a, b);
  }
  return total / static_cast<double>(n);
}

TEST(KernelObjective, IsTheSseForTheLinearKernel) {
  const Example e = example();
  const HeldGram gram(e.points * e.points.transpose());
  EXPECT_NEAR(kernel_objective(gram, e.labels) / vector_errors(e.points, e.labels).sse, 1, 1e-12);
}

TEST(KernelObjective, WeightsAreRepetitions) {
  const Example e = example(40);
  Random random(22);
  Vector weights(40);
  std::vector<Index> repeated;
  Labels labels;
  for (Index i = 0; i < 40; ++i) {
    weights[i] = static_cast<double>(random.below(4));  // zero: as if it were not there
    for (int r = 0; r < weights[i]; ++r) {
      repeated.push_back(i);
      labels.push_back(e.labels[static_cast<std::size_t>(i)]);
    }
  }
  const Matrix K = gaussian(e.points);
  EXPECT_NEAR(kernel_objective(HeldGram(K), e.labels, weights),
              kernel_objective(HeldGram(K(repeated, repeated)), labels), 1e-11);
}

TEST(KernelSilhouette, EqualsTheDefinition) {
  const Example e = example();
  const Matrix K = gaussian(e.points);
  EXPECT_NEAR(kernel_silhouette(HeldGram(K), e.labels), direct_silhouette(K, e.labels), 1e-13);
}

// scikit-learn: silhouette_score([[0], [1], [4], [6], [20]], [0, 0, 1, 1, 2]) = 0.522987012987013
TEST(KernelSilhouette, AgreesWithScikitLearn) {
  const Vector x{{0, 1, 4, 6, 20}};
  EXPECT_NEAR(kernel_silhouette(HeldGram(x * x.transpose()), {0, 0, 1, 1, 2}), 0.522987012987013, 1e-14);
}

TEST(KernelSilhouette, DegenerateClusterings) {
  const HeldGram gram(Matrix::Identity(3, 3));
  EXPECT_EQ(kernel_silhouette(gram, {0, 0, 0}), 0);
  EXPECT_EQ(kernel_silhouette(gram, {0, 1, 2}), 0);
  EXPECT_EQ(kernel_silhouette(HeldGram(Matrix::Ones(4, 4)), {0, 0, 1, 1}), 0);  // all points coincide
  EXPECT_EQ(kernel_silhouette(HeldGram(Matrix(0, 0)), {}), 0);
}

TEST(KernelMeasures, NoiseIsLeftOut) {
  const Example e = example(60);
  const Matrix K = gaussian(e.points);
  std::vector<Index> kept;
  Labels labels = e.labels, kept_labels;
  for (Index i = 0; i < 60; ++i) {
    if (i % 5 == 0) {
      labels[static_cast<std::size_t>(i)] = -1;
    } else {
      kept.push_back(i);
      kept_labels.push_back(labels[static_cast<std::size_t>(i)]);
    }
  }
  const HeldGram all(K), some(K(kept, kept));
  EXPECT_NEAR(kernel_objective(all, labels), kernel_objective(some, kept_labels), 1e-12);
  EXPECT_NEAR(kernel_silhouette(all, labels), kernel_silhouette(some, kept_labels), 1e-13);
}

TEST(KernelMeasures, SameBitsOnAnyNumberOfThreads) {
  const Example e = example();
  const HeldGram gram(gaussian(e.points));
  const auto both = [&](int threads) {
    const ThreadScope scope(threads);
    return std::pair(kernel_objective(gram, e.labels), kernel_silhouette(gram, e.labels));
  };
  const auto one = both(1);
  for (int threads : {2, 3, 8}) EXPECT_EQ(both(threads), one) << threads << " threads";
}

TEST(KernelMeasures, AStoppedProductIsNotANumber) {
  const Example e = example(20);
  HeldGram gram(gaussian(e.points));
  Control control;
  control.stop = true;
  EXPECT_TRUE(std::isnan(kernel_objective(gram, e.labels, {}, &control)));
  EXPECT_TRUE(std::isnan(kernel_silhouette(gram, e.labels, &control)));
}

TEST(KernelMeasures, DifferentLengthsAreRefused) {
  const HeldGram gram(Matrix::Identity(3, 3));
  EXPECT_THROW(kernel_objective(gram, {0, 1}), Error);
  EXPECT_THROW(kernel_objective(gram, {0, 1, 1}, Vector::Ones(2)), Error);
  EXPECT_THROW(kernel_silhouette(gram, {0, 1, 1, 1}), Error);
}

}  // namespace
}  // namespace mercer
