#include "data/readable.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mercer {
namespace {

// Commas between thousands, left of the point; exponents stay as they are.
std::string separated(std::string digits) {
  if (digits.find('e') != std::string::npos) return digits;
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  std::size_t end = std::min(digits.find('.'), digits.size());
  while (end > first + 3) digits.insert(end -= 3, 1, ',');
  return digits;
}

}  // namespace

std::string readable(double value) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (value == 0) return "0";
  constexpr int digits = 3;
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (magnitude >= 15 || magnitude < -4) return fmt::format("{:.3g}", value);
  if (magnitude >= digits) {
    const double unit = std::pow(10.0, magnitude - digits + 1);
    return separated(fmt::format("{:.0f}", std::round(value / unit) * unit));
  }
  std::string text = fmt::format("{:.{}f}", value, digits - 1 - magnitude);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return separated(text);
}

std::string with_thousands(double value) { return separated(fmt::format("{}", value)); }
std::string count_text(Index count) { return separated(fmt::format("{}", count)); }
std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }
std::string counted(Index count, std::string_view one) {
  return fmt::format("{} {}{}", count_text(count), one, count == 1 ? "" : "s");
}

}  // namespace mercer
