// What several rules share: where prototypes live, the limit of a point on a prototype, and powers.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "mercer/choice.hpp"

namespace mercer {

// Where the prototypes live when a kernel is used.
enum class PrototypesIn { feature, input };
template <>
struct EnumNames<PrototypesIn> {
  static constexpr std::array<std::string_view, 2> values = {"feature", "input"};
};

namespace rules {

double least(std::span<const double> d2);

// The limit in which only the nearest prototypes count: those within d2 <= nearest share the point.
inline void share_nearest(std::span<const double> d2, std::span<double> w, double nearest) {
  double sharers = 0;
  for (double d : d2) sharers += d <= nearest ? 1.0 : 0.0;
  for (std::size_t j = 0; j < d2.size(); ++j) w[j] = d2[j] <= nearest ? 1.0 / sharers : 0.0;
}

// Shares that sum to one.
inline void normalise(std::span<double> w) {
  double sum = 0;
  for (double value : w) sum += value;
  for (double& value : w) value = sum > 0 ? value / sum : 1.0 / static_cast<double>(w.size());
}

// x^e for x >= 0, without a logarithm where none is needed.
inline double power(double x, double e) { return e == 1 ? x : e == 2 ? x * x : std::pow(x, e); }
// x_j = x_j^e for 0 <= x_j <= 1 and e > 0, with the processor's vector instructions.
void power(std::span<double> x, double e);
// w_j = t_j^(e+1) with t_j = least / d2_j, 0 < least <= d2_j; the sum of t_j^e is returned.
double ratio_powers(std::span<const double> d2, double least, double e, std::span<double> w);

}  // namespace rules
}  // namespace mercer
