#include "core/distance_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace mercer {
namespace {

// Lengths around whole vectors of every instruction set.
constexpr Index row_lengths[] = {0, 1, 3, 4, 15, 16, 17, 63, 64, 65, 200};

// From 0 to 1, where a rule has them; the rest of a row does not differ from its whole vectors.
TEST(VectorPower, EqualsTheLibrarys) {
  for (const Index count : row_lengths)
    for (const double e : {0.3, 0.5, 1.25, 2.0, 3.5, 40.0}) {
      Random random(7);
      std::vector<double> x(static_cast<std::size_t>(count));
      for (double& value : x) value = random.uniform();
      if (count > 2) {
        x[0] = 0;
        x[1] = 1;
        x[2] = std::numeric_limits<double>::denorm_min();
      }
      std::vector<double> powers = x;
      power_row(e, powers.data(), count);
      for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_NEAR(powers[i], x[i] < 1e-300 ? 0 : std::pow(x[i], e), 1e-13 * std::pow(x[i], e))
            << x[i] << " to " << e;
      if (count > 2) {
        EXPECT_EQ(powers[1], 1);
      }
    }
}

TEST(VectorDecay, EqualsTheLibrarys) {
  for (const Index count : row_lengths) {
    Random random(8);
    std::vector<double> x(static_cast<std::size_t>(count));
    for (double& value : x) value = 40 * random.uniform();
    if (count > 2) {
      x[0] = 0;
      x[1] = std::numeric_limits<double>::infinity();
      x[2] = 5000;
    }
    std::vector<double> y = x;
    decay_row(y.data(), count);
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(y[i], std::exp(-x[i]), 1e-14 * std::exp(-x[i])) << x[i];
  }
}

// Bit for bit what a loop over the columns gives that keeps four sums and one of the rest.
TEST(VectorDistances, AreThoseOfOneRowAfterTheOther) {
  Random random(5);
  for (const Index d : {1, 3, 4, 10, 17})
    for (const Index n : {1, 5, 8, 19}) {
      std::vector<double> x, columns, out(static_cast<std::size_t>(n));
      for (Index c = 0; c < d; ++c) x.push_back(random.normal());
      for (Index e = 0; e < d * n; ++e) columns.push_back(random.normal());
      squared_distances(x.data(), d, columns.data(), n, n, out.data());
      for (Index r = 0; r < n; ++r) {
        std::array<double, 5> sums{};
        for (Index c = 0; c < d; ++c) {
          const double step = x[static_cast<std::size_t>(c)] - columns[static_cast<std::size_t>(c * n + r)];
          sums[c < d / 4 * 4 ? static_cast<std::size_t>(c % 4) : 4] += step * step;
        }
        EXPECT_EQ(out[static_cast<std::size_t>(r)], (sums[0] + sums[1]) + ((sums[2] + sums[3]) + sums[4]));
      }
    }
}

TEST(VectorLeast, IsTheFirstOfTheLeast) {
  Random random(3);
  for (Index n = 1; n <= 40; ++n)
    for (int again = 0; again < 20; ++again) {
      std::vector<double> x;
      for (Index i = 0; i < n; ++i) x.push_back(std::floor(8 * random.uniform()) - 2);  // many are equal
      const auto expected = std::min_element(x.begin(), x.end());
      EXPECT_EQ(least_of(x.data(), n), *expected);
      double least = 0;
      Index at = -1;
      least_of_rows(x.data(), n, 1, n, &least, &at);
      EXPECT_EQ(least, *expected);
      EXPECT_EQ(at, expected - x.begin());
    }
}

TEST(VectorLeast, OfRowsThatStandApart) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> values{3, 1, 2, -9, infinite, infinite, infinite, -9, 5, 5, 4, -9};
  std::array<double, 3> least{};
  std::array<Index, 3> at{};
  least_of_rows(values.data(), 4, 3, 3, least.data(), at.data());
  EXPECT_EQ(least, (std::array{1.0, infinite, 4.0}));
  EXPECT_EQ(at, (std::array<Index, 3>{1, 0, 2}));
}

TEST(VectorLeast, FirstOfThoseWithinALimit) {
  std::vector<double> x;
  for (int i = 0; i < 21; ++i) x.push_back(30 - i);
  for (Index n = 1; n <= 21; ++n)
    for (const double limit : {30.0, 29.5, 25.0, 22.0, 12.0, 9.0}) {
      Index expected = 0;
      while (expected + 1 < n && x[static_cast<std::size_t>(expected)] > limit) ++expected;
      EXPECT_EQ(first_at_most(limit, x.data(), n), expected) << limit << " of " << n;
    }
}

