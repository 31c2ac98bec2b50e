// A matrix as a picture: a PNG of grey levels inside an SVG, which stays small however many cells there are.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>

#include "mercer/error.hpp"
#include "mercer/order.hpp"
#include "report/svg.hpp"

namespace mercer {
namespace {

constexpr Index most_cells = 400;

// Means over blocks, at most 400 x 400 of them.
Matrix blocks_of(const Matrix& K) {
  const Index n = K.rows(), m = std::min(n, most_cells);
  Matrix B(m, m);
  const auto edge = [&](Index b) { return b * n / m; };
  for (Index a = 0; a < m; ++a)
    for (Index b = 0; b < m; ++b)
      B(a, b) = K.block(edge(a), edge(b), edge(a + 1) - edge(a), edge(b + 1) - edge(b)).mean();
  return B;
}

void put_word(std::string& out, std::uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((word >> shift) & 0xff);
}
std::string chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  std::string out;
  put_word(out, static_cast<std::uint32_t>(data.size()));
  out += body;
  put_word(out, static_cast<std::uint32_t>(
                    crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
  return out;
}

// 8 bits of grey a cell, white where the value is least.
std::string png_of(const Matrix& B) {
  const double low = B.minCoeff(), span = B.maxCoeff() - low;
  std::string rows;
  for (Index i = 0; i < B.rows(); ++i) {
    rows += '\0';  // no filter
    for (Index j = 0; j < B.cols(); ++j)
      rows += static_cast<char>(span > 0 ? std::lround(255 - 235 * (B(i, j) - low) / span) : 255);
  }
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
                rows.size(), 9) != Z_OK)
    throw Error(Fault::failure, "the picture of the matrix can't be compressed");
  packed.resize(size);
  std::string header;
  put_word(header, static_cast<std::uint32_t>(B.cols()));
  put_word(header, static_cast<std::uint32_t>(B.rows()));
  header += std::string("\x08\x00\x00\x00\x00", 5);  // 8 bits, grey, deflate, no filter, no interlace
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", packed) + chunk("IEND", "");
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t at) {
      return at < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at])) : 0u;
    };
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (std::size_t c = 0; c < 4; ++c)
      out += i + c <= bytes.size() ? letters[(three >> (18 - 6 * c)) & 63] : '=';
  }
  return out;
}

}  // namespace

std::string matrix_svg(const Matrix& K, const std::string& title) {
  if (K.rows() == 0 || K.rows() != K.cols() || !K.allFinite())
    throw Error(Fault::data, "a matrix that is drawn must be square, finite and not empty");
  constexpr int side = 440, top = 34, margin = 20;
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="sans-serif">
<rect width="{0}" height="{1}" fill="white"/>
<text x="{2}" y="22" font-size="13" fill="#555">{3}</text>
<image x="{2}" y="{4}" width="{5}" height="{5}" style="image-rendering:pixelated" xlink:href="data:image/png;base64,{6}"/>
<rect x="{2}" y="{4}" width="{5}" height="{5}" fill="none" stroke="#bbb"/>
</svg>
)",
      side + 2 * margin, side + top + margin, margin,
      escape_xml(title.empty() ? fmt::format("{0} x {0}", K.rows()) : title), top, side,
      base64(png_of(blocks_of(K))));
}

}  // namespace mercer
