#include "core/vector_math.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace mercer
