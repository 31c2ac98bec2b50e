#include "core/distance_math.hpp"
#include "mercer/rules/shares.hpp"

namespace mercer::rules {
namespace {

Index size_of(std::span<const double> x) { return static_cast<Index>(x.size()); }

}  // namespace

double least(std::span<const double> d2) { return least_of(d2.data(), size_of(d2)); }

void power(std::span<double> x, double e) {
  if (e != 1) power_row(e, x.data(), size_of(x));
}

void decay(std::span<double> x) { decay_row(x.data(), size_of(x)); }

void ratio_powers(Rows<const double> d2, double e, Rows<double> w, std::span<double> least,
                  std::span<double> sums) {
  mercer::ratio_powers(d2.data, d2.stride, d2.rows, d2.count, e, w.data, w.stride, least.data(), sums.data());
}

void scale(Rows<double> w, std::span<const double> factors) {
  scale_rows(w.data, w.stride, w.rows, w.count, factors.data());
}

}  // namespace mercer::rules
