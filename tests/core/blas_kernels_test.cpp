#include "core/blas_kernels.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/parallel.hpp"

extern "C" __attribute__((weak)) char* openblas_get_corename();

namespace mercer {
namespace {

TEST(BlasKernels, ThoseOfAModernProcessorStay) {
  for (const char* name : {"Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids", "neoversen1", ""})
    EXPECT_EQ(better_blas_kernels(name), "") << name;
}

#if defined(__x86_64__)
TEST(BlasKernels, ThoseWithoutAvxAreReplacedWhereTheProcessorHasIt) {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  EXPECT_EQ(better_blas_kernels("Prescott").empty(), !avx2);
}
#endif

// When the library was loaded, it saw to that.
TEST(BlasKernels, NoBetterOnesAreLeft) {
  const ThreadScope linked(1);
  if (!openblas_get_corename) GTEST_SKIP() << "another BLAS";
  if (std::getenv("OPENBLAS_CORETYPE")) GTEST_SKIP() << "the user's choice";
  EXPECT_EQ(better_blas_kernels(openblas_get_corename()), "") << openblas_get_corename();
}

}  // namespace
}  // namespace mercer
