#include "report/png.hpp"

#include <zlib.h>

#include <cstdint>

#include "report/bytes.hpp"

namespace mercer {
namespace {

std::string word(std::size_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xff);
  return out;
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const auto check = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return word(data.size()) + body + word(check);
}

}  // namespace

std::string png(int width, int height, Channels channels, const std::string& pixels) {
  const std::size_t stride = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  std::string rows;
  rows.reserve(pixels.size() + static_cast<std::size_t>(height));
  for (std::size_t at = 0; at < pixels.size(); at += stride) {
    rows += '\0';  // no filter
    rows.append(pixels, at, stride);
  }
  std::string header = word(static_cast<std::size_t>(width)) + word(static_cast<std::size_t>(height));
  header += '\x08';                                     // bits a channel
  header += channels == Channels::rgb ? '\x02' : '\0';  // colour, or grey
  header.append(3, '\0');                               // deflate, no filter, no interlace
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", deflated(rows.data(), rows.size(), 9)) +
         chunk("IEND", "");
}

}  // namespace mercer
