// Pictures as PNG: the form of the file, and what lies where.
#include "report/raster.hpp"

#include "mercer/plot.hpp"
#include "report/font.hpp"
#include "report/png.hpp"
#include "support.hpp"

namespace mercer {
namespace {

int number_at(const std::string& file, std::size_t at) {
  int number = 0;
  for (std::size_t b = 0; b < 4; ++b) number = number << 8 | static_cast<unsigned char>(file[at + b]);
  return number;
}

TEST(Png, HasAHeader) {
  const std::string file = png(3, 2, Channels::rgb, std::string(18, 'x'));
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(file.substr(12, 4), "IHDR");
  EXPECT_EQ(number_at(file, 16), 3);
  EXPECT_EQ(number_at(file, 20), 2);
  EXPECT_EQ(file.substr(file.size() - 8, 4), "IEND");
}

TEST(TextMask, WordsAreAsWideAsTheyAre) {
  const TextMask one = text_mask("mercer", 24, false), two = text_mask("mercer mercer", 24, false);
  EXPECT_GT(two.advance, 2 * one.advance);
  EXPECT_LT(two.advance, 2.3 * one.advance);
  EXPECT_GT(text_mask("mercer", 24, true).advance, one.advance);
  EXPECT_GT(*std::max_element(one.shares.begin(), one.shares.end()), 200);
  EXPECT_EQ(text_mask("", 24, false).advance, 0);
}

TEST(TextMask, TakesAnyBytes) {
  for (const char* words : {"\u00e9\u03b1\u4e2d", "\xff\xfe", "\xe2\x82", "\n\t"})
    EXPECT_GT(text_mask(words, 12, true).advance, 0) << words;
}

TEST(ScatterPng, IsTheSvgWithTwiceThePixels) {
  const Data points = test::blobs(60, 2, 3, 1, 5);
  const Labels labels(60, 0);
  const std::string file = scatter_png(points, labels, {.title = "sixty points"});
  const std::string svg = scatter_svg(points, labels, {.title = "sixty points"});
  const auto height = std::stoi(svg.substr(svg.find("height=\"") + 8));
  EXPECT_EQ(number_at(file, 16), 960);
  EXPECT_NEAR(number_at(file, 20), 2 * height, 2);
  EXPECT_EQ(file, scatter_png(points, labels, {.title = "sixty points"}));
  EXPECT_NE(file, scatter_png(points, labels, {.title = "other words"}));
}

TEST(ScatterPng, OfVeryLittleAndOfManyClusters) {
  EXPECT_FALSE(panels_png({}).empty());
  EXPECT_FALSE(scatter_png(Matrix(0, 2), {}).empty());
  Labels labels;
  for (int i = 0; i < 40; ++i) labels.push_back(i % 5 == 0 ? -1 : i);
  EXPECT_FALSE(scatter_png(test::blobs(40, 3, 3, 1, 5), labels).empty());
  EXPECT_THROW(scatter_png(Matrix{{0, 0}}, {0}, {.width = 100}), Error);
}

}  // namespace
}  // namespace mercer
