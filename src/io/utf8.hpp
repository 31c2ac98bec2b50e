// UTF-8: code points in, code points out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mercer::io {

constexpr char32_t no_character = 0xFFFFFFFF;

// The code point at `at`, which moves behind it; no_character, and `at` stays, where the bytes are not UTF-8.
inline char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return text[at++];
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return no_character;
  char32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return no_character;
    code = code << 6 | (byte(at + i) & 0x3FU);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return no_character;
  at += length;
  return code;
}

inline void append_character(std::string& text, char32_t code) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

// Where the bytes cease to be UTF-8; npos: nowhere.
inline std::size_t first_bad_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();)
    if (next_character(text, at) == no_character) return at;
  return std::string_view::npos;
}

}  // namespace mercer::io
