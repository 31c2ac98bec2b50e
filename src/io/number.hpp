// Numbers in text.
#pragma once

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace mercer::io {

enum class Reading { number, empty, text, not_finite };

inline std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// A number stands alone in its field, with blanks around it at most; `value` is set when one is found.
inline Reading read_number(std::string_view field, double& value) {
  std::string_view text = trimmed(field);
  if (text.empty()) return Reading::empty;
  if (text.front() == '+' && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  const char* end = text.data() + text.size();
  const auto [stopped, error] = fast_float::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stopped != end) return Reading::text;
  return std::isfinite(value) ? Reading::number : Reading::not_finite;
}

// A whole number, and nothing else in its field.
inline bool read_whole(std::string_view field, std::int64_t& value) {
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size() && !field.empty();
}

// Words that stand for a value that isn't there.
inline bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 9> words = {"",     "NA",   "N/A",  "na", "n/a",
                                                     "null", "NULL", "None", "?"};
  return std::find(words.begin(), words.end(), trimmed(field)) != words.end();
}

// Whether a field can only be a name: neither a number, nor a value that is missing or not finite.
inline bool is_name(std::string_view field) {
  double value = 0;
  return read_number(field, value) == Reading::text && !is_missing(field);
}

}  // namespace mercer::io
