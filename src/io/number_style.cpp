#include "io/number_style.hpp"

#include <algorithm>
#include <array>

#include "io/missing.hpp"
#include "io/number.hpp"

namespace mercer::io {
namespace {

constexpr std::array<std::string_view, 22> signs = {"$",   "%",   "€",   "£",   "¥",   "₹",   "₽", "₩",
                                                    "₺",   "₫",   "EUR", "USD", "GBP", "CHF", "JPY", "CNY",
                                                    "INR", "SEK", "NOK", "DKK", "PLN", "CZK"};
constexpr std::array<std::string_view, 4> wide_blanks = {"\u00A0", "\u202F", "\u2009", "\u2007"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of the blank that `text` starts with; 0 if it starts with none.
std::size_t blank_length(std::string_view text) {
  if (!text.empty() && (text.front() == ' ' || text.front() == '\t')) return 1;
  for (const auto blank : wide_blanks)
    if (text.starts_with(blank)) return blank.size();
  return 0;
}
void trim(std::string_view& text) {
  while (const auto length = blank_length(text)) text.remove_prefix(length);
  for (bool again = true; again;) {
    again = false;
    if (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1), again = true;
    for (const auto blank : wide_blanks)
      if (text.ends_with(blank)) text.remove_suffix(blank.size()), again = true;
  }
}

bool take_minus(std::string_view& text) {
  for (const std::string_view minus : {"-", "\u2212"})
    if (text.starts_with(minus)) {
      text.remove_prefix(minus.size());
      return true;
    }
  return false;
}

// -$5, $-5, 5 $, ($5): what is left once sign and minus are gone.
struct Body {
  std::string_view digits, sign;
  bool negative = false;
};
Body body_of(std::string_view text) {
  Body body;
  trim(text);
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    body.negative = true;
    text = text.substr(1, text.size() - 2);
    trim(text);
  }
  body.negative |= take_minus(text);
  trim(text);
  for (const auto sign : signs) {
    if (text.starts_with(sign))
      text.remove_prefix(sign.size());
    else if (text.ends_with(sign))
      text.remove_suffix(sign.size());
    else
      continue;
    body.sign = sign;
    trim(text);
    body.negative |= take_minus(text);
    break;
  }
  body.digits = text;
  return body;
}

// The length of the separator of thousands that `text` starts with, where three digits and no more follow it.
std::size_t group_length(std::string_view text, char group) {
  if (group == 0 || text.empty()) return 0;
  const std::size_t length = group == ' ' ? blank_length(text) : (text.front() == group ? 1 : 0);
  if (length == 0 || text.size() < length + 3) return 0;
  const bool three = is_digit(text[length]) && is_digit(text[length + 1]) && is_digit(text[length + 2]);
  return three && (text.size() == length + 3 || !is_digit(text[length + 3])) ? length : 0;
}

// As fast_float wants it: no separators of thousands, a decimal point. Empty when the style does not fit.
std::string canonical(std::string_view digits, const NumberStyle& style) {
  std::string plain;
  bool grouped = false;
  while (!digits.empty() && is_digit(digits.front())) {
    plain += digits.front();
    digits.remove_prefix(1);
    const std::size_t length = group_length(digits, style.group);
    if (length == 0) continue;
    if (!grouped && (plain.size() > 3 || plain == "0")) return {};  // 1234,567 and 0,123 are no thousands
    grouped = true;
    digits.remove_prefix(length);
    plain += digits.substr(0, 3);
    digits.remove_prefix(3);
    while (const auto next = group_length(digits, style.group)) {
      plain += digits.substr(next, 3);
      digits.remove_prefix(next + 3);
    }
  }
  if (!digits.empty() && digits.front() == style.decimal) {
    plain += '.';
    digits.remove_prefix(1);
  }
  const auto tail = digits.find_first_not_of("0123456789");
  plain += digits.substr(0, tail);
  if (tail == std::string_view::npos) return plain;
  const bool exponent = !grouped && (digits[tail] == 'e' || digits[tail] == 'E');
  return exponent ? plain + std::string(digits.substr(tail)) : std::string();
}

}  // namespace

std::optional<double> read_styled(std::string_view text, const NumberStyle& style) {
  double value = 0;
  if (style.plain()) {
    if (read_number(text, value) != Reading::number) return std::nullopt;
    return value;
  }
  Body body = body_of(text);
  if (body.sign != style.sign) return std::nullopt;
  if (!body.negative && body.digits.starts_with('+')) body.digits.remove_prefix(1);
  const std::string plain = canonical(body.digits, style);
  if (plain.empty() || read_number(plain, value) != Reading::number) return std::nullopt;
  return body.negative ? -value : value;
}

std::string sign_of(std::string_view text) { return std::string(body_of(text).sign); }

bool is_infinite(std::string_view text) {
  double value = 0;
  if (read_number(text, value) != Reading::not_finite) return false;
  return !equal_ignoring_case(trimmed(text), "nan");
}

std::vector<NumberStyle> styles(const std::string& sign, char delimiter, char decimal, char prefer) {
  std::vector<NumberStyle> all;
  const auto add = [&](char point, std::string_view groups) {
    for (const char group : groups) all.push_back({point, group == '0' ? '\0' : group, sign});
  };
  constexpr std::string_view beside_point = "0, '", beside_comma = "0. '";  // between thousands; 0: nothing
  if (decimal == ',' || decimal == '.') {
    add(decimal, decimal == ',' ? beside_comma : beside_point);
    return all;
  }
  const bool comma_known = prefer == ',';
  if (!comma_known) add('.', "0");  // plain numbers are plain everywhere
  // 1,234 is both; who separates fields by semicolons writes decimals with a comma.
  const bool comma_first = comma_known || delimiter == ';';
  if (comma_first) add(',', beside_comma);
  add('.', beside_point);
  if (!comma_first && delimiter != ',') add(',', beside_comma);
  if (!comma_first && delimiter == ',') add(',', ".");  // 1.234,50 can mean nothing else
  return all;
}

}  // namespace mercer::io
