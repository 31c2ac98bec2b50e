// What clusters are, by figures worked out by hand.
#include "mercer/profile.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/temporary.hpp"

namespace mercer {
namespace {

Frame read(const std::string& text, const FrameRequest& request = {}) {
  const test::TemporaryFolder folder;
  return read_frame(folder.with("t.csv", text), request);
}

const char* const shop =
    "id,income,region,joined\n"
    "a,10,north,2020-01-01\n"
    "b,20,north,2020-01-03\n"
    "c,30,south,2020-01-05\n"
    "d,110,south,2021-01-01\n"
    "e,120,south,2021-01-03\n"
    "f,130,,2021-01-05\n";
const Labels two = {0, 0, 0, 1, 1, 1};

TEST(Profile, KnowsShapesSharesAndEffects) {
  const Frame frame = read(shop);
  const Recipe recipe = learn(frame).recipe;
  const Profile about = profile(frame, recipe, two);
  ASSERT_EQ(about.clusters.size(), 2U);
  ASSERT_EQ(about.columns.size(), 3U);
  const auto& income = about.clusters[0].cells[0];
  EXPECT_EQ(income.mean, 20);
  EXPECT_EQ(income.others, 120);
  EXPECT_EQ(income.least, 10);
  EXPECT_EQ(income.lower, 15);
  EXPECT_EQ(income.median, 20);
  EXPECT_EQ(income.upper, 25);
  EXPECT_EQ(income.largest, 30);
  EXPECT_DOUBLE_EQ(income.deviation, std::sqrt(200.0 / 3));
  EXPECT_DOUBLE_EQ(income.effect, -10);                               // -100 / sqrt((200 + 200) / 4)
  EXPECT_DOUBLE_EQ(about.columns[0].association, 1 - 400 / 15400.0);  // sum of squares about 70: 15400
  const auto& region = about.clusters[0].cells[1];
  EXPECT_EQ(about.columns[1].values, (std::vector<std::string>{"north", "south", "(missing)"}));
  EXPECT_DOUBLE_EQ(region.shares[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(region.other_shares[0], 0);
  EXPECT_DOUBLE_EQ(region.effect, 2.0 / 3);
  EXPECT_EQ(region.telling, 0);
  EXPECT_EQ(about.clusters[1].cells[1].missing, 1);
  // chi^2 = 2 (north) + 1/3 (south) + 1 (missing) over n = 6.
  EXPECT_DOUBLE_EQ(about.columns[1].association, std::sqrt((2 + 1.0 / 3 + 1) / 6));
}

// Of yes and no, whose shares differ alike, the one that the cluster has is named.
TEST(Profile, NamesTheValueThatTheClusterHas) {
  const Frame frame = read("x,member\n1,yes\n2,yes\n3,yes\n7,no\n8,no\n9,no\n");
  const Profile about = profile(frame, learn(frame).recipe, two);
  for (const auto& cluster : about.clusters) {
    EXPECT_EQ(cluster.cells[1].effect, 1);
    EXPECT_EQ(cluster.cells[1].shares[static_cast<std::size_t>(cluster.cells[1].telling)], 1);
  }
}

TEST(Profile, SaysItInWords) {
  const Frame frame = read(shop);
  const Recipe recipe = learn(frame).recipe;
  const Prepared points = prepare(recipe, frame);
  ProfileOptions options;
  options.features = &points.data;
  const Profile about = profile(frame, recipe, two, options);
  EXPECT_EQ(about.sentences()[0],
            "0  3 points  joined 2020-01-03 (others 2021-01-03) --, income 20 (120) --, region north 67 % (0 "
            "%); most "
            "central: b");
  EXPECT_EQ(about.clusters[1].central_row, 4);
  EXPECT_EQ(about.sentences(1)[1], "1  3 points  joined 2021-01-03 (others 2020-01-03) ++; most central: e");
  const auto json = nlohmann::json::parse(about.to_json());
  EXPECT_EQ(json["clusters"][0]["columns"][0]["median"], 20);
  EXPECT_EQ(json["columns"][0]["kind"], "number");
  EXPECT_EQ(json["clusters"][1]["central"], "e");
  EXPECT_EQ(json["noise"], 0);
}

TEST(Profile, UsesDistancesUnitsAndThousands) {
  std::string text = "price,rate\n";
  for (int i = 0; i < 30; ++i)
    text +=
        fmt::format("\"${},{:03}.00\",{} %\n", i < 15 ? 81 : 52, 300 - 10 * (i % 15), i < 15 ? 5 : 9 + i % 2);
  const Frame frame = read(text);
  Labels labels(30, 3);
  for (std::size_t i = 15; i < 30; ++i) labels[i] = 7;
  ProfileOptions options;
  options.distances = Vector::LinSpaced(30, 30, 1);
  const Profile about = profile(frame, learn(frame).recipe, labels, options);
  EXPECT_EQ(about.sentences()[0],
            "3  15 points  price $81,200 (others $52,200) ++, rate 5 % (9.53 %) --; most central: line 16");
  EXPECT_EQ(about.clusters[1].label, 7);
}

TEST(Profile, LeavesNoiseAndDroppedRowsOut) {
  const Frame frame = read("x,c\n1,a\n2,a\n100,b\n3,b\n,a\n9,b\n");
  RecipeOptions drop;
  drop.missing = MissingPolicy::drop;
  const Recipe recipe = learn(frame, drop).recipe;
  const Prepared points = prepare(recipe, frame);
  ProfileOptions options;
  options.features = &points.data;
  const Profile about = profile(frame, recipe, points.spread({0, 0, -1, 0, 1}, frame.rows()), options);
  EXPECT_EQ(about.noise, 1);
  EXPECT_EQ(about.clusters[0].size, 3);
  EXPECT_EQ(about.clusters[0].cells[0].mean, 2);
  EXPECT_DOUBLE_EQ(about.clusters[0].share, 3.0 / 5);
  EXPECT_EQ(about.clusters[1].central, "line 7");
  EXPECT_EQ(about.clusters[0].cells[0].others, 9);
  // One cluster alone has nothing to differ from.
  const Profile one = profile(frame, recipe, Labels(6, 0));
  EXPECT_EQ(one.sentences()[0], "0  6 points  like the others");
  EXPECT_NO_THROW(one.to_json());
  test::expect_error(Fault::data, {"labels", "rows"}, [&] { profile(frame, recipe, Labels(3, 0)); });
}

}  // namespace
}  // namespace mercer
