// What several rules share: where prototypes live, the limit of a point on a prototype, and powers.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

// Where the prototypes live when a kernel is used.
enum class PrototypesIn { feature, input };
template <>
struct EnumNames<PrototypesIn> {
  static constexpr std::array<std::string_view, 2> values = {"feature", "input"};
};

namespace rules {

// Rows of a matrix, or of some of its columns: `rows` of them, `count` long, `stride` apart.
template <class T>
struct Rows {
  T* data;
  Index rows, count, stride;
  std::span<T> operator[](Index row) const { return {data + row * stride, static_cast<std::size_t>(count)}; }
};

double least(std::span<const double> d2);

// The limit in which only the nearest prototypes count: those within d2 <= nearest share the point.
inline void share_nearest(std::span<const double> d2, std::span<double> w, double nearest) {
  double sharers = 0;
  for (double d : d2) sharers += d <= nearest ? 1.0 : 0.0;
  for (std::size_t j = 0; j < d2.size(); ++j) w[j] = d2[j] <= nearest ? 1.0 / sharers : 0.0;
}

// Scales the shares to sum to one; returns their sum before.
inline double normalise(std::span<double> w) {
  double sum = 0;
  for (double value : w) sum += value;
  for (double& value : w) value = sum > 0 ? value / sum : 1.0 / static_cast<double>(w.size());
  return sum;
}

// x_j = x_j^e for 0 <= x_j <= 1 and e > 0, with the processor's vector instructions.
void power(std::span<double> x, double e);
// x_j = exp(-x_j) for x_j >= 0, likewise.
void decay(std::span<double> x);
// Row by row: w_j = t_j^(e+1) with t_j = least / d2_j, the least of the row, and the sum of t_j^e; only valid
// if the least is a positive number.
void ratio_powers(Rows<const double> d2, double e, Rows<double> w, std::span<double> least,
                  std::span<double> sums);
// w_j *= its row's factor
void scale(Rows<double> w, std::span<const double> factors);

}  // namespace rules
}  // namespace mercer
