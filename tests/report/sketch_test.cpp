// Small pictures: everything once, nothing outside the sheet.
#include "report/sketch.hpp"

#include <regex>

#include "support.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::occurrences;

TEST(Sketch, HasEveryPointInTheColourOfItsLabel) {
  Sketch sketch{"a < b", test::blobs(30, 2, 3, 1), test::random_labels(30, 3, 1)};
  sketch.labels[0] = -1;
  const std::string svg = sketch_svg(sketch);
  EXPECT_EQ(occurrences(svg, "h0"), 30U);
  EXPECT_EQ(occurrences(svg, "#a8a8a8"), 1U);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
}

TEST(Sketch, ThinsVeryManyPoints) {
  const Sketch sketch{"many", test::blobs(10'000, 2, 1, 1), Labels(10'000, 0)};
  EXPECT_LE(occurrences(sketch_svg(sketch), "h0"), 1500U);
  EXPECT_GE(occurrences(sketch_svg(sketch), "h0"), 1000U);
}

TEST(Sketch, StrokesAndNodesStayOnTheSheet) {
  Sketch sketch{"far", Matrix::Zero(1, 2), {0}};
  Matrix path(2, 2);
  path << -5, -7, 9, 3;
  sketch.strokes = {{path, "#ff0000", 1, true}};
  sketch.nodes = path;
  sketch.names = {"x"};
  const std::string svg = sketch_svg(sketch);
  EXPECT_EQ(occurrences(svg, "<circle"), 2U);
  EXPECT_NE(svg.find(">x</text>"), std::string::npos);
  const std::regex circle(R"re(cx="([\d.-]+)" cy="([\d.-]+)")re");
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), circle); at != std::sregex_iterator(); ++at)
    for (const int axis : {1, 2}) {
      EXPECT_GE(std::stod((*at)[static_cast<std::size_t>(axis)]), 0);
      EXPECT_LE(std::stod((*at)[static_cast<std::size_t>(axis)]), 360);
    }
}

TEST(Sketch, MembershipsAreStrengths) {
  Sketch sketch{"fuzzy", test::blobs(4, 2, 1, 1), {0, 0, 0, 0}};
  sketch.strength = (Vector(4) << 0, 0.5, 1, 1).finished();
  EXPECT_EQ(occurrences(sketch_svg(sketch), "stroke-opacity"), 3U);
}

TEST(Bars, OneABarAndTheStrongOnesStandOut) {
  const std::string svg = bars_svg("eigenvalues", Vector::LinSpaced(5, 5, 1), 2);
  EXPECT_EQ(occurrences(svg, "#0072b2"), 2U);
  EXPECT_EQ(occurrences(svg, "#a8a8a8"), 3U);
  EXPECT_EQ(occurrences(bars_svg("none", Vector::Zero(3), 0), "nan"), 0U);
}

TEST(DendrogramSketch, HasEveryMergeAndEveryObject) {
  const Dendrogram dendrogram{{{0, 1, 2, 1.0}, {2, 3, 2, 2.0}, {4, 5, 4, 3.0}}};
  const std::string svg = dendrogram_sketch_svg("four", dendrogram, {0, 0, 1, -1});
  EXPECT_EQ(occurrences(svg, "H"), 3U + 1U);  // and the one in Helvetica
  EXPECT_EQ(occurrences(svg, "#0072b2"), 1U);
  EXPECT_EQ(occurrences(svg, "#d55e00"), 1U);
  EXPECT_EQ(occurrences(svg, "#a8a8a8"), 1U);
}

}  // namespace
}  // namespace mercer
