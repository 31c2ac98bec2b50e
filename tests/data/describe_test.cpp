// A table described, whatever its cells are.
#include "mercer/describe.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "data/readable.hpp"
#include "io/temporary.hpp"

namespace mercer {
namespace {

TEST(Describe, SaysWhatAFitWouldDo) {
  std::string text = "id,age,region,member,joined,remark,form,income\n";
  for (int i = 0; i < 40; ++i)
    text += fmt::format(
        "{},{},{},{},2020-01-{:02},\"{} and so on and so forth for a long while\",v2,\"${},000.00\"\n", i + 1,
        i == 5 ? "" : std::to_string(20 + i), i % 4 == 0 ? "south" : "north", i % 2 ? "yes" : "no",
        1 + i % 28, i, 20 + i);
  const test::TemporaryFolder folder;
  const Frame frame = read_frame(folder.with("t.csv", text));
  const auto all = describe(frame);
  const auto line = [&](std::size_t c) {
    return fmt::format("{} | {} | {} | {} | {} | {}", all[c].name, all[c].kind, all[c].missing,
                       all[c].distinct, all[c].values, all[c].fate);
  };
  EXPECT_EQ(line(0), "id | id | 0 | 40 | 1, 2, 3, ... | the rows' names");
  EXPECT_EQ(line(1), "age | number | 1 | 39 | 20 to 59 | used, scaled, missing cells filled with the median");
  EXPECT_EQ(line(2), "region | category | 0 | 2 | north 75 %, south 25 % | 2 indicator columns");
  EXPECT_EQ(line(3), "member | yes/no | 0 | 2 | no 50 %, yes 50 % | used, as 0 and 1, scaled");
  EXPECT_EQ(line(4), "joined | date | 0 | 28 | 2020-01-01 to 2020-01-28 | used, in days, scaled");
  EXPECT_EQ(all[5].fate, "left out: text");
  EXPECT_EQ(all[6].fate, "left out: constant");
  EXPECT_EQ(line(7), "income | number | 0 | 40 | 20,000 to 59,000 $ | used, scaled");
  const auto json = nlohmann::json::parse(describe_json(frame));
  EXPECT_EQ(json["rows"], 40);
  EXPECT_EQ(json["columns"].size(), 8U);
  EXPECT_EQ(json["columns"][1]["least"], 20);
  EXPECT_EQ(json["columns"][2]["commonest"][0]["value"], "north");
}

TEST(Describe, NeverFailsOnACell) {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 30; ++i)
    text += fmt::format("{},{},{}/2/2020,\n", i == 3 ? "oops" : std::to_string(i), i == 4 ? "inf" : "1",
                        1 + i % 9);
  const test::TemporaryFolder folder;
  const Frame frame = read_frame(folder.with("t.csv", text));
  const auto all = describe(frame);
  EXPECT_EQ(all[0].fate, "can't be used: 1 of 30 cells is not a number");
  EXPECT_EQ(all[1].fate, "left out: constant");
  EXPECT_TRUE(all[1].problem);
  EXPECT_TRUE(all[2].fate.starts_with("can't be used: '1/2/2020' is 2 January 2020 or 1 February 2020"))
      << all[2].fate;
  EXPECT_EQ(all[3].fate, "left out: all of its cells are missing");
  const auto json = nlohmann::json::parse(describe_json(frame));
  EXPECT_EQ(json["columns"][0]["problem"]["cells"][0]["value"], "oops");
  EXPECT_EQ(describe(read_frame(folder.with("one.csv", "x\n1\n"))).size(), 1U);
}

TEST(Readable, NumbersForPeople) {
  for (const auto& [value, text] : std::vector<std::pair<double, std::string>>{{81312.4, "81,300"},
                                                                               {2.1234, "2.12"},
                                                                               {2.1, "2.1"},
                                                                               {0, "0"},
                                                                               {-1234567, "-1,230,000"},
                                                                               {999.6, "1,000"},
                                                                               {523, "523"},
                                                                               {0.00123, "0.00123"},
                                                                               {-0.5, "-0.5"},
                                                                               {1e20, "1e+20"}})
    EXPECT_EQ(readable(value), text);
  EXPECT_EQ(with_thousands(70000), "70,000");
  EXPECT_EQ(with_thousands(-1234.5), "-1,234.5");
  EXPECT_EQ(count_text(1234567), "1,234,567");
  EXPECT_EQ(percent(0.714), "71 %");
  EXPECT_EQ(counted(1, "cell"), "1 cell");
  EXPECT_EQ(counted(2000, "cell"), "2,000 cells");
}

}  // namespace
}  // namespace mercer
