#include "report/font.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

namespace mercer {
namespace {

const stbtt_fontinfo& font() {
  static const stbtt_fontinfo loaded = [] {
    stbtt_fontinfo info{};
    stbtt_InitFont(&info, reinterpret_cast<const unsigned char*>(font_file().data()), 0);
    return info;
  }();
  return loaded;
}

// The characters of UTF-8; a byte that begins none stands for itself.
std::vector<int> characters_of(std::string_view text) {
  std::vector<int> found;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    int code = more == 0 ? first : first & (0x3f >> more);
    for (int m = 0; m < more && i < text.size(); ++m)
      code = code << 6 | (static_cast<unsigned char>(text[i++]) & 0x3f);
    found.push_back(code < 0x20 ? ' ' : code);
  }
  return found;
}

void add_glyph(TextMask& mask, int character, float scale, double pen) {
  const auto column = static_cast<int>(std::floor(pen));
  const auto shift = static_cast<float>(pen - column);
  int left = 0, top = 0, right = 0, bottom = 0;
  stbtt_GetCodepointBitmapBoxSubpixel(&font(), character, scale, scale, shift, 0, &left, &top, &right,
                                      &bottom);
  TextMask glyph{.width = right - left, .height = bottom - top};
  if (glyph.width <= 0 || glyph.height <= 0) return;
  glyph.shares.resize(glyph.at(0, glyph.height));
  stbtt_MakeCodepointBitmapSubpixel(&font(), glyph.shares.data(), glyph.width, glyph.height, glyph.width,
                                    scale, scale, shift, 0, character);
  for (int y = 0; y < glyph.height; ++y)
    for (int x = 0; x < glyph.width; ++x) {
      const int row = mask.baseline + top + y, at = column + left + x;
      if (row < 0 || row >= mask.height || at < 0 || at >= mask.width) continue;
      auto& share = mask.shares[mask.at(at, row)];
      share = std::max(share, glyph.shares[glyph.at(x, y)]);
    }
}

}  // namespace

TextMask text_mask(std::string_view words, double pixels, bool bold) {
  const std::vector<int> characters = characters_of(words);
  const float scale = stbtt_ScaleForMappingEmToPixels(&font(), static_cast<float>(pixels));
  const double weight = bold ? pixels / 22 : 0;  // bold is the same a little further, over itself
  std::vector<double> pens;
  TextMask mask;
  for (std::size_t c = 0; c < characters.size(); ++c) {
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font(), characters[c], &advance, &bearing);
    if (c + 1 < characters.size())
      advance += stbtt_GetCodepointKernAdvance(&font(), characters[c], characters[c + 1]);
    pens.push_back(mask.advance);
    mask.advance += scale * static_cast<float>(advance) + weight;
  }
  mask.baseline = static_cast<int>(std::ceil(1.1 * pixels));
  mask.height = static_cast<int>(std::ceil(1.5 * pixels));
  mask.width = static_cast<int>(std::ceil(mask.advance + pixels));
  mask.shares.assign(mask.at(0, mask.height), 0);
  for (std::size_t c = 0; c < characters.size(); ++c)
    for (const double further : {0.0, weight / 2, weight})
      if (further == 0 || bold) add_glyph(mask, characters[c], scale, pens[c] + further);
  return mask;
}

}  // namespace mercer
