#include "core/blas_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

// OpenBLAS with kernels for many processors has these; another BLAS may not.
extern "C" {
__attribute__((weak)) char* openblas_get_corename();
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}

namespace mercer {
std::string_view better_blas_kernels(std::string_view in_use) {
#if defined(__x86_64__)
  constexpr std::array<std::string_view, 7> without_avx{"Prescott", "Core2",   "Penryn", "Dunnington",
                                                        "Atom",     "Nehalem", "Generic"};
  if (std::find(without_avx.begin(), without_avx.end(), in_use) == without_avx.end()) return {};
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#else
  (void)in_use;
#endif
  return {};
}

// Its own function reads the variable when there is no choice yet.
void choose_blas_kernels() {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  if (!openblas_get_corename || !gotoblas_dynamic_init || !gotoblas_dynamic_quit || std::getenv(variable))
    return;
  const std::string_view better = better_blas_kernels(openblas_get_corename());
  if (better.empty()) return;
  setenv(variable, better.data(), 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(variable);
}

}  // namespace mercer
