#include "report/axis.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mercer {
namespace {

const std::string minus = "\u2212";

double power_of_ten(double exponent) { return std::pow(10.0, exponent); }

// The least of 1, 2, 5, 10 times a power of ten that is not below x.
double round_up(double x) {
  const double power = power_of_ten(std::floor(std::log10(x)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= x * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string with_minus(const std::string& number) {
  return number.starts_with('-') ? minus + number.substr(1) : number;
}

std::string superscript(int number) {
  static const char* const digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                       "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text;
  for (char digit : std::to_string(number)) text += digit == '-' ? "\u207b" : digits[digit - '0'];
  return text;
}

// What is taken off every number so that the rest is short: (value - offset) / 10^exponent.
struct Shortening {
  double offset = 0;
  int exponent = 0;

  Shortening(const Interval& range, double step) {
    if (std::abs(range.middle) > 2e4 * step) {
      const double unit = power_of_ten(std::ceil(std::log10(2 * range.half)));
      offset = std::round(range.middle / unit) * unit;
    }
    const double largest = std::abs(range.middle - offset) + range.half;
    if (largest >= 1e5 || largest < 1e-3) exponent = static_cast<int>(std::floor(std::log10(largest)));
  }
  std::string describe(const std::string& name) const {
    std::string text = name;
    if (offset != 0) text += fmt::format(" {} {:.12g}", offset > 0 ? minus : "+", std::abs(offset));
    if (exponent == 0) return text;
    return fmt::format(fmt::runtime(offset != 0 ? "({}) / 10{}" : "{} / 10{}"), text, superscript(exponent));
  }
};

}  // namespace

Axis make_axis(const Interval& range, int wanted, const std::string& caption) {
  const double step = round_up(2 * (range.half / wanted));
  // Where doubles are too coarse for a step, the middle is all that can be said.
  if (!std::isnormal(step) || std::abs(range.middle) / step > 1e13)
    return {{{0.5, with_minus(fmt::format("{:.6g}", range.middle))}}, caption};
  const Shortening cut(range, step);
  const double power = power_of_ten(cut.exponent);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / power) + 1e-9)));
  Axis axis{{}, cut.describe(caption)};
  const double low = range.middle - cut.offset - range.half, high = range.middle - cut.offset + range.half;
  for (double multiple = std::ceil(low / step); multiple <= std::floor(high / step); ++multiple) {
    const double value = multiple * step;
    axis.ticks.push_back({(value - low) / 2 / range.half,
                          with_minus(fmt::format("{:.{}f}", multiple == 0 ? 0 : value / power, decimals))});
  }
  return axis;
}

}  // namespace mercer
