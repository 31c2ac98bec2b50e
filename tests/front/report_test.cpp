// The page of a clustering: which parts it has, and what they hold.
#include "mercer/report.hpp"
#include "mercer/report_data.hpp"

#include <nlohmann/json.hpp>

#include "mercer/cluster.hpp"
#include "mercer/generate.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using nlohmann::json;

json data_of(const std::string& html) {
  const std::string start = R"(<script id="report-data" type="application/json">)";
  const std::size_t at = html.find(start) + start.size();
  return json::parse(html.substr(at, html.find("</script>", at) - at));
}

json report_of(const Data& data, const Options& options, const ReportOptions& how = {}) {
  return data_of(report_html(data, cluster(data, options), how));
}
std::vector<std::string> kinds(const json& report) {
  std::vector<std::string> found;
  for (const auto& view : report["views"]) found.push_back(view["kind"]);
  return found;
}
using Kinds = std::vector<std::string>;

TEST(Report, NamesTheDevice) {
  const auto rings = generate("rings");
  Result result = cluster(rings.points, {.clusters = 2, .kernel = Gaussian{.sigma = 1.0}});
  result.device = DeviceUse{.name = "a GPU of 1999"};
  const json r = data_of(report_html(rings.points, result, {}));
  const auto versions = r["about"].back()["value"].get<std::string>();
  EXPECT_TRUE(versions.ends_with(", on a GPU of 1999")) << versions;
}

TEST(Report, OfTwoRings) {
  const auto rings = generate("rings");
  ReportOptions how;
  how.command = "mercer fit rings.csv";
  for (const int label : rings.labels) how.truth.push_back(label == 1 ? "inner" : "outer");
  const json r =
      report_of(rings.points, {.clusters = 2, .kernel = Gaussian{.sigma = 1.0}, .search = Swap{}}, how);
  EXPECT_EQ(r["points"], 300);
  EXPECT_EQ(r["command"], how.command);
  EXPECT_EQ(r["about"].back()["name"], "versions");
  EXPECT_EQ(r["about"].back()["value"].get<std::string>().rfind("mercer ", 0), 0U);
  EXPECT_EQ(r["clusters"].size(), 2U);
  EXPECT_EQ(kinds(r), (Kinds{"columns", "kernel-pca"}));
  EXPECT_TRUE(r["views"][0]["exact"]);
  EXPECT_EQ(r["regions"]["labels"]["size"],
            r["regions"]["columns"].get<int>() * r["regions"]["rows"].get<int>());
  EXPECT_EQ(r["scores"]["values"][0]["value"], "1.0000");
  EXPECT_EQ(r["truth"]["classes"], (Kinds{"inner", "outer"}));
  EXPECT_EQ(r["gram"]["size"], 300);
  EXPECT_EQ(r["gram"]["ends"], (std::vector<int>{150, 300}));
  EXPECT_EQ(r["silhouettes"]["values"]["size"], 300);
  EXPECT_FALSE(r["silhouettes"].contains("rows"));
  EXPECT_EQ(r["spectrum"]["suggested"], 0);  // the number was given
  EXPECT_TRUE(r["notes"].empty()) << r["notes"];
  for (const char* absent : {"memberships", "outlierScores", "dendrogram", "map"})
    EXPECT_FALSE(r.contains(absent));
}

TEST(Report, SuggestsANumberOnlyWhereNoneWasGiven) {
  const json r = report_of(test::blobs(120, 3, 4, 1, 3), {.clusters = clusters_by_data});
  EXPECT_EQ(r["spectrum"]["suggested"], 3);
}

// Moons that a tree found: by straight distances many of their points would seem misplaced, by path lengths
// the far ends.
TEST(Report, JudgesATreeOfAutoByItsGaps) {
  const auto moons = generate("two-moons");
  const json by_auto = report_of(moons.points, {.clusters = 2});
  const json alone = report_of(moons.points, {.clusters = 2, .method = Genie{}});
  for (const json& r : {by_auto, alone}) {
    EXPECT_EQ(r["silhouettes"]["geometry"], "Distances are the largest gaps on the way (connectivity).");
    EXPECT_NEAR(r["silhouettes"]["mean"].get<double>(), 0.754, 1e-3);
  }
}

// A bridge of points joins them: by the root of the gaps .29, by path lengths .82.
TEST(Report, JudgesClustersThatTouchAsJoined) {
  const json r = report_of(generate("bridge").points, {.clusters = 2, .method = Genie{}});
  EXPECT_NEAR(r["silhouettes"]["mean"].get<double>(), 0.476, 1e-3);
}

// Two halves of one cloud are no clusters.
TEST(Report, JudgesACutThroughOneCloudAsPoor) {
  const json r = report_of(test::blobs(200, 2, 1, 1, 3), {.clusters = 2, .method = Genie{}});
  EXPECT_LT(r["silhouettes"]["mean"], 0.25);
}

