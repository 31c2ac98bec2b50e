// Widths of gaussian:local against their definition: all distances sorted.
#include "neighbors/local_widths.hpp"

#include <algorithm>

#include "support.hpp"

namespace mercer {
namespace {

double definition(const Matrix& X, const Vector& z, Index itself, int m) {
  std::vector<double> others;
  for (Index j = 0; j < X.rows(); ++j)
    if (j != itself) others.push_back((z - X.row(j).transpose()).norm());
  std::sort(others.begin(), others.end());
  return others[std::min(others.size(), static_cast<std::size_t>(m)) - 1];
}

// The m-th nearest other point, duplicates counted.
TEST(LocalWidths, AreDistancesToTheNeighbour) {
  for (Index d : {2, 20}) {
    Matrix X = test::blobs(30, d, 2, 4);
    X.row(7) = X.row(3);
    for (int m : {1, 3, 7, 29, 40}) {
      const Kernel kernel = Gaussian{.local = true, .neighbors = m};
      const Vector widths = local_widths(kernel, X);
      for (Index i = 0; i < 30; ++i) {
        const double expected = definition(X, X.row(i), i, m);
        EXPECT_NEAR(widths[i], std::max(expected, 1e-12 * widths.maxCoeff()), 1e-12 * widths.maxCoeff())
            << i << " " << m;
        EXPECT_GT(widths[i], 0);
      }
      // The same points as new ones keep their widths.
      EXPECT_EQ(local_widths(kernel, X, X), widths);
    }
  }
}

TEST(LocalWidths, NewPointsHaveAllTrainingPointsAsNeighbours) {
  const Matrix X = test::blobs(30, 3, 2, 4), Z = test::blobs(9, 3, 2, 5);
  for (int m : {1, 4, 29, 30, 31}) {
    const Vector widths = local_widths(Gaussian{.local = true, .neighbors = m}, Z, X);
    for (Index i = 0; i < 9; ++i)
      EXPECT_NEAR(widths[i], definition(X, Z.row(i), -1, m), 1e-12) << i << " " << m;
  }
}

TEST(LocalWidths, OtherKernelsHaveNoneAndALonePointHasOne) {
  const Matrix X = test::blobs(10, 2, 2, 4);
  EXPECT_EQ(local_widths(Gaussian{.sigma = 1.0}, X).size(), 0);
  EXPECT_EQ(local_widths(Linear{}, X, X).size(), 0);
  EXPECT_EQ(local_widths(Gaussian{.local = true}, Matrix(X.topRows(1))), Vector::Ones(1));
  EXPECT_GT(local_widths(Gaussian{.local = true}, Matrix(Matrix::Ones(5, 2))).minCoeff(), 0);
}

}  // namespace
}  // namespace mercer
