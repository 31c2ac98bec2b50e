// Words as pixels, in the font that the library carries.
#pragma once

#include <string_view>
#include <vector>

namespace mercer {

std::string_view font_file();  // TrueType

// How much of each pixel the words cover, from 0 to 255.
struct TextMask {
  int width = 0, height = 0;
  int baseline = 0;    // rows above it
  double advance = 0;  // where the next word would begin
  std::vector<unsigned char> shares{};
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
};
TextMask text_mask(std::string_view words, double pixels, bool bold);

}  // namespace mercer
