// Text that is not UTF-8, turned into it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "io/utf8.hpp"

namespace mercer::io {

// Latin-1 as programs write it: Windows' code page 1252, in which 0x80 to 0x9F are signs too.
inline std::string from_latin1(std::string_view bytes) {
  constexpr std::array<char32_t, 32> signs = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                              0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                              0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                              0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_character(text, byte >= 0x80 && byte < 0xA0 ? signs[byte - 0x80] : byte);
  }
  return text;
}

// UTF-16, which may come in pieces of any length.
class Utf16 {
 public:
  explicit Utf16(bool big_endian) : big_endian_(big_endian) {}
  void decode(std::string_view bytes, std::string& text) {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (!half_) {
        first_ = byte;
        half_ = true;
        continue;
      }
      half_ = false;
      unit(
          big_endian_ ? static_cast<char32_t>(first_ << 8 | byte) : static_cast<char32_t>(byte << 8 | first_),
          text);
    }
  }

 private:
  static constexpr char32_t replacement = 0xFFFD;
  void unit(char32_t code, std::string& text) {
    const bool low = code >= 0xDC00 && code < 0xE000;
    if (high_ != 0) {
      const char32_t pair = low ? 0x10000 + ((high_ - 0xD800) << 10) + (code - 0xDC00) : replacement;
      high_ = 0;
      append_character(text, pair);
      if (low) return;
    }
    if (code >= 0xD800 && code < 0xDC00)
      high_ = code;
    else
      append_character(text, low ? replacement : code);
  }

  bool big_endian_;
  bool half_ = false;
  unsigned char first_ = 0;
  char32_t high_ = 0;  // the first half of a pair
};

}  // namespace mercer::io
