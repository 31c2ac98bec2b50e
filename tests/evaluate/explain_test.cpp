// Rules: against every split there is, and in words.
#include "mercer/explain.hpp"

#include <fmt/format.h>

#include "core/random.hpp"
#include "evaluate/rule_tree.hpp"
#include "io/temporary.hpp"

namespace mercer {
namespace {

Frame read_csv(const std::string& text) {
  const test::TemporaryFolder folder;
  return read_frame(folder.with("t.csv", text));
}

double impurity(const std::vector<int>& classes, int count) {
  std::vector<double> weight(static_cast<std::size_t>(count));
  for (const int k : classes) weight[static_cast<std::size_t>(k)] += 1;
  double squares = 0;
  const auto total = static_cast<double>(classes.size());
  for (const double w : weight) squares += w * w;
  return classes.empty() ? 0 : total - squares / total;
}

// The rows by the answer of a test: yes, no, missing.
template <class Answer>
double split_impurity(const Originals& originals, const std::vector<int>& classes, int count,
                      const Original& column, Answer&& yes) {
  std::vector<int> parts[3];
  for (Index i = 0; i < originals.frame.rows(); ++i) {
    const double cell = originals.cell(i, column);
    parts[std::isnan(cell) ? 2 : yes(cell) ? 0 : 1].push_back(classes[static_cast<std::size_t>(i)]);
  }
  return impurity(parts[0], count) + impurity(parts[1], count) + impurity(parts[2], count);
}

// Small random tables: the split found is as good as the best of all thresholds, values or sets of values.
TEST(Explain, FindsTheBestSplitOfAll) {
  Random random(4);
  for (int trial = 0; trial < 60; ++trial) {
    const int count = 2 + trial % 2;
    std::string text = "x,c\n";
    std::vector<int> classes;
    Labels labels;
    for (int i = 0; i < 14; ++i) {
      text += (random.uniform() < 0.15 ? "" : std::to_string(random.below(8))) + "," +
              (random.uniform() < 0.15 ? "" : std::string(1, static_cast<char>('a' + random.below(4)))) +
              "\n";
      classes.push_back(static_cast<int>(random.below(count)));
      labels.push_back(classes.back());
    }
    text += "1,a\n2,b\n";
    for (const int k : {0, 1}) classes.push_back(k), labels.push_back(k);
    const Frame frame = read_csv(text);
    const Recipe recipe = learn(frame).recipe;
    const Originals originals(frame, recipe, labels);
    RuleRows data;
    data.count = count;
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < classes.size(); ++i)
      data.rows.push_back(static_cast<Index>(i)), data.classes.push_back(classes[i]),
          data.weights.push_back(1), members.push_back(i);
    for (std::size_t c = 0; c < originals.columns.size(); ++c) {
      const auto& column = originals.columns[c];
      double best = std::numeric_limits<double>::infinity();
      if (!column.worded)
        for (double cut = -0.5; cut < 8; cut += 1)
          best = std::min(
              best, split_impurity(originals, classes, count, column, [&](double x) { return x <= cut; }));
      for (unsigned set = 0; column.worded && set < (1U << column.values.size()); ++set)
        if (count == 2 || std::popcount(set) == 1)
          best = std::min(best, split_impurity(originals, classes, count, column, [&](double x) {
                            return set >> static_cast<unsigned>(x) & 1;
                          }));
      const RuleSplit found = best_split(originals, data, members, c);
      ASSERT_TRUE(found.found);
      EXPECT_NEAR(found.impurity, best, 1e-6) << trial;
      EXPECT_NEAR(
          split_impurity(originals, classes, count, column, [&](double x) { return found.first.holds(x); }),
          best, 1e-6);
    }
  }
}

// A box in two columns needs two bounds of each at most; of depth 3 the best of all boxes with one side open
// is found.
TEST(Explain, FindsARuleAsGoodAsAnyBoxOfThreeBounds) {
  std::string text = "x,y\n";
  Labels labels;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) {
      text += fmt::format("{},{}\n", x, y);
      labels.push_back(x > 3 && y <= 2 ? 1 : 0);
    }
  const Frame frame = read_csv(text);
  const auto rules = explain(frame, learn(frame).recipe, labels);
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[1].sentence, "cluster 1: y <= 2 and x > 3 (covers 100 %, 100 % of it right)");
}

