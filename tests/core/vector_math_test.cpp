#include "core/vector_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace mercer {
namespace {

template <class T>
struct Rows {
  std::vector<std::vector<T>> values;
  std::vector<const T*> pointers;
  Rows(Index rows, Index count, std::uint64_t seed) {
    Random random(seed);
    for (Index r = 0; r < rows; ++r) {
      values.emplace_back();
      for (Index c = 0; c < count; ++c) values.back().push_back(static_cast<T>(random.normal()));
    }
    for (const auto& row : values) pointers.push_back(row.data());
  }
};

template <class T>
class VectorMath : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(VectorMath, Types);

// Lengths around whole vectors of every instruction set.
constexpr Index lengths[] = {0, 1, 3, 4, 15, 16, 17, 63, 64, 65, 200};

TYPED_TEST(VectorMath, AddsRows) {
  for (const Index count : lengths)
    for (const Index rows : {0, 1, 2, 7}) {
      const Rows<TypeParam> x(rows, count, 1);
      const std::vector<TypeParam> a = {1, -2, 0.5, 3, 1, 1, -1};
      std::vector<TypeParam> y(static_cast<std::size_t>(count), 10);
      add_rows(x.pointers.data(), a.data(), rows, y.data(), count);
      for (std::size_t c = 0; c < y.size(); ++c) {
        double sum = 10;
        for (std::size_t r = 0; r < x.values.size(); ++r)
          sum += static_cast<double>(a[r]) * static_cast<double>(x.values[r][c]);
        EXPECT_NEAR(static_cast<double>(y[c]), sum, 1e-5);
      }
    }
}

// Both products against their sums, written out.
TYPED_TEST(VectorMath, MultipliesRows) {
  using T = TypeParam;
  for (const Index count : lengths)
    for (const Index rows : {1, 4, 6})
      for (const Index columns : {1, 4, 7}) {
        const Rows<T> x(rows, count, 3), w(1, rows * columns, 4), v(1, columns * count, 5);
        std::vector<T> sums(static_cast<std::size_t>(columns * count), 2),
            dots(static_cast<std::size_t>(rows * columns), -99);
        add_products(x.pointers.data(), rows, count, w.pointers[0], columns, sums.data());
        dot_products(x.pointers.data(), rows, count, v.pointers[0], columns, dots.data());
        const auto at = [&](Index r, Index c) {
          return static_cast<double>(x.pointers[static_cast<std::size_t>(r)][c]);
        };
        for (Index s = 0; s < columns; ++s) {
          for (Index c = 0; c < count; ++c) {
            double sum = 2;
            for (Index r = 0; r < rows; ++r)
              sum += static_cast<double>(w.pointers[0][r * columns + s]) * at(r, c);
            EXPECT_NEAR(static_cast<double>(sums[static_cast<std::size_t>(s * count + c)]), sum, 1e-5);
          }
          for (Index r = 0; r < rows; ++r) {
            double sum = 0;
            for (Index c = 0; c < count; ++c)
              sum += at(r, c) * static_cast<double>(v.pointers[0][s * count + c]);
            EXPECT_NEAR(static_cast<double>(dots[static_cast<std::size_t>(r * columns + s)]), sum, 1e-4);
          }
        }
      }
}

TYPED_TEST(VectorMath, Transposes) {
  for (const Index count : lengths)
    for (const Index rows : {1, 2, 3, 4, 5, 8, 13}) {
      const Rows<TypeParam> x(rows, count, 2);
      const Index stride = rows + 1;
      std::vector<TypeParam> out(static_cast<std::size_t>(count * stride), -99);
      transpose(x.pointers.data(), rows, count, out.data(), stride);
      for (Index c = 0; c < count; ++c) {
        for (Index r = 0; r < rows; ++r)
          EXPECT_EQ(out[static_cast<std::size_t>(c * stride + r)],
                    x.values[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]);
        EXPECT_EQ(out[static_cast<std::size_t>(c * stride + rows)], -99) << "wrote beyond its rows";
      }
    }
}

// From 1 down to what rounds to nothing, to a few units in the last place.
TYPED_TEST(VectorMath, GaussianRowIsTheExponential) {
  using T = TypeParam;
  const double digits = 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
  std::vector<T> values, norms;
  for (double d2 = 0; d2 < 120; d2 += 0.0625) {  // x.y = 0, x.x = 0: d2 = y.y
    values.push_back(0);
    norms.push_back(static_cast<T>(d2));
  }
  gaussian_row(T(1), values.data(), static_cast<Index>(values.size()), T(0), norms.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double exact = std::exp(-static_cast<double>(norms[i]));
    if (exact > 1.7e-38)
      EXPECT_NEAR(static_cast<double>(values[i]), exact, digits * exact) << norms[i];
    else
      EXPECT_LT(values[i], T(2e-38)) << norms[i];
  }
  EXPECT_EQ(values[0], T(1));
}

// From 0 to 1, where a rule has them; the rest of a row does not differ from its whole vectors.
TEST(VectorPower, EqualsTheLibrarys) {
  for (const Index count : lengths)
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
      EXPECT_EQ(least_at(x.data(), n), expected - x.begin());
    }
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> none(11, infinite);
  EXPECT_EQ(least_at(none.data(), 11), 0);
}

TEST(VectorDistance, ExpandsProducts) {
  for (const Index n : {1, 7, 8, 25}) {
    std::vector<double> x, yy;
    for (Index i = 0; i < n; ++i) {
      x.push_back(0.5 * static_cast<double>(i));
      yy.push_back(static_cast<double>(i * i));
    }
    std::vector<double> d = x;
    distance_row(d.data(), n, 2.0, yy.data());
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT_EQ(d[i], std::max(0.0, 2 + yy[i] - 2 * x[i]));
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
      const double least = least_of(d2.data(), n), sum = ratio_powers(least, e, d2.data(), w.data(), n);
      double expected = 0;
      for (std::size_t i = 0; i < d2.size(); ++i) {
        expected += std::pow(least / d2[i], e);
        EXPECT_NEAR(w[i], std::pow(least / d2[i], e + 1), 1e-14);
      }
      EXPECT_NEAR(sum, expected, 1e-13 * expected);
    }
}

}  // namespace
}  // namespace mercer
