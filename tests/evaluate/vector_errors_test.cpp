#include <gtest/gtest.h>

#include "core/random.hpp"
#include "mercer/error.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

struct LabelledBlobs {
  Matrix points;
  Labels labels;
};

// Points with three decimals in binary, so that a large offset is added without rounding.
LabelledBlobs blobs(Index n, Index d, int k, double offset) {
  Random random(11);
  LabelledBlobs example{Matrix(n, d), {}};
  for (Index i = 0; i < n; ++i) {
    example.labels.push_back(static_cast<int>(i) % k);
    for (Index c = 0; c < d; ++c)
      example.points(i, c) = std::round(1024 * (random.normal() + 5 * (i % k))) / 1024 + offset;
  }
  return example;
}

void expect_equal(const VectorErrors& a, const VectorErrors& b, double tolerance) {
  EXPECT_NEAR(a.quantization_error / b.quantization_error, 1, tolerance);
  EXPECT_NEAR(a.sse / b.sse, 1, tolerance);
  EXPECT_NEAR(a.empirical / b.empirical, 1, tolerance);
}

TEST(VectorErrors, ByHand) {
  const Matrix points{{0, 0}, {0, 2}, {7, 1}, {4, 0}, {8, 3}};  // means (0, 1), (7, 1), (6, 1.5)
  const VectorErrors e = vector_errors(points, {0, 0, 1, 2, 2});
  EXPECT_NEAR(e.quantization_error, 2 * 1 + 2 * 2.5, 1e-15);
  EXPECT_NEAR(e.sse, 2 * 1 + 2 * 6.25, 1e-14);
  EXPECT_NEAR(e.empirical, 14.5 / 10, 1e-15);
}

TEST(VectorErrors, AnOffsetChangesNothing) {
  const LabelledBlobs plain = blobs(400, 3, 4, 0), far = blobs(400, 3, 4, 1e8);
  expect_equal(vector_errors(far.points, far.labels), vector_errors(plain.points, plain.labels), 1e-14);
  // The same stored as sparse rows: every column is filled, so the mean's norm must not be differenced.
  const SparseMatrix sparse = far.points.sparseView();
  expect_equal(vector_errors(sparse, far.labels), vector_errors(plain.points, plain.labels), 1e-13);
}

TEST(VectorErrors, FloatAndViewsEqualDouble) {
  const LabelledBlobs example = blobs(100, 4, 3, 2);
  const VectorErrors e = vector_errors(example.points, example.labels);
  expect_equal(vector_errors(MatrixOf<float>(example.points.cast<float>()), example.labels), e, 1e-6);
  Matrix wide = Matrix::Constant(100, 9, -77);
  wide.leftCols(4) = example.points;
  expect_equal(vector_errors(Data::view(wide.data(), 100, 4, 9), example.labels), e, 1e-15);
}

TEST(VectorErrors, SparseEqualsDense) {
  Random random(12);
  Matrix points = Matrix::Zero(60, 40);
  for (double& value : points.reshaped())
    if (random.uniform() < 0.1) value = random.normal();
  points.row(7).setZero();
  Labels labels;
  for (Index i = 0; i < points.rows(); ++i) labels.push_back(i == 30 ? 9 : static_cast<int>(random.below(3)));
  const SparseMatrix sparse = points.sparseView();
  expect_equal(vector_errors(sparse, labels), vector_errors(points, labels), 1e-13);
}

TEST(VectorErrors, NoiseIsLeftOut) {
  const Matrix points{{0}, {2}, {1000}};
  const VectorErrors e = vector_errors(points, {5, 5, -1});
  EXPECT_EQ(e.sse, 2);
  EXPECT_EQ(e.quantization_error, 2);
  EXPECT_EQ(e.empirical, 0.5);
  EXPECT_EQ(vector_errors(points, {-1, -1, -1}).empirical, 0);
  EXPECT_EQ(vector_errors(Matrix(0, 2), {}).sse, 0);
}

TEST(VectorErrors, DifferentLengthsAreNamed) {
  try {
    vector_errors(Matrix(4, 2), {0, 1, 1});
    FAIL() << "3 labels for 4 points were accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    EXPECT_NE(std::string(error.what()).find("3 labels but 4 points"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mercer
