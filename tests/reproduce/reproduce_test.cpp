// The papers run again: what is compared with what, what is missing, and what the pages show.
#include "mercer/reproduce.hpp"

#include "reproduce/drawing.hpp"
#include "reproduce/measures.hpp"
#include "reproduce/sources.hpp"
#include "reproduce/table.hpp"
#include "support.hpp"

namespace mercer {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Comparison row(std::vector<double> paper, std::vector<double> runs, double deviation = 0) {
  return {.what = "a row", .paper = std::move(paper), .paper_deviation = deviation, .runs = std::move(runs)};
}

TEST(Reproduce, SpreadIsMeanAndDeviation) {
  EXPECT_EQ(spread({}).mean, 0);
  EXPECT_EQ(spread({3}).deviation, 0);
  EXPECT_DOUBLE_EQ(spread({1, 2, 3, 4}).mean, 2.5);
  EXPECT_DOUBLE_EQ(spread({1, 2, 3, 4}).deviation, std::sqrt(5.0 / 3));
}

TEST(Reproduce, FiguresAgreeWithinRoundingOrTwoStandardErrors) {
  EXPECT_EQ(row({}, {1}).verdict(), Verdict::none);
  EXPECT_EQ(row({1}, {}).verdict(), Verdict::missing);
  EXPECT_EQ(row({97.2}, {97.24}).verdict(), Verdict::same);
  EXPECT_EQ(row({97.2}, {97.3}).verdict(), Verdict::better);
  EXPECT_EQ(row({97.2}, {97.1}).verdict(), Verdict::worse);
  Comparison error = row({30.6}, {1.9});
  error.good = Good::less;
  EXPECT_EQ(error.verdict(), Verdict::better);
  error.good = Good::neither;
  EXPECT_EQ(error.verdict(), Verdict::different);
  // Ten runs of deviation 3 each: two standard errors are 2 sqrt(0.9) = 1.9.
  EXPECT_EQ(row({90}, {91.8}, 3).verdict(), Verdict::same);
  EXPECT_EQ(row({90}, {92.0}, 3).verdict(), Verdict::better);
}

TEST(Reproduce, TextsOfAComparison) {
  EXPECT_EQ(paper_text(row({}, {1})), "–");
  EXPECT_EQ(paper_text(row({85.148}, {1}, 2.479)), "85.1 ± 2.5");
  EXPECT_EQ(mercer_text(row({1}, {2, 4})), "3.0 ± 1.4");
  EXPECT_EQ(difference_text(row({100}, {97.5})), "\u22122.5");
  EXPECT_EQ(difference_text(row({100}, {99.99})), "0.0");
  EXPECT_EQ(difference_text(row({1}, {})), "–");
  Comparison absent = row({1}, {});
  absent.missing = "data not found: iris.csv";
  EXPECT_EQ(mercer_text(absent), "data not found: iris.csv");
}

TEST(Reproduce, EveryExperimentHasAnameOfItsOwnAndAllThatAReaderNeeds) {
  std::set<std::string> names;
  for (const ExperimentInfo& e : experiments()) {
    EXPECT_TRUE(names.insert(e.name).second) << e.name;
    EXPECT_FALSE(e.paper.empty() || e.place.empty() || e.about.empty()) << e.name;
  }
  EXPECT_GE(names.size(), 17U);
  for (const Experiment& e : all_experiments()) {
    EXPECT_TRUE(e.draw || !e.entries.empty()) << e.info.name;
    EXPECT_FALSE(e.finding.empty()) << e.info.name;
    for (const Entry& entry : e.entries) {
      EXPECT_TRUE(entry.source.draw || !entry.not_public.empty()) << entry.what;
      EXPECT_FALSE(entry.figures.empty()) << entry.what;
    }
  }
}

TEST(Reproduce, AnUnknownNameIsToldWithTheNearest) {
  try {
    reproduce({.names = {"geodesic-table-2"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find("did you mean 'geodesic-table-1'?"), std::string::npos)
        << error.what();
  }
}

TEST(Reproduce, WhatIsMissingIsSaidAndTheRestRuns) {
  const Reproduction found =
      reproduce({.names = {"chapter"}, .data = testing::TempDir(), .quick = true, .threads = 1});
  ASSERT_EQ(found.outcomes.size(), 2U);
  EXPECT_EQ(found.trouble, Fault::no_input);
  for (const Comparison& row : found.outcomes[0].comparisons) EXPECT_FALSE(row.runs.empty()) << row.what;
  EXPECT_EQ(found.outcomes[0].pictures.size(), 3U);
  for (const Comparison& row : found.outcomes[1].comparisons)
    EXPECT_EQ(row.missing, "data not found: synthetic/rings_book.csv");
  EXPECT_EQ(found.outcomes[1].missing, "data not found: synthetic/rings_book.csv");
  const std::string page = reproduction_html(found, "mercer reproduce chapter");
  EXPECT_NE(page.find("data not found: synthetic/rings_book.csv"), std::string::npos);
}

TEST(Reproduce, ThePageIsTheSameForAnyNumberOfThreads) {
  const auto page = [](int threads) {
    return reproduction_html(reproduce({.names = {"survey-rings", "connectivity-fig-1"}, .threads = threads}),
                             "command");
  };
  const std::string one = page(1);
  EXPECT_EQ(one, page(2));
  EXPECT_EQ(count(one, "<figure"), 10U);
  EXPECT_EQ(count(one, "<svg"), 10U);
  for (const char* number : {"Mnan", "\"nan", ">nan", " nan"}) EXPECT_EQ(count(one, number), 0U);
  EXPECT_EQ(count(one, "<script"), 0U);
}

TEST(Reproduce, MarkdownNamesEveryPicture) {
  const Reproduction found = reproduce({.names = {"chapter-fig-6.4b"}});
  const MarkdownPage page = reproduction_markdown(found, "command", "images/report");
  ASSERT_EQ(page.pictures.size(), 3U);
  for (const auto& [name, svg] : page.pictures) {
    EXPECT_NE(page.text.find("images/report/" + name), std::string::npos) << name;
    EXPECT_TRUE(svg.starts_with("<svg"));
  }
  EXPECT_NE(page.text.find("| k-means | – |"), std::string::npos) << page.text;
}

TEST(Reproduce, StopsWithAWordOnHowFarItCame) {
  Control control;
  control.progress = [&](std::string_view phase, std::int64_t, std::int64_t) {
    if (phase == "experiments") control.stop = true;
  };
  try {
    reproduce({.names = {"chapter-fig-6.4b", "connectivity-fig-1"}, .control = &control});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "stopped after 1 of 6 runs; there is no report");
  }
}

TEST(ReproduceTables, RowsWithTheSameColumnsStandTogether) {
  const auto at = [](const std::string& what, const std::string& column) {
    Comparison c = row({1}, {1});
    c.what = what;
    c.column = column;
    return c;
  };
  const std::vector<Comparison> all = {at("a", "x"), at("a", "y"), at("b", "x"), at("b", "y"), at("c", "z")};
  const std::vector<FigureTable> tables = tables_of(all);
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].columns, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(tables[0].rows.size(), 2U);
  EXPECT_EQ(tables[1].rows[0].name, "c");
}

TEST(ReproduceMeasures, NoiseCountsNowhere) {
  const Labelled set{Data(Matrix(Matrix::Zero(5, 2))), {0, 0, 1, 1, -1}};
  Result result;
  result.labels = {1, 1, 0, 1, 2};
  EXPECT_DOUBLE_EQ(correct_percent({set, result}), 75);
  EXPECT_DOUBLE_EQ(error_percent({set, result}), 25);
  EXPECT_DOUBLE_EQ(balanced_percent({set, result}), 75);
  EXPECT_DOUBLE_EQ(class_percent(0)({set, result}), 100);
  EXPECT_DOUBLE_EQ(class_percent(1)({set, result}), 50);
  EXPECT_DOUBLE_EQ(majority_errors({set, result}), 1);
}

TEST(ReproduceDrawing, ClustersTakeTheColoursOfTheirClasses) {
  const Labelled set{Data(Matrix(Matrix::Zero(6, 2))), {2, 2, 9, 9, 9, -1}};
  EXPECT_EQ(matched(set, {5, 5, 3, 3, 7, 7}), (Labels{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(matched(set, {0, 0, 1, 1, -1, 4}), (Labels{0, 0, 1, 1, -1, 2}));
}

TEST(ReproduceDrawing, PathsFollowTheirEdges) {
  const std::vector<Edge> tree = {{0, 1, 1.0}, {1, 2, 1.0}, {1, 3, 5.0}};
  EXPECT_EQ(tree_path(tree, 2, 3), (std::vector<int>{3, 1, 2}));
  EXPECT_EQ(tree_path(tree, 0, 0), (std::vector<int>{0}));
}

TEST(ReproduceSources, ClassesCountFromZeroAndOutliersAreNoise) {
  GenerateOptions options;
  options.outliers = 4;
  const Labelled set = generated("two-moons", options).draw("", 0);
  EXPECT_EQ(std::count(set.truth.begin(), set.truth.end(), -1), 4);
  EXPECT_EQ(*std::max_element(set.truth.begin(), set.truth.end()), 1);
  EXPECT_NE(generated("two-moons").draw("", 1).data.dense(), generated("two-moons").draw("", 0).data.dense());
}

// What comes with mercer is found by itself, compressed files too; a folder that is named comes first.
TEST(Reproduce, DataAreFoundWithoutAFolder) {
  const std::string own = data_folder();
  EXPECT_TRUE(std::filesystem::equivalent(own, "data")) << own;
  EXPECT_EQ(find_data("", "iris.csv"), own + "/iris.csv");
  EXPECT_EQ(find_data(testing::TempDir(), "spambase.csv"), own + "/spambase.csv.gz");
  EXPECT_EQ(find_data(own + "/synthetic", "seven.csv"), own + "/synthetic/seven.csv");
  EXPECT_THROW(find_data("", "nothing.csv"), Error);
  const Reproduction found = reproduce({.names = {"survey-iris"}, .quick = true});
  EXPECT_FALSE(found.trouble);
  EXPECT_FALSE(found.outcomes[0].comparisons.at(0).runs.empty());
}

TEST(Reproduce, AVariableSaysWhereTheDataAre) {
  setenv("MERCER_DATA", "/nowhere/data", 1);
  const std::string named = data_folder();
  unsetenv("MERCER_DATA");
  EXPECT_EQ(named, "/nowhere/data");
}

// The chapter's data: at rest after 3 or 4 iterations, with the right split.
TEST(Reproduce, TheChapter) {
  MERCER_NEED_SHARED("data/synthetic/rings_book.csv");
  const Reproduction found =
      reproduce({.names = {"chapter-fig-6.5"}, .data = std::string(MERCER_SHARED) + "data"});
  ASSERT_EQ(found.outcomes[0].comparisons.size(), 2U);
  const double steps = found.outcomes[0].comparisons[0].runs.at(0);
  EXPECT_GE(steps, 3);
  EXPECT_LE(steps, 4);
  EXPECT_EQ(found.outcomes[0].comparisons[1].runs.at(0), 100);
  EXPECT_EQ(found.outcomes[0].pictures.size(), static_cast<std::size_t>(steps));
  EXPECT_FALSE(found.trouble);
}

}  // namespace
}  // namespace mercer