TEST(Report, JudgesATreeByItsGaps) {
  Matrix x(6, 1);
  x << 0, 1, 2, 12, 13, 14;  // gaps 1 within, 10 between: (10 - 1) / 10
  const json r = report_of(x, {.clusters = 2, .method = SingleLinkage{}, .kernel = Connectivity{}});
  EXPECT_NEAR(r["silhouettes"]["mean"].get<double>(), 0.9, 1e-6);
}

TEST(Report, HoldsNamesAndTextsAndCutsLongOnes) {
  const auto rings = generate("rings");
  ReportOptions how;
  for (int i = 0; i < 300; ++i) how.names.push_back("row-" + std::to_string(i));
  how.texts.assign(300, std::string(50'000, 'x') + "é");
  const json r = report_of(rings.points, {.clusters = 2, .method = Hard{}}, how);
  EXPECT_EQ(r["names"]["type"], "u8");
  EXPECT_EQ(r["texts"]["size"], 300 * (2000 + 4 + 3) + 1);  // cut, with a sign, quotes and commas
  how.texts.pop_back();
  EXPECT_THROW(report_of(rings.points, {.clusters = 2, .method = Hard{}}, how), Error);
}

TEST(Report, ItsDataAloneHaveGeodesicCoordinates) {
  const auto rings = generate("rings");
  const Result result = cluster(rings.points, {.clusters = 2, .method = Hard{}});
  const json r = json::parse(report_data(rings.points, result));
  EXPECT_EQ(kinds(r), (Kinds{"columns", "geodesic"}));
  EXPECT_EQ(kinds(data_of(report_html(rings.points, result))), (Kinds{"columns"}));
}

TEST(Report, EveryStartIsShown) {
  const Data data = test::blobs(120, 3, 4, 1, 3);
  const Result found = cluster(data, {.clusters = 4, .restarts = 6});
  const json course = data_of(report_html(data, found))["convergence"];
  ASSERT_EQ(course["starts"].size(), 6U);
  EXPECT_EQ(course["best"], found.winner);
  EXPECT_EQ(course["starts"][static_cast<std::size_t>(found.winner)], found.history);
  for (const auto& start : course["starts"])
    EXPECT_GE(start.back().get<double>(), found.objective * (1 - 1e-9));
}

TEST(Report, ManyPointsAreSampled) {
  const Data data = test::blobs(900, 3, 3, 1, 8);
  ReportOptions how;
  how.sample = 100;
  how.most_points = 500;
  const json r = report_of(data, {.clusters = 3, .kernel = Gaussian{.sigma = 3.0}}, how);
  EXPECT_EQ(r["gram"]["size"], 100);
  EXPECT_EQ(r["silhouettes"]["rows"]["size"], 100);
  EXPECT_EQ(r["labels"]["size"], 900);
  EXPECT_EQ(kinds(r), (Kinds{"pca", "columns", "kernel-pca"}));
  EXPECT_EQ(r["views"][0]["rows"]["size"], 500);
  EXPECT_EQ(r["views"][1]["rows"]["size"], 500);
  EXPECT_EQ(r["views"][0]["note"], "A sample of 500 of 900 points.");
  EXPECT_EQ(r["views"][2]["axes"][0]["values"]["size"], 500);
}

TEST(Report, ALittleMemoryMakesTheSampleSmaller) {
  const Data data = test::blobs(900, 3, 3, 1, 8);
  ReportOptions how;
  EXPECT_EQ(report_of(data, {.clusters = 3}, how)["silhouettes"]["values"]["size"], 900);
  const Options o{.clusters = 3, .method = Hard{}};
  const std::uint64_t whole = report_bytes(data, o, how);
  how.memory = 1'000'000;
  EXPECT_EQ(report_of(data, o, how)["silhouettes"]["rows"]["size"], 197);  // 3.2 matrices of 8 bytes
  EXPECT_LT(report_bytes(data, o, how), whole - 10'000'000);
}

TEST(Report, TheSameSeedGivesTheSamePage) {
  const Data data = test::blobs(200, 4, 3, 1, 5);
  const Result found = cluster(data, {.clusters = 3, .kernel = Gaussian{}});
  ReportOptions one, two;
  one.threads = 1;
  two.threads = 2;
  EXPECT_EQ(report_html(data, found, one), report_html(data, found, two));
}

TEST(Report, OfAGivenMatrix) {
  const Matrix X = test::blobs(60, 2, 3, 1, 9);
  const json r =
      report_of(test::reference_gram(X, Gaussian{.sigma = 2.0}), {.clusters = 3, .kernel = Precomputed{}});
  EXPECT_EQ(kinds(r), (Kinds{"kernel-pca"}));
  EXPECT_EQ(r["gram"]["size"], 60);
  EXPECT_FALSE(r.contains("regions"));
}

TEST(Report, WhatMethodsLeaveBehind) {
  const Data data = test::blobs(80, 2, 3, 1, 9);
  const json fuzzy = report_of(data, {.clusters = 3, .method = Fuzzy{}});
  EXPECT_EQ(fuzzy["memberships"]["clusters"], 3);
  EXPECT_EQ(fuzzy["memberships"]["values"]["size"], 240);
  const json typical = report_of(data, {.clusters = 3, .method = Possibilistic{}});
  EXPECT_EQ(typical["outlierScores"]["size"], 80);
  const json som = report_of(data, {.clusters = 12, .method = Som{}});
  EXPECT_EQ(som["map"]["hits"].size(),
            som["map"]["rows"].get<std::size_t>() * som["map"]["columns"].get<std::size_t>());
  const json ward = report_of(data, {.clusters = 3, .method = Ward{}});
  const json& tree = ward["dendrogram"];
  ASSERT_EQ(tree["leaves"].size(), tree["merges"].size() + 1);
  int below = 0;
  for (const auto& leaf : tree["leaves"]) below += leaf["size"].get<int>();
  EXPECT_EQ(below, 80);
  std::vector<int> used(tree["leaves"].size() + tree["merges"].size());
  for (const auto& m : tree["merges"])
    ++used[m["left"].get<std::size_t>()], ++used[m["right"].get<std::size_t>()];
  EXPECT_EQ(std::count(used.begin(), used.end(), 1),
            static_cast<std::ptrdiff_t>(used.size()) - 1);  // all but the root
}

TEST(Report, WhatAutoTried) {
  const auto moons = generate("two-moons");
  const Result found = cluster(moons.points, {.clusters = 2, .method = Auto{}});
  const json tried = data_of(report_html(moons.points, found))["candidates"];
  ASSERT_EQ(tried["list"].size(), found.choice->contest().candidates.size());
  EXPECT_EQ(tried["winner"], found.choice->contest().winner);
  EXPECT_EQ(tried["rows"]["size"], moons.points.rows());
  const json& winner = tried["list"][tried["winner"].get<std::size_t>()];
  EXPECT_EQ(winner["name"], found.choice->winner().name);
  EXPECT_EQ(winner["labels"]["size"], tried["x"]["size"]);
  EXPECT_NEAR(winner["agreement"].get<double>(), found.choice->winner().agreement, 1e-12);
}

// Two pairs of clusters: four, or two.
TEST(Report, OtherNumbersOfClusters) {
  Matrix X = test::blobs(120, 2, 1, 1, 0);
  for (Index i = 0; i < X.rows(); ++i) X(i, 0) += 40 * (i % 2) + 9 * (i / 2 % 2);
  const Result found = cluster(X, {.method = Auto{}});
  ASSERT_EQ(found.number->clusters, 4);
  const json peaks = data_of(report_html(X, found))["peaks"];
  EXPECT_EQ(peaks["rows"]["size"], 120);
  EXPECT_EQ(peaks["x"]["size"], 120);
  ASSERT_GE(peaks["list"].size(), 2U);
  EXPECT_EQ(peaks["list"][0]["clusters"], 4);
  EXPECT_TRUE(peaks["list"][0]["taken"]);
  EXPECT_EQ(peaks["list"][1]["clusters"], 2);
  EXPECT_FALSE(peaks["list"][1]["taken"]);
  for (const json& one : peaks["list"]) EXPECT_EQ(one["labels"]["size"], 120);
  const json given = report_of(X, {.clusters = 4, .method = Auto{}});
  EXPECT_FALSE(given.contains("peaks")) << "nothing was searched";
}

TEST(Report, ShowsTheColumnsThatAutoSaw) {
  Matrix X = test::blobs(90, 5, 3, 1);
  X.col(4) = 1e4 * test::blobs(90, 1, 1, 3);  // drowns the others, unless every column is scaled
  const Result found = cluster(X, {.clusters = 3, .method = Auto{}});
  ASSERT_EQ(found.choice->contest().representation, "std");
  const json view = data_of(report_html(X, found))["views"][0];
  EXPECT_EQ(view["kind"], "pca");
  EXPECT_NE(view["axes"][0]["name"], "principal component 1 (100 %)");
}

TEST(Report, NoiseIsAClusterOfItsOwn) {
  Matrix X = test::blobs(60, 2, 2, 1, 9);
  X.row(0).setConstant(1000);
  const json r = report_of(X, {.method = Hdbscan{}});
  EXPECT_EQ(r["clusters"].back()["label"], -1);
  EXPECT_GT(r["clusters"].back()["size"], 0);
}

TEST(Report, OfVeryLittle) {
  EXPECT_EQ(report_of(Matrix{{1.0}}, {.clusters = 1})["points"], 1);
  EXPECT_EQ(kinds(report_of(Matrix{{1.0}, {2.0}, {9.0}}, {.clusters = 2})), (Kinds{"columns"}));
  EXPECT_EQ(report_of(Matrix(Matrix::Zero(5, 3)), {.clusters = 1})["points"], 5);
}

TEST(Report, OtherDataAreRefused) {
  const Result found = cluster(test::blobs(60, 2, 3, 1, 9), {.clusters = 3, .method = Hard{}});
  EXPECT_THROW(report_html(Matrix(Matrix::Zero(5, 2)), found), Error);
}

}  // namespace
}  // namespace mercer
