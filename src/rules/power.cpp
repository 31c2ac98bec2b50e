#include <algorithm>
#include <array>
#include <cmath>

#include "core/vector_math.hpp"
#include "mercer/rules/shares.hpp"

namespace mercer::rules {
namespace {

// x^e for e = 1, 2, 3, ...: squares and products along the digits of e
void whole_power(std::span<double> x, unsigned e) {
  constexpr std::size_t together = 64;
  std::array<double, together> square;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  for (std::size_t begin = 0; begin < x.size(); begin += together) {
    const std::span<double> part = x.subspan(begin, std::min(together, x.size() - begin));
    std::copy(part.begin(), part.end(), square.begin());
    bool first = true;
    for (unsigned digits = e; digits > 0; digits >>= 1U) {
      if (digits & 1U) {
        for (std::size_t j = 0; j < part.size(); ++j) part[j] = first ? square[j] : part[j] * square[j];
        first = false;
      }
      if (digits > 1)
        for (std::size_t j = 0; j < part.size(); ++j) square[j] *= square[j];
    }
  }
}

}  // namespace

// An exponent that comes of a division, 1 / (1.2 - 1) say, misses the whole number by its last digits.
void power(std::span<double> x, double e) {
  constexpr double most = 64, rounding = 1e-14;
  const double whole = std::round(e);
  if (whole >= 1 && whole <= most && std::abs(e - whole) <= rounding * whole)
    whole_power(x, static_cast<unsigned>(whole));
  else
    power_row(e, x.data(), static_cast<Index>(x.size()));
}

}  // namespace mercer::rules
