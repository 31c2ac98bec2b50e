#include "mercer/curve.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mercer/error.hpp"

namespace mercer {
namespace {

// Agreement suggests 4, the components 3.
NumberSearch counted() {
  NumberSearch s;
  s.clusters = 3;
  s.best = s.highest = 4;
  s.by_model = true;
  s.tried = {{2, 0.7, 0.1, "std", "kmeans", {}},
             {3, 0.8, 0.2, "std", "kmeans", {}},
             {4, 0.9, 0.5, "std", "ward", {}}};
  s.models = {{1, -4.0}, {2, -4.2}, {3, -3.5}, {4, -3.6}};
  return s;
}

TEST(Curve, ShowsTheEvidenceAndItsParts) {
  NumberSearch s = counted();
  s.by_model = false;
  s.clusters = 4;
  s.also = {2};
  const EvidenceCurve curve = curve_of(s);
  EXPECT_EQ(curve.lines, (std::vector<std::string>{"evidence", "agreement", "separation"}));
  ASSERT_EQ(curve.points.size(), 3u);
  EXPECT_EQ(curve.points[curve.chosen].at, 4);
  EXPECT_EQ(curve.points[2].values, (std::vector<double>{0.9 * 1.25, 0.9, 0.5}));
  EXPECT_TRUE(curve.points[0].also);
  EXPECT_FALSE(curve.points[1].also);
}

TEST(Curve, ShowsTheGainOfComponentsWhereTheyHaveDecided) {
  const EvidenceCurve curve = curve_of(counted());
  ASSERT_EQ(curve.lines.size(), 1u);
  ASSERT_EQ(curve.points.size(), 4u);
  EXPECT_EQ(curve.points[curve.chosen].at, 3);
  for (const CurvePoint& one : curve.points) EXPECT_LE(one.values[0], curve.points[curve.chosen].values[0]);
  EXPECT_LT(curve.points[1].values[0], 0);  // the axis goes below zero
  const std::string svg = curve_svg(curve);
  EXPECT_NE(svg.find("\u22120.2"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("agreement"), std::string::npos);
}

TEST(Curve, OneClusterHasNoPlaceOnIt) {
  NumberSearch s = counted();
  s.clusters = 1;
  const EvidenceCurve curve = curve_of(s);
  EXPECT_EQ(curve.lines.front(), "evidence");
  EXPECT_EQ(curve.points[curve.chosen].at, 4);
  EXPECT_NE(curve.title.find("no clusters stand out"), std::string::npos);
}

TEST(Curve, WithoutPointsIsRefused) { EXPECT_THROW(curve_svg(EvidenceCurve{}), Error); }

TEST(NumberText, NamesTheGainOfComponentsNotTheEvidenceOfAnotherNumber) {
  EXPECT_EQ(
      counted().text(),
      "3 clusters: a mixture of as many components describes the points best; it gains 0.50 per point over "
      "one component, 4 gain 0.40; by the agreement of methods it would be 4 (1.12)");
  EXPECT_TRUE(std::isnan(counted().gain(5)));
}

}  // namespace
}  // namespace mercer
