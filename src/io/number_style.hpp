// Numbers as people write them: 1,234.50 and 1.234,50, $5 and 71 %, (12) for -12.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mercer::io {

struct NumberStyle {
  char decimal = '.';
  char group = 0;    // between thousands: ',', '.', '\'' or ' ' (any blank of Unicode); 0: nothing
  std::string sign;  // "$", "%", ...; every cell of a column has the same one
  bool plain() const { return decimal == '.' && group == 0 && sign.empty(); }
};

// The number that `text` is in this style, finite and with nothing beside it.
std::optional<double> read_styled(std::string_view text, const NumberStyle& style);
// The currency or percent sign at either end; empty when there is none.
std::string sign_of(std::string_view text);
// Whether it says that a number is infinite, or is one too large to hold.
bool is_infinite(std::string_view text);

// What a column without plain numbers may be written in, likeliest first. A decimal comma is looked for only
// where commas do not separate the fields, or where it was asked for; `prefer` is what decides where a text
// can be two numbers.
std::vector<NumberStyle> styles(const std::string& sign, char delimiter, char decimal, char prefer = 0);

}  // namespace mercer::io
