// The picture of a map: every node once, dots for those with points, nothing outside the sheet.
#include <regex>

#include "mercer/plot.hpp"
#include "support.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::occurrences;

Map map_with(GridSize grid, Topology topology) {
  const Index k = Index{grid.rows} * grid.columns;
  Map map{grid, topology, Vector::LinSpaced(k, 0, static_cast<double>(k - 1)), Vector::LinSpaced(k, 0.5, 1),
          0,    0};
  return map;
}

TEST(MapPlot, HasEveryNodeAndADotWherePointsAre) {
  for (const Topology topology : {Topology::rectangular, Topology::hexagonal})
    for (const GridSize grid : {GridSize{3, 4}, GridSize{1, 7}, GridSize{6, 1}}) {
      const std::string svg = map_svg(map_with(grid, topology));
      const auto k = static_cast<std::size_t>(grid.rows * grid.columns);
      EXPECT_EQ(occurrences(svg, "<title>node "), k);
      EXPECT_EQ(occurrences(svg, "<circle"), k - 1);  // the first node has no points
      EXPECT_EQ(occurrences(svg, "nan"), 0U);
    }
}

TEST(MapPlot, StaysOnTheSheet) {
  for (const GridSize grid : {GridSize{2, 9}, GridSize{9, 2}}) {
    const std::string svg = map_svg(map_with(grid, Topology::hexagonal), {.width = 300});
    std::smatch sheet;
    ASSERT_TRUE(std::regex_search(svg, sheet, std::regex(R"re(width="(\d+)" height="(\d+)")re")));
    const double width = std::stod(sheet[1]), height = std::stod(sheet[2]);
    const std::regex circle(R"re(cx="([\d.-]+)" cy="([\d.-]+)")re");
    for (auto at = std::sregex_iterator(svg.begin(), svg.end(), circle); at != std::sregex_iterator(); ++at) {
      EXPECT_GT(std::stod((*at)[1]), 0);
      EXPECT_LT(std::stod((*at)[1]), width);
      EXPECT_GT(std::stod((*at)[2]), 0);
      EXPECT_LT(std::stod((*at)[2]), height);
    }
  }
}

TEST(MapPlot, OneNodeAndFlatMapsHaveAPicture) {
  Map one = map_with({1, 1}, Topology::rectangular);
  one.heights.setZero();
  one.hits.setConstant(5);
  EXPECT_EQ(occurrences(map_svg(one), "<title>node "), 1U);
  EXPECT_THROW(map_svg(one, {.width = 100}), Error);
}

}  // namespace
}  // namespace mercer
