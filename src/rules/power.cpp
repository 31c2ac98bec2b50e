#include "core/vector_math.hpp"
#include "mercer/rules/shares.hpp"

namespace mercer::rules {
namespace {

Index size_of(std::span<const double> x) { return static_cast<Index>(x.size()); }

}  // namespace

double least(std::span<const double> d2) { return least_of(d2.data(), size_of(d2)); }

void power(std::span<double> x, double e) {
  if (e != 1) power_row(e, x.data(), size_of(x));
}

double ratio_powers(std::span<const double> d2, double least, double e, std::span<double> w) {
  return mercer::ratio_powers(least, e, d2.data(), w.data(), size_of(d2));
}

}  // namespace mercer::rules
