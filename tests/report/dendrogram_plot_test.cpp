#include <gtest/gtest.h>

#include <regex>

#include "mercer/error.hpp"
#include "mercer/plot.hpp"

namespace mercer {
namespace {

// Two pairs, joined at the top.
Dendrogram two_pairs() { return {{{0, 1, 2, 1.0}, {2, 3, 2, 2.0}, {4, 5, 4, 8.0}}}; }

std::size_t matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
}

TEST(DendrogramPlot, BranchesHaveTheColourOfTheirCluster) {
  const std::string svg = dendrogram_svg(two_pairs(), {0, 0, 1, 1});
  EXPECT_NE(svg.find("hierarchy of 4 objects"), svg.npos);
  EXPECT_NE(svg.find("#0072b2"), svg.npos);
  EXPECT_NE(svg.find("#d55e00"), svg.npos);
  EXPECT_NE(svg.find("cluster 1"), svg.npos);
  EXPECT_EQ(matches(svg, "#8a8d99"), 1U);  // only the merge of the two belongs to neither
}

TEST(DendrogramPlot, NoiseIsGreyAndNamed) {
  const std::string svg = dendrogram_svg(two_pairs(), {0, 0, -1, -1});
  EXPECT_NE(svg.find("noise"), svg.npos);
  EXPECT_NE(svg.find("#a8a8a8"), svg.npos);
}

TEST(DendrogramPlot, OneObjectAndEqualHeightsAreDrawn) {
  EXPECT_NE(dendrogram_svg({}, {0}).find("</svg>"), std::string::npos);
  EXPECT_NE(dendrogram_svg({{{0, 1, 2, 0.0}}}, {0, 1}).find("</svg>"), std::string::npos);
}

TEST(DendrogramPlot, LabelsOfAnotherNumberAreRefused) {
  EXPECT_THROW(dendrogram_svg(two_pairs(), {0, 1}), Error);
}

// A chain of many objects: what falls on the same pixels is drawn once.
TEST(DendrogramPlot, ALargeHierarchyStaysASmallPicture) {
  constexpr int n = 200'000;
  Dendrogram chain;
  for (int t = 0; t + 1 < n; ++t)
    chain.merges.push_back({t == 0 ? 0 : n + t - 1, t + 1, t + 2, static_cast<double>(t + 1)});
  const std::string svg = dendrogram_svg(chain, Labels(n, 0));
  EXPECT_LT(svg.size(), 4U << 20);
  EXPECT_NE(svg.find("hierarchy of 200,000 objects"), svg.npos);
}

TEST(DendrogramPlot, Pixels) { EXPECT_EQ(dendrogram_png(two_pairs(), {0, 0, 1, 1}).substr(1, 3), "PNG"); }

}  // namespace
}  // namespace mercer
