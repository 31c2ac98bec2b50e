// A matrix as a picture: a PNG of grey levels inside an SVG, which stays small however many cells there are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mercer/error.hpp"
#include "mercer/order.hpp"
#include "report/bytes.hpp"
#include "report/png.hpp"
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

// White where the value is least.
std::string picture_of(const Matrix& B) {
  const double low = B.minCoeff(), span = B.maxCoeff() - low;
  std::string pixels;
  for (Index i = 0; i < B.rows(); ++i)
    for (Index j = 0; j < B.cols(); ++j)
      pixels += static_cast<char>(span > 0 ? std::lround(255 - 235 * (B(i, j) - low) / span) : 255);
  return png(static_cast<int>(B.cols()), static_cast<int>(B.rows()), Channels::grey, pixels);
}

}  // namespace

std::string matrix_svg(const Matrix& K, const std::string& title) {
  if (K.rows() == 0 || K.rows() != K.cols() || !K.allFinite())
    throw Error(Fault::data, "a matrix that is drawn must be square, finite and not empty");
  constexpr int square = 440, above = 34, around = 20;
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="sans-serif">
<rect width="{0}" height="{1}" fill="white"/>
<text x="{2}" y="22" font-size="13" fill="#555">{3}</text>
<image x="{2}" y="{4}" width="{5}" height="{5}" style="image-rendering:pixelated" xlink:href="data:image/png;base64,{6}"/>
<rect x="{2}" y="{4}" width="{5}" height="{5}" fill="none" stroke="#bbb"/>
</svg>
)",
      square + 2 * around, square + above + around, around,
      escape_xml(title.empty() ? fmt::format("{0} x {0}", K.rows()) : title), above, square,
      base64(picture_of(blocks_of(K))));
}

}  // namespace mercer
