#include "core/vector_math.hpp"

#include <gtest/gtest.h>

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
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(VectorMath, Numbers);

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

}  // namespace
}  // namespace mercer
