// Sizes as people read them.
#include "mercer/machine.hpp"

#include <gtest/gtest.h>

namespace mercer {
namespace {

TEST(Memory, SizesAreWrittenWithThreeDigits) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(999), "999 B");
  EXPECT_EQ(format_bytes(1000), "1 KB");
  EXPECT_EQ(format_bytes(1500), "1.5 KB");
  EXPECT_EQ(format_bytes(12345), "12.3 KB");
  EXPECT_EQ(format_bytes(123456), "123 KB");
  EXPECT_EQ(format_bytes(99'700), "100 KB");
  EXPECT_EQ(format_bytes(999'499), "999 KB");
  EXPECT_EQ(format_bytes(999'500), "1 MB");  // never "1e+03 KB"
  EXPECT_EQ(format_bytes(8'000'000'000), "8 GB");
  EXPECT_EQ(format_bytes(1'234'000'000'000), "1.23 TB");
  EXPECT_EQ(format_bytes(2'000'000'000'000'000'000), "2000 PB");
}

TEST(Memory, SomethingIsFree) {
  EXPECT_GT(free_memory(), std::uint64_t{1} << 20);
  EXPECT_LT(free_memory(), std::uint64_t{1} << 50);
}

}  // namespace
}  // namespace mercer
