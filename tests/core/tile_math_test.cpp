// Tiles against sums and functions written out.
#include "core/tile_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace mercer {
namespace {

template <class T>
struct Points {
  Index count, dimensions;
  std::vector<T> values, norms;
  Points(Index n, Index d, std::uint64_t seed) : count(n), dimensions(d) {
    Random random(seed);
    for (Index i = 0; i < n; ++i) {
      double norm = 0;
      for (Index j = 0; j < d; ++j) {
        values.push_back(static_cast<T>(random.normal()));
        norm += static_cast<double>(values.back()) * static_cast<double>(values.back());
      }
      norms.push_back(static_cast<T>(norm));
    }
  }
  double product(const Points& other, Index i, Index j) const {
    double sum = 0;
    for (Index c = 0; c < dimensions; ++c)
      sum += static_cast<double>(values[static_cast<std::size_t>(i * dimensions + c)]) *
             static_cast<double>(other.values[static_cast<std::size_t>(j * dimensions + c)]);
    return sum;
  }
};

double expected(TileFunction function, double scale, double xy, double xx, double yy) {
  const double d2 = std::max(0.0, xx + yy - 2 * xy);
  if (function == TileFunction::product) return xy;
  return std::exp(-scale * (function == TileFunction::gaussian ? d2 : std::sqrt(d2)));
}

template <class T>
std::vector<T> tile_of(TileFunction function, T scale, const Points<T>& x, const Points<T>& y, Index stride) {
  AlignedVector<T> panels;
  make_panels(y.values.data(), y.count, y.dimensions, panels);
  std::vector<T> out(static_cast<std::size_t>(x.count * stride), T(-7));
  fill_tile<T>(function, scale, x.dimensions, {x.values.data(), x.count, x.norms.data()},
               {panels.data(), y.count, y.norms.data()}, out.data(), stride);
  return out;
}

template <class T>
class TileMath : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(TileMath, Types);

TYPED_TEST(TileMath, EqualsTheDefinitionForAnyShape) {
  using T = TypeParam;
  const double tolerance = 200 * static_cast<double>(std::numeric_limits<T>::epsilon());
  for (const Index rows : {1, 3, 7, 8, 13, 30})
    for (const Index columns : {1, 15, 32, 33, 70})
      for (const Index d : {1, 5, 16, 51}) {
        const Points<T> x(rows, d, 1), y(columns, d, 2);
        const Index stride = columns + 3;
        for (const auto f : {TileFunction::product, TileFunction::gaussian, TileFunction::laplacian}) {
          const std::vector<T> out = tile_of(f, T(0.03), x, y, stride);
          for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j)
              ASSERT_NEAR(out[static_cast<std::size_t>(i * stride + j)],
                          expected(f, 0.03, x.product(y, i, j), x.norms[static_cast<std::size_t>(i)],
                                   y.norms[static_cast<std::size_t>(j)]),
                          tolerance)
                  << rows << " x " << columns << ", d = " << d << " at " << i << ", " << j;
            for (Index j = columns; j < stride; ++j)  // nothing is written beside the tile
              ASSERT_EQ(out[static_cast<std::size_t>(i * stride + j)], T(-7));
          }
        }
      }
}

// The same pair in another tile, at another place, and with the sides exchanged.
TYPED_TEST(TileMath, AValueDependsOnItsTwoPointsAlone) {
  using T = TypeParam;
  const Points<T> x(29, 20, 3), y(75, 20, 4);
  const std::vector<T> all = tile_of(TileFunction::gaussian, T(0.1), x, y, y.count);
  const std::vector<T> flipped = tile_of(TileFunction::gaussian, T(0.1), y, x, x.count);
  for (Index i = 0; i < x.count; ++i)
    for (Index j = 0; j < y.count; ++j)
      ASSERT_EQ(all[static_cast<std::size_t>(i * y.count + j)],
                flipped[static_cast<std::size_t>(j * x.count + i)]);
}

}  // namespace
}  // namespace mercer
