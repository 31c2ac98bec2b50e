#include "report/bytes.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "mercer/error.hpp"

namespace mercer {

std::string deflated(const void* bytes, std::size_t size, int level) {
  uLongf length = compressBound(size);
  std::string out(length, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &length, static_cast<const Bytef*>(bytes), size,
                level) != Z_OK)
    throw Error(Fault::memory, "no memory is left to write the picture or report; close other programs");
  out.resize(length);
  return out;
}

// Three bytes are four letters; what is missing at the end is written as '='.
std::string base64(const std::string& bytes) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (b < there ? static_cast<unsigned char>(bytes[i + b]) : 0U);
    for (std::size_t l = 0; l < 4; ++l) text += l <= there ? letters[group >> (18 - 6 * l) & 63] : '=';
  }
  return text;
}

}  // namespace mercer
