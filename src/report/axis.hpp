// Ticks at round numbers.
#pragma once

#include <string>
#include <vector>

#include "report/projection.hpp"

namespace mercer {

struct Tick {
  double position = 0;  // 0 = lower end of the axis, 1 = upper end
  std::string text;
};
struct Axis {
  std::vector<Tick> ticks;
  std::string caption;  // with what was taken off the numbers: "x / 10^9", "x - 100000000"
};

// About `wanted` ticks at multiples of 1, 2 or 5 times a power of ten, for the range middle - half .. middle
// + half.
Axis make_axis(const Interval& range, int wanted, const std::string& caption);

}  // namespace mercer
