#include "mercer/plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "core/random.hpp"
#include "mercer/error.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::occurrences;

bool has(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

// No bare '<', '>' or '&' in the words between the tags.
void expect_escaped(const std::string& words) {
  EXPECT_EQ(words.find_first_of("<>"), std::string::npos) << words;
  for (auto at = words.find('&'); at != std::string::npos; at = words.find('&', at + 1)) {
    const std::string entity = words.substr(at, words.find(';', at) + 1 - at);
    const std::vector<std::string> known = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    EXPECT_NE(std::find(known.begin(), known.end(), entity), known.end()) << words;
  }
}

// Every tag is closed in its order, and quotes are in pairs.
void expect_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t at = 0;
  for (auto begin = xml.find('<'); begin != std::string::npos; begin = xml.find('<', at)) {
    expect_escaped(xml.substr(at, begin - at));
    const auto end = xml.find('>', begin);
    ASSERT_NE(end, std::string::npos) << "a tag without an end";
    const std::string tag = xml.substr(begin + 1, end - begin - 1);
    at = end + 1;
    EXPECT_EQ(occurrences(tag, "\"") % 2, 0) << tag;
    EXPECT_FALSE(has(tag, "<")) << tag;
    if (tag.starts_with('/')) {
      ASSERT_FALSE(open.empty()) << tag;
      ASSERT_EQ(open.back(), tag.substr(1));
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(xml.substr(at), "\n");
  EXPECT_FALSE(has(xml, "nan") || has(xml, "inf")) << "a coordinate is not finite";
}

// Where the circles are; those of the legend come last.
std::vector<std::pair<double, double>> circles(const std::string& svg) {
  std::vector<std::pair<double, double>> found;
  for (auto at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) {
    double x = 0, y = 0;
    EXPECT_EQ(std::sscanf(svg.c_str() + at, "<circle cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
    found.emplace_back(x, y);
  }
  return found;
}

struct Example {
  Matrix points;
  Labels labels;
};
Example blobs(Index n, Index d, int k) {
  Random random(5);
  Example e{Matrix(n, d), {}};
  for (Index i = 0; i < n; ++i) {
    e.labels.push_back(static_cast<int>(i) % k);
    for (Index c = 0; c < d; ++c) e.points(i, c) = random.normal() + 6 * (i % k) * (c % 2 ? -1 : 1);
  }
  return e;
}

TEST(ScatterSvg, OneCircleAPointAndOneALegendEntry) {
  for (Index d : {1, 2, 3, 7}) {
    const Example e = blobs(120, d, 3);
    const std::string svg = scatter_svg(e.points, e.labels);
    expect_well_formed(svg);
    EXPECT_EQ(occurrences(svg, "<circle"), 120 + 3) << d << " columns";
  }
}

TEST(ScatterSvg, SaysWhatTheAxesAre) {
  const auto picture = [](Index d) {
    const Example e = blobs(40, d, 2);
    return scatter_svg(e.points, e.labels, {.columns = {"width", "length"}});
  };
  EXPECT_TRUE(has(picture(1), ">index of the point<") && has(picture(1), ">width<"));
  EXPECT_TRUE(has(picture(2), ">width<") && has(picture(2), ">length<"));
  EXPECT_TRUE(has(picture(3), ">principal component 1 (9") && has(picture(3), ">principal component 2 ("));
  EXPECT_FALSE(has(picture(3), ">width<"));
}

// A square stays a square: the corners' distances are equal in pixels.
TEST(ScatterSvg, OneScaleForBothAxes) {
  const Matrix corners{{0, 0}, {1, 0}, {0, 1}, {30, 0}};
  const auto at = circles(scatter_svg(corners, {0, 0, 0, 0}));
  ASSERT_EQ(at.size(), 5u);
  const double across = at[1].first - at[0].first, up = at[0].second - at[2].second;
  EXPECT_GT(across, 5);
  EXPECT_NEAR(across, up, 0.2);  // written with one decimal
}

TEST(ScatterSvg, MoreClustersThanColoursGetOtherMarkers) {
  const Example e = blobs(240, 2, 12);
  const std::string svg = scatter_svg(e.points, e.labels);
  expect_well_formed(svg);
  EXPECT_EQ(occurrences(svg, "<circle"), 8 * 20 + 8);
  EXPECT_EQ(occurrences(svg, "<rect"), 4 * 20 + 4 + 2);  // and the sheet and the frame
  const Example many = blobs(400, 2, 100);
  const std::string crowd = scatter_svg(many.points, many.labels);
  expect_well_formed(crowd);
  EXPECT_TRUE(has(crowd, "and 76 more"));
}

TEST(ScatterSvg, NoiseIsGreyAndCounted) {
  const Example e = blobs(30, 2, 2);
  Labels labels = e.labels;
  labels[3] = labels[4] = -1;
  const std::string svg = scatter_svg(e.points, labels);
  EXPECT_TRUE(has(svg, "<title>noise: 2</title>"));
  EXPECT_TRUE(has(svg, "30 points in 2 clusters"));
  EXPECT_TRUE(has(svg, "#a8a8a8"));
}

TEST(ScatterSvg, ASampleIsDrawnAndSaid) {
  const Example e = blobs(3000, 2, 3);
  const auto picture = [&](std::uint64_t seed) {
    return scatter_svg(e.points, e.labels, {.most_points = 1000, .seed = seed});
  };
  const std::string svg = picture(1);
  EXPECT_EQ(occurrences(svg, "<circle"), 1000 + 3);
  EXPECT_TRUE(has(svg, "a random sample of 1,000 of 3,000 points"));
  EXPECT_TRUE(has(svg, "<title>cluster 0: 1,000</title>")) << "sizes are those of the data";
  EXPECT_EQ(picture(1), svg);
  EXPECT_NE(picture(2), svg);
}

TEST(ScatterSvg, DegenerateData) {
  const double huge = 1e300, tiny = 1e-300;
  const std::vector<Matrix> cases = {Matrix(0, 2),
                                     Matrix(0, 5),
                                     Matrix(3, 0),
                                     Matrix{{5, 1e20}},
                                     Matrix{{1, 2, 3}},
                                     Matrix::Constant(9, 2, 3.25),
                                     Matrix::Constant(9, 4, -1e8),
                                     Matrix::Constant(5, 1, 0),
                                     Matrix{{huge, -huge}, {-huge, huge}, {0, 0}},
                                     Matrix{{tiny, 0}, {0, tiny}},
                                     Matrix{{huge, 0, 1}, {-huge, 1, 2}, {0, 5, huge}},
                                     Matrix{{tiny, 0, 0}, {0, tiny, 0}, {0, 0, -tiny}},
                                     Matrix{{1e16, 0}, {1e16, 1}},
                                     Matrix{{0, 7}, {1e9, 7}},
                                     Matrix{{1e8, 1e8}, {1e8 + 1, 1e8 + 1}}};
  for (const Matrix& points : cases) {
    const std::string svg = scatter_svg(points, Labels(static_cast<std::size_t>(points.rows()), 0));
    expect_well_formed(svg);
    EXPECT_EQ(occurrences(svg, "<circle"), points.rows() + (points.rows() > 0)) << points;
    for (const auto& [x, y] : circles(svg)) {
      EXPECT_TRUE(x > 0 && x < 480 && y > 0 && y < 620) << points << "\n" << x << " " << y;
    }
  }
}

TEST(ScatterSvg, LongNumbersAreShortened) {
  const Example e = blobs(50, 2, 2);
  const std::string far = scatter_svg(Matrix(e.points.array() + 1e8), e.labels);
  EXPECT_TRUE(has(far, "column 1 \u2212 100000000"));
  const std::string large = scatter_svg(Matrix(e.points.array() * 1e9), e.labels);
  EXPECT_TRUE(has(large, "column 1 / 10\u2079"));
}

// The plane holds the two long directions of a cloud in six dimensions, whatever the offset and the storage.
TEST(ScatterSvg, PrincipalComponentsOfDenseFloatAndSparseAgree) {
  Random random(6);
  Matrix points(200, 6);
  Labels labels(200, 0);
  for (Index i = 0; i < 200; ++i)
    for (Index c = 0; c < 6; ++c) points(i, c) = random.normal() * (c == 4 ? 20 : c == 1 ? 8 : 0.5);
  const auto plain = circles(scatter_svg(points, labels));
  const auto by_hand = circles(scatter_svg(Matrix(points(Eigen::all, std::vector<Index>{4, 1})), labels));
  const auto far = circles(scatter_svg(Matrix(points.array() + 1e8), labels));
  const auto sparse = circles(scatter_svg(SparseMatrix(points.sparseView()), labels));
  const auto single = circles(scatter_svg(MatrixOf<float>(points.cast<float>()), labels));
  ASSERT_EQ(plain.size(), 201u);
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_NEAR(plain[i].first, by_hand[i].first, 3);  // the axes are tilted a little by chance
    EXPECT_NEAR(plain[i].second, by_hand[i].second, 3);
    for (const auto* other : {&far, &sparse, &single}) {
      EXPECT_NEAR(plain[i].first, (*other)[i].first, 0.21);
      EXPECT_NEAR(plain[i].second, (*other)[i].second, 0.21);
    }
  }
}

TEST(ScatterSvg, TitlesAreEscaped) {
  const std::string svg =
      scatter_svg(Matrix{{0, 0}}, {0}, {.title = "a < b & \"c\"\n", .columns = {"<x>", "&y"}});
  expect_well_formed(svg);
  EXPECT_TRUE(has(svg, "a &lt; b &amp; &quot;c&quot; "));
  EXPECT_TRUE(has(svg, "&lt;x&gt;"));
}

TEST(ScatterSvg, LongTitlesAreCutBetweenCharacters) {
  std::string title;
  for (int i = 0; i < 100; ++i) title += "\u00e9";
  const std::string svg = scatter_svg(Matrix{{0, 0}}, {0}, {.title = title});
  EXPECT_TRUE(has(svg, ">\u00e9\u00e9"));
  EXPECT_TRUE(has(svg, "\u00e9\u2026</text>"));
}

TEST(ScatterSvg, RefusesWhatItCannotDraw) {
  EXPECT_THROW(scatter_svg(Matrix(3, 2), {0, 1}), Error);
  EXPECT_THROW(scatter_svg(Matrix{{0, 0}}, {0}, {.width = 100}), Error);
  Matrix points{{0, 0}, {1, std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_THROW(scatter_svg(points, {0, 1}), Error);
}

TEST(PanelsSvg, StandSideBySide) {
  const Example e = blobs(50, 2, 2);
  const std::string svg = panels_svg(
      {{"k-means", e.points, Labels(50, 0)}, {"kernel k-means", e.points, e.labels}}, {.title = "Two blobs"});
  expect_well_formed(svg);
  EXPECT_TRUE(has(svg, "width=\"960\""));
  EXPECT_TRUE(has(svg, ">Two blobs<") && has(svg, ">k-means<") && has(svg, ">kernel k-means<"));
  EXPECT_EQ(occurrences(svg, "<circle"), 50 + 1 + 50 + 2);
  expect_well_formed(panels_svg({}));
}

TEST(PanelsSvg, BareOnesStandInRows) {
  const Example e = blobs(50, 2, 2);
  const PlotPanel panel{"one", e.points, e.labels};
  const std::string svg = panels_svg({panel, panel, panel}, {.width = 150, .across = 2, .bare = true});
  expect_well_formed(svg);
  EXPECT_TRUE(has(svg, "width=\"300\""));
  EXPECT_EQ(occurrences(svg, ">one<"), 3 + 1) << "and the picture's own title";
  EXPECT_EQ(occurrences(svg, "<circle"), 3 * 50) << "no legend";
}

TEST(ScatterText, LettersSayWhichCluster) {
  const std::string text = scatter_text(Matrix{{0, 0}, {10, 10}, {5, 5}}, {1, 2, -1}, {.columns = 12});
  EXPECT_EQ(text,
            "\u250c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2510\n"
            "\u2502         2\u2502\n"
            "\u2502          \u2502\n"
            "\u2502     \u00b7    \u2502\n"
            "\u2502          \u2502\n"
            "\u25021         \u2502\n"
            "\u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2518\n"
            "1 cluster 1: 1\n"
            "2 cluster 2: 1\n"
            "\u00b7 noise: 1\n");
}

TEST(ScatterText, ColoursCarryBraille) {
  const std::string text = scatter_text(Matrix{{0, 0}, {10, 10}}, {0, 1}, {.columns = 12, .color = true});
  EXPECT_TRUE(has(text, "\x1b[38;5;25m\u2840\x1b[0m")) << text;   // lower left dot
  EXPECT_TRUE(has(text, "\x1b[38;5;166m\u2808\x1b[0m")) << text;  // upper right dot
}

TEST(ScatterText, AsciiWhereThereIsNothingElse) {
  const std::string text =
      scatter_text(Matrix{{0, 0}, {10, 10}, {5, 5}}, {1, 2, -1}, {.columns = 12, .unicode = false});
  EXPECT_TRUE(has(text, "+----------+\n|         2|\n")) << text;
  EXPECT_TRUE(has(text, ". noise: 1")) << text;
  for (const char c : text) EXPECT_EQ(static_cast<unsigned char>(c) & 0x80, 0);
}

TEST(ScatterText, SaysWhatTheAxesAreAndFillsItsLines) {
  const std::string text =
      scatter_text(Matrix{{0, 0}, {10, 10}}, {0, 1}, {.columns = 40, .names = {"width", "length"}});
  EXPECT_TRUE(has(text, "across: width; up: length\n0 cluster 0: 1   1 cluster 1: 1\n")) << text;
}

TEST(ScatterText, DegenerateData) {
  EXPECT_TRUE(has(scatter_text(Matrix(0, 2), {}), "\u2514"));
  EXPECT_TRUE(has(scatter_text(Matrix::Constant(4, 3, 7).eval(), {0, 0, 0, 0}), "0 cluster 0: 4"));
  EXPECT_THROW(scatter_text(Matrix{{0, 0}}, {0}, {.columns = 3}), Error);
}

}  // namespace
}  // namespace mercer
