#include "report/versions.hpp"

#include <fmt/format.h>

#include <Eigen/Core>

extern "C" __attribute__((weak)) char* openblas_get_config();

namespace mercer {
namespace {

std::string compiler() {
#ifdef __clang__
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

// The name and the number come first, then how it was built.
std::string blas() {
  if (!openblas_get_config) return "";
  const std::string all = openblas_get_config();
  const std::size_t number = all.find(' ');
  return number == std::string::npos ? "" : ", " + all.substr(0, all.find(' ', number + 1));
}

}  // namespace

std::string versions() {
  return fmt::format("mercer {}, {}, Eigen {}.{}.{}{}", MERCER_VERSION, compiler(), EIGEN_WORLD_VERSION,
                     EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, blas());
}

}  // namespace mercer