// Against differences, for numbers of rows, dimensions and vectors around those of a tile.
TEST(VectorDistances, ToVectors) {
  Random random(6);
  const auto values = [&](Index rows, Index columns) {
    Matrix M(rows, columns);
    for (double& value : M.reshaped()) value = random.normal();
    return M;
  };
  for (const Index rows : {1, 3, 4, 9})
    for (const Index d : {0, 1, 5, 64})
      for (const Index count : {1, 2, 7, 8, 9, 16, 25, 31, 32, 33, 70}) {
        const Matrix X = values(rows, d), V = values(count, d);
        Vector xx = X.rowwise().squaredNorm(), yy = V.rowwise().squaredNorm();
        yy[0] = std::numeric_limits<double>::infinity();  // an empty prototype
        Matrix D2 = Matrix::Constant(rows + 1, count, -7);
        distances_to(X.data(), rows, xx.data(), V, yy, D2.data());
        for (Index r = 0; r < rows; ++r) {
          EXPECT_EQ(D2(r, 0), yy[0]);
          for (Index s = 1; s < count; ++s) {
            const double expected = (X.row(r) - V.row(s)).squaredNorm();
            EXPECT_NEAR(D2(r, s), expected, 1e-12 * (1 + expected));
          }
          Matrix alone(1, count);  // the same bits wherever a row stands
          distances_to(X.row(r).data(), 1, xx.data() + r, V, yy, alone.data());
          EXPECT_EQ(alone, D2.row(r));
        }
        EXPECT_TRUE((D2.row(rows).array() == -7).all());
      }
}

TEST(VectorDistance, ExpandsProducts) {
  for (const Index n : {1, 7, 8, 25}) {
    std::vector<double> x, yy;
    for (Index i = 0; i < 2 * n; ++i) x.push_back(0.5 * static_cast<double>(i));
    for (Index i = 0; i < n; ++i) yy.push_back(static_cast<double>(i * i));
    std::vector<double> d = x;
    const std::array xx{2.0, 3.0};
    distance_rows(d.data(), 2, n, xx.data(), yy.data());
    for (std::size_t i = 0; i < d.size(); ++i)
      EXPECT_EQ(d[i], std::max(0.0, xx[i / yy.size()] + yy[i % yy.size()] - 2 * x[i]));
  }
}

TEST(VectorRatios, RaisedAndSummed) {
  Random random(4);
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double e : {1.0, 5.0, 1 / (1.2 - 1), 2.7, 0.5})
    for (Index n = 1; n <= 30; ++n) {
      std::vector<double> d2, w(static_cast<std::size_t>(n));
      for (Index i = 0; i < n; ++i) d2.push_back(0.1 + random.uniform());
      if (n > 3) d2[1] = infinite;  // an empty prototype
      double least = 0, sum = 0, expected = 0;
      ratio_powers(d2.data(), n, 1, n, e, w.data(), n, &least, &sum);
      EXPECT_EQ(least, *std::min_element(d2.begin(), d2.end()));
      for (std::size_t i = 0; i < d2.size(); ++i) {
        expected += std::pow(least / d2[i], e);
        EXPECT_NEAR(w[i], std::pow(least / d2[i], e + 1), 1e-14);
      }
      EXPECT_NEAR(sum, expected, 1e-13 * expected);
    }
}

TEST(VectorSums, AndChangesOfColumns) {
  for (const Index count : {1, 7, 8, 25, 64}) {
    const Matrix before = Matrix::Random(9, count), now = Matrix::Random(9, count);
    Eigen::RowVectorXd sums(count), changes(count);
    sums_and_changes(before.data(), now.data(), 9, count, sums.data(), changes.data());
    EXPECT_LT((sums - now.colwise().sum()).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_EQ(changes, (now - before).cwiseAbs().colwise().maxCoeff());
  }
}

TEST(VectorRows, AreScaledOneByOne) {
  for (const Index count : {1, 7, 8, 25}) {
    const Matrix before = Matrix::Random(3, count + 2);
    const std::array scale{2.0, 0.5, -1.0};
    Matrix W = before;
    scale_rows(W.data(), W.cols(), 3, count, scale.data());
    for (Index r = 0; r < 3; ++r) {
      EXPECT_EQ(W.row(r).head(count), scale[static_cast<std::size_t>(r)] * before.row(r).head(count));
      EXPECT_EQ(W.row(r).tail(2), before.row(r).tail(2));
    }
  }
}

}  // namespace
}  // namespace mercer