TEST(Explain, SpeaksOfNumbersDatesAndWords) {
  std::string text = "income,joined,region,member\n";
  Labels labels;
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const int k = i % 4;
    labels.push_back(k);
    text +=
        fmt::format("{},{}-0{}-11,{},{}\n", k == 0 ? 71234 + random.below(9000) : 30123 + random.below(9000),
                    k == 1 ? 2021 : 2018, 1 + random.below(9),
                    k == 2 ? (i % 8 == 2 ? "north" : "west") : (i % 3 ? "south" : "east"),
                    k == 3       ? ""
                    : i % 3 == 0 ? "yes"
                                 : "no");
  }
  const Frame frame = read_csv(text);
  const auto rules = explain(frame, learn(frame).recipe, labels);
  const auto text_of = [&](std::size_t k) {
    return rules[k].sentence.substr(0, rules[k].sentence.find(" ("));
  };
  EXPECT_TRUE(text_of(0) == "cluster 0: income > 50,000") << text_of(0);
  EXPECT_EQ(text_of(1), "cluster 1: joined from 2021-01-01 on");
  EXPECT_EQ(text_of(2), "cluster 2: region is north or west");
  EXPECT_EQ(text_of(3), "cluster 3: member is missing");
  for (const auto& rule : rules) {
    EXPECT_EQ(rule.coverage, 1);
    EXPECT_EQ(rule.precision, 1);
  }
}

TEST(Explain, CountsWhatARuleMisses) {
  std::string text = "x,y\n";
  Labels labels;
  for (int i = 0; i < 100; ++i) text += fmt::format("{},{}\n", i, i % 7), labels.push_back(i < 50 ? 0 : 1);
  labels[10] = 1;   // one of the fifty below is of the other cluster
  labels[98] = -1;  // noise is nobody's
  labels[99] = row_left_out;
  const Frame frame = read_csv(text);
  ExplainOptions options;
  options.depth = 1;
  const auto rules = explain(frame, learn(frame).recipe, labels, options);
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[0].conditions[0].text, "x <= 49");
  EXPECT_DOUBLE_EQ(rules[0].coverage, 1);
  EXPECT_DOUBLE_EQ(rules[0].precision, 49.0 / 50);
  EXPECT_DOUBLE_EQ(rules[1].coverage, 48.0 / 49);
  EXPECT_DOUBLE_EQ(rules[1].precision, 48.0 / 49);
  EXPECT_EQ(rules[1].sentence, "cluster 1: x > 49 (covers 98 %, 98 % of it right)");
  options.depth = 4;
  test::expect_error(Fault::usage, {"depth = 4"},
                     [&] { explain(frame, learn(frame).recipe, labels, options); });
}

TEST(Explain, HasNoRuleWhereNothingDiffers) {
  const Frame frame = read_csv("x,y\n1,1\n1,2\n2,1\n2,2\n");
  const auto rules = explain(frame, learn(frame).recipe, Labels(4, 5));
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].sentence, "cluster 5: no rule sets it apart");
  EXPECT_TRUE(explain(frame, learn(frame).recipe, Labels(4, -1)).empty());
}

TEST(Explain, RoundsThresholdsWithinTheGap) {
  for (const auto& [low, high, round] :
       std::vector<std::tuple<double, double, double>>{{68712, 71234, 70000},
                                                       {3, 4, 3},
                                                       {-5, 5, 0},
                                                       {0.291, 0.342, 0.3},
                                                       {12.4, 12.6, 12.5},
                                                       {-71234, -68712, -70000}})
    EXPECT_EQ(round_between(low, high), round) << low << " " << high;
  Random random(9);
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = random.normal() * std::pow(10.0, random.uniform(-12, 12));
    const double high = trial % 5 == 0
                            ? std::nextafter(low, 1e300)
                            : low + std::abs(random.normal()) * std::pow(10.0, random.uniform(-12, 12));
    if (!(low < high)) continue;
    const double cut = round_between(low, high);
    ASSERT_TRUE(cut >= low && cut < high) << low << " " << cut << " " << high;
  }
  EXPECT_EQ(date_between(18200, 18300), 18262);  // 2020-01-01
  EXPECT_EQ(date_between(18270, 18300), 18293);  // 2020-02-01
  EXPECT_EQ(date_between(18270, 18272), 18272);
  EXPECT_EQ(date_between(18270.25, 18270.5), 18270.5);
}

// Many rows: rules come from a sample, coverage and precision from all.
TEST(Explain, LooksAtManyRows) {
  std::vector<double> x;
  Labels labels;
  for (int i = 0; i < 60000; ++i) x.push_back(i), labels.push_back(i < 100 ? 0 : i < 30000 ? 1 : 2);
  const Frame frame = frame_of({{"x", x}, {"y", std::vector<double>(x.rbegin(), x.rend())}});
  const auto rules = explain(frame, learn(frame).recipe, labels);
  EXPECT_EQ(rules[0].coverage, 1);
  EXPECT_GT(rules[0].precision, 0.7);
  EXPECT_GT(rules[2].precision, 0.99);
}

}  // namespace
}  // namespace mercer
