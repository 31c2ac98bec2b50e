// Kinds of columns, and the recipe that makes points of them.
#include "mercer/recipe.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/random.hpp"
#include "data/kinds.hpp"
#include "io/temporary.hpp"

namespace mercer {
namespace {

using test::expect_error;
using Texts = std::vector<std::string>;

Frame read(const std::string& text, const FrameRequest& request = {}) {
  const test::TemporaryFolder folder;
  return read_frame(folder.with("t.csv", text), request);
}
// A column of these words, over and over, beside a number; n rows.
Frame column(const std::string& name, const Texts& words, Index n = 60, const std::string& types = "") {
  std::string text = name + ",other\n";
  for (Index i = 0; i < n; ++i)
    text += words[static_cast<std::size_t>(i) % words.size()] + "," + std::to_string(i * i) + "\n";
  FrameRequest request;
  request.types = parse_types(types);
  return read(text, request);
}
Texts counted_words(const std::string& stem, Index n) {
  Texts words;
  for (Index i = 0; i < n; ++i) words.push_back(fmt::format("{}{}", stem, i));
  return words;
}

struct KindCase {
  std::string what, name;
  Texts words;
  Kind kind;
  std::string left_out;
};
TEST(Kinds, AreThoseOfTheTable) {
  const std::string sentence = "a long remark about what was seen on that very day, ";
  Texts remarks = counted_words(sentence, 60), twice = counted_words("w", 40), numbers, gaps(60),
        uuids = counted_words("k-", 60);
  for (int i = 0; i < 60; ++i) numbers.push_back(std::to_string(100 + i));
  for (std::size_t i = 0; i < 29; ++i) gaps[i] = std::to_string(i);
  for (auto& remark : remarks) remark = '"' + remark + '"';
  const std::vector<KindCase> cases = {
      {"numbers", "x", {"1", "2.5", "-3"}, Kind::number, ""},
      {"yes/no", "x", {"Yes", "no"}, Kind::yes_no, ""},
      {"true/false", "x", {"TRUE", "false"}, Kind::yes_no, ""},
      {"t/f", "x", {"t", "f"}, Kind::yes_no, ""},
      {"y/n", "x", {"y", "n"}, Kind::yes_no, ""},
      {"on/off", "x", {"on", "off"}, Kind::yes_no, ""},
      {"yes and off are no pair", "x", {"yes", "off"}, Kind::category, ""},
      {"0 and 1 are numbers", "x", {"0", "1"}, Kind::number, ""},
      {"dates", "x", {"2020-01-31", "2020-02-01"}, Kind::date, ""},
      {"category", "x", {"a", "b", "c"}, Kind::category, ""},
      {"category of 20", "x", counted_words("c", 20), Kind::category, ""},
      {"words that repeat, but too many", "x", twice, Kind::text, "text"},
      {"id by name", "customer_id", numbers, Kind::id, "the rows' names"},
      {"id by capital", "customerId", numbers, Kind::id, "the rows' names"},
      {"key", "Key", numbers, Kind::id, "the rows' names"},
      {"index", "index", numbers, Kind::id, "the rows' names"},
      {"uuid", "uuid", uuids, Kind::id, "the rows' names"},
      {"unnamed first column", "", numbers, Kind::id, "the rows' names"},
      {"whole numbers by another name", "age", numbers, Kind::number, ""},
      {"words without repetition", "name", counted_words("n", 60), Kind::id, "the rows' names"},
      {"remarks", "remark", remarks, Kind::text, "text"},
      {"constant number", "x", {"5"}, Kind::number, "constant"},
      {"constant word", "x", {"v2"}, Kind::category, "constant"},
      {"more than half missing", "x", gaps, Kind::number, "more than half of its cells are missing"},
      {"all missing", "x", {"NA"}, Kind::number, "all of its cells are missing"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const auto facts = judge(column(c.name, c.words));
    EXPECT_EQ(name_of(facts.columns[0].kind), name_of(c.kind));
    EXPECT_EQ(facts.columns[0].left_out, c.left_out);
  }
  // Categories may be as many as sqrt(n), where that is above 20.
  EXPECT_EQ(judge(column("x", counted_words("c", 40), 1600)).columns[0].kind, Kind::category);
  EXPECT_EQ(judge(column("x", counted_words("c", 41), 1600)).columns[0].kind, Kind::text);
}

TEST(Kinds, ObeyTypes) {
  EXPECT_EQ(judge(column("x", {"1", "2"}, 60, "x=category")).columns[0].kind, Kind::category);
  EXPECT_EQ(judge(column("x", {"a", "b"}, 60, "x=text")).columns[0].left_out, "text");
  EXPECT_EQ(judge(column("x", {"a", "b"}, 60, "x=id")).columns[0].left_out, "the rows' names");
  EXPECT_EQ(judge(column("x_id", counted_words("", 60), 60, "x_id=number")).columns[0].left_out, "");
  Texts gaps(60, "");
  gaps[3] = "1", gaps[4] = "2";
  EXPECT_EQ(judge(column("x", gaps, 60, "x=number")).columns[0].left_out, "");  // somebody wants it
}

// A record of measurements: when each was taken says no more than its row.
TEST(Kinds, AClockIsLeftOut) {
  const std::string clock = "a clock, with equal steps from row to row";
  Texts days, months;
  for (int day = 1; day <= 28; ++day)
    days.push_back((day < 10 ? "2024-02-0" : "2024-02-") + std::to_string(day));
  for (int month = 1; month <= 12; ++month)
    months.push_back((month < 10 ? "2023-0" : "2023-") + std::to_string(month) + "-01");
  EXPECT_EQ(judge(column("when", days, 28)).columns[0].left_out, clock);
  EXPECT_EQ(judge(column("when", months, 12)).columns[0].left_out, clock);
  EXPECT_EQ(judge(column("when", days, 28, "when=date")).columns[0].left_out, "");  // somebody wants it
  EXPECT_EQ(judge(column("when", days, 56)).columns[0].left_out, "");               // it begins again
  std::swap(days[3], days[4]);
  EXPECT_EQ(judge(column("when", days, 28)).columns[0].left_out, "");
}

TEST(Kinds, ChooseOneColumnForTheRowsNames) {
  const auto facts = judge(read("name,id,x\nMia,7,1\nTom,8,2\nEva,9,2\n"));
  EXPECT_EQ(facts.id, 1);
  EXPECT_EQ(facts.columns[0].left_out, "a name for every row");
}

TEST(Kinds, FindQuantiles) {
  std::vector<double> values = {5, 1, 4, 2};
  EXPECT_EQ(quantile(values, 0.5), 3);
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 1), 5);
  EXPECT_EQ(quantile(values, 0.25), 1.75);
  values = {7};
  EXPECT_EQ(quantile(values, 0.75), 7);
}

TEST(Recipe, LeavesNumbersAsTheyAre) {
  auto frame = std::make_shared<const Frame>(read("id,x,y\n1,5,100\n2,6,90\n3,8,95\n"));
  const auto [recipe, advice] = learn(*frame);
  EXPECT_FALSE(recipe.scaled);
  EXPECT_EQ(recipe.names(), (Texts{"x", "y"}));
  EXPECT_EQ(recipe.id, "id");
  EXPECT_TRUE(advice.empty());
  const Matrix expected = (Matrix(3, 2) << 5, 100, 6, 90, 8, 95).finished();
  EXPECT_EQ(prepare(recipe, *frame).data.dense(), expected);
  const Prepared lent = prepare(recipe, frame);
  EXPECT_EQ(lent.data.dense(), expected);
  lent.data.visit([&]<class V>(const V& view) {
    if constexpr (!std::is_same_v<V, SparseMatrix>) {
      EXPECT_EQ(static_cast<const void*>(view.values), frame->cells.data() + 1);
    }
  });
}

TEST(Recipe, StandardizesWhenAsked) {
  const Frame frame = read("x,y\n5,100\n6,90\n8,95\n");
  RecipeOptions options;
  options.standardize = true;
  const Matrix X = prepare(learn(frame, options).recipe, frame).data.dense();
  EXPECT_TRUE(X.isApprox(Standardizer::learn(Data(frame.cells)).apply(Data(frame.cells)).dense(), 1e-12));
}

// Every column counts the same: the mean square difference of two random rows is 2.
TEST(Recipe, GivesEveryColumnTheSameWeight) {
  Random random(3);
  std::string text = "number,flag,day,colour,size\n";
  constexpr Index n = 400;
  for (Index i = 0; i < n; ++i)
    text += fmt::format(
        "{},{},{}.{}.2020,{},{}\n", random.normal() * 1e5, random.uniform() < 0.2 ? "yes" : "no",
        1 + random.below(28), 1 + random.below(12), random.uniform() < 0.8 ? "red" : "blue",
        random.uniform() < 0.1 ? "" : Texts{"S", "M", "L"}[static_cast<std::size_t>(random.below(3))]);
  const Frame frame = read(text);
  const Recipe recipe = learn(frame).recipe;
  ASSERT_TRUE(recipe.scaled);
  EXPECT_EQ(recipe.names(), (Texts{"number", "flag", "day", "colour=blue", "colour=red", "size=L", "size=M",
                                   "size=S", "size=(missing)"}));
  const Matrix X = prepare(recipe, frame).data.dense();
  Index at = 0;
  for (const auto& used : recipe.columns) {
    const Matrix part = X.middleCols(at, used.width());
    at += used.width();
    const Vector mean = part.colwise().mean();
    // E|x - y|^2 over all pairs, a point with itself too, is twice the mean square about the mean.
    EXPECT_NEAR(2 * (part.rowwise() - mean.transpose()).rowwise().squaredNorm().mean(), 2, 1e-9) << used.name;
  }
}

TEST(Recipe, FillsWhatIsMissing) {
  const Frame frame = read(
      "x,flag,c,day\n1,yes,a,2020-01-01\n2,yes,b,2020-01-03\n9,no,a,\n,,,2020-01-02\n4,yes,b,2020-01-09\n");
  const Recipe recipe = learn(frame).recipe;
  EXPECT_EQ(recipe.columns[0].fill, 3);
  EXPECT_EQ(recipe.columns[1].fill, 1);
  EXPECT_EQ(recipe.columns[2].values, (Texts{"a", "b", "(missing)"}));
  EXPECT_EQ(recipe.columns[3].fill, 18263.5);
  const Matrix X = prepare(recipe, frame).data.dense();
  EXPECT_EQ(X(3, 0), (3 - recipe.columns[0].centre) / recipe.columns[0].scale);
  EXPECT_EQ(X(3, 1), (1 - recipe.columns[1].centre) / recipe.columns[1].scale);
  EXPECT_EQ(X.row(3).segment(2, 3), Eigen::RowVector3d(0, 0, recipe.columns[2].height));
  EXPECT_EQ(recipe.decisions(),
            (Texts{"x: 1 missing filled with 3", "flag: no is 0, yes is 1; 1 missing filled with yes",
                   "c: 3 indicator columns; 1 missing, an extra value",
                   "day: a date, in days; 1 missing filled with 2020-01-02",
                   "every column has the same weight: numbers are scaled to standard deviation 1"}));
}

TEST(Recipe, DropsOrRefusesWhatIsMissing) {
  const Frame frame = read("x,y\n1,2\n,3\n4,\n5,6\n");
  RecipeOptions options;
  options.missing = MissingPolicy::drop;
  const Prepared kept = prepare(learn(frame, options).recipe, frame);
  EXPECT_EQ(kept.rows, (std::vector<Index>{0, 3}));
  EXPECT_EQ(kept.data.dense(), (Matrix(2, 2) << 1, 2, 5, 6).finished());
  EXPECT_EQ(kept.spread({7, 8}, 4), (Labels{7, row_left_out, row_left_out, 8}));
  options.missing = MissingPolicy::refuse;
  try {
    learn(frame, options);
    FAIL() << "missing cells were not refused";
  } catch (const ColumnProblems& error) {
    EXPECT_EQ(error.leave_out(), (Texts{"x", "y"}));
    EXPECT_EQ(error.columns()[0].what, "1 of 4 cells is missing");
    EXPECT_EQ(error.columns()[1].cells[0].place, "line 4");
  }
  const Frame nothing = read("x,y\n1,2\n,\n4,5\n");
  expect_error(Fault::data, {"1 row without any value", "line 3"},
               [&] { prepare(learn(nothing).recipe, nothing); });
  options.missing = MissingPolicy::drop;
  EXPECT_EQ(prepare(learn(nothing, options).recipe, nothing).rows, (std::vector<Index>{0, 2}));
  const Frame holes = read("x,y\n1,\n,3\n4,\n,6\n");
  expect_error(Fault::data, {"every row"}, [&] { prepare(learn(holes, options).recipe, holes); });
}

TEST(Recipe, MeetsNewTables) {
  const Recipe recipe = learn(read("age,region,member,joined\n31,north,yes,3.4.2020\n45,south,no,5.6."
                                   "2021\n28,north,no,1.1.2019\n50,east,yes,31.12.2020\n"))
                            .recipe;
  const Frame same =
      read("junk,joined,member,region,age\na,3.4.2020,YES,north,31\nb,5.6.2021,no,west,\n", recipe.request());
  const Prepared made = prepare(recipe, same);
  ASSERT_EQ(made.data.size(), 2);
  const Matrix X = made.data.dense();
  const auto& region = recipe.columns[1];
  EXPECT_EQ(X(0, 0), (31 - recipe.columns[0].centre) / recipe.columns[0].scale);
  EXPECT_EQ(X(0, 2), region.height);  // north
  EXPECT_TRUE(X.row(1).segment(1, 3).isZero());
  ASSERT_EQ(made.advice.size(), 1U);
  EXPECT_NE(made.advice[0].what.find("region: 1 cell"), std::string::npos) << made.advice[0].what;
  expect_error(Fault::data, {"'age', 'joined'", "region, member"},
               [&] { prepare(recipe, read("region,member\nnorth,yes\n", recipe.request())); });
  // A table on its own would read these otherwise: codes as numbers, a word among numbers as a category.
  const Recipe codes = learn(read("zone,x\n1,5\n2,6\nA,7\n1,8\n")).recipe;
  EXPECT_TRUE(prepare(codes, read("zone,x\n1,5\n2,6\n", codes.request())).advice.empty());
  try {
    prepare(recipe, read("age,region,member,joined\nold,north,yes,soon\n", recipe.request()));
    FAIL();
  } catch (const ColumnProblems& error) {
    EXPECT_EQ(error.leave_out(), (Texts{"age", "joined"}));
    const std::string said = error.what();  // another type, or to leave them out, would not help
    EXPECT_EQ(said.find("another type"), std::string::npos) << said;
    EXPECT_EQ(said.find("leave"), std::string::npos) << said;
    EXPECT_NE(said.find("correct the cells"), std::string::npos) << said;
    EXPECT_NE(said.find("the model was fitted on these columns"), std::string::npos) << said;
  }
  // Without the request the kinds do not fit, and that is said.
  expect_error(Fault::data, {"zone", "zone=category"}, [&] { prepare(codes, read("zone,x\n1,5\n2,6\n")); });
}

TEST(Recipe, NamesTheColumnsThatANewTableLacks) {
  const auto numbers = [](Index columns, const std::string& stem) {
    std::string text = "shared";
    for (Index c = 0; c < columns; ++c) text += fmt::format(",{}{}", stem, c);
    for (int row = 0; row < 9; ++row) {
      text += fmt::format("\n{}", row);
      for (Index c = 0; c < columns; ++c) text += fmt::format(",{}", row * row + c);
    }
    return read(text + "\n");
  };
  const auto refusal = [&](Index columns) {
    return [&, columns] { prepare(learn(numbers(columns, "a")).recipe, numbers(columns, "b")); };
  };
  expect_error(Fault::data, {"no column 'a0', which the model was fitted on; it has shared, b0"}, refusal(1));
  expect_error(Fault::data, {"no columns 'a0', 'a1', which", "it has shared, b0, b1"}, refusal(2));
  expect_error(Fault::data, {"'a11' and 288 more, which", "b10 and 289 more"}, refusal(300));
}

TEST(Recipe, NamesTheRowsOfNewTables) {
  const Recipe recipe = learn(read("code,x\na1,5\na2,6\na3,8\n")).recipe;
  EXPECT_EQ(recipe.id, "code");
  EXPECT_EQ(row_names(recipe, read("x,code\n5,007\n6,007\n", recipe.request())), (Texts{"007", "007"}));
  EXPECT_TRUE(row_names(recipe, read("x\n5\n6\n", recipe.request())).empty());
}

TEST(Recipe, CollectsAllProblems) {
  std::string text = "a,b,c,x\n";
  for (int i = 0; i < 50; ++i)
    text += fmt::format("{},{},1/{}/2020,{}\n", i == 3 ? "oops" : std::to_string(i),
                        i == 7 ? "inf" : std::to_string(i % 3), 1 + i % 9, i);
  try {
    learn(read(text));
    FAIL() << "the problems were not found";
  } catch (const ColumnProblems& error) {
    EXPECT_EQ(error.leave_out(), (Texts{"a", "b", "c"}));
  }
  FrameRequest request;
  request.drop = {"a", "b", "c"};
  EXPECT_EQ(learn(read(text, request)).recipe.names(), (Texts{"x"}));
  expect_error(Fault::data, {"no column is left", "name (the rows' names)"},
               [&] { learn(read("name\nMia\nTom\n")); });
  expect_error(Fault::data, {"no column is left", "b (constant)", "add rows or columns"},
               [&] { learn(read("a,b\n1,2\n1,2\n")); });
  expect_error(Fault::data, {"no column is left", "as in name=number"},
               [&] { learn(read("b,name\n2,Mia\n2,Tom\n")); });
  expect_error(Fault::data, {"3 values", "yes/no"}, [&] {
    learn(column("x", {"a", "b", "c"}, 60, "x=yes/no"));
  });
}

TEST(Recipe, Advises) {
  const auto advice = [](const std::string& text, const FrameRequest& request = {}) {
    std::string all;
    for (const auto& a : learn(read(text, request)).advice) all += a.what + " | " + a.remedy + "\n";
    return all;
  };
  EXPECT_NE(advice("income,age\n20000,30\n90000,40\n50000,35\n").find("standardize"), std::string::npos);
  EXPECT_EQ(advice("income,age\n20,30\n90,40\n50,35\n"), "");
  EXPECT_NE(advice("class,x\n1,2\n2,3\n1,5\n").find("truth = class"), std::string::npos);
  EXPECT_NE(advice("shop_id,x\n1,2\n2,3\n1,1\n").find("named like an id"), std::string::npos);
  FrameRequest request;
  request.id = "who";
  EXPECT_NE(advice("who,x\na,1\nb,2\na,3\n", request).find("'a' 2 times"), std::string::npos);
  request.id = "";
  request.truth = "t";
  std::string text = "t,x\n", classes = "t,x\n";
  for (int i = 0; i < 100; ++i)
    text += fmt::format("{},{}\n", i * 0.37, i), classes += fmt::format("{},{}\n", i % 3, i);
  EXPECT_NE(advice(text, request).find("measurement"), std::string::npos);
  EXPECT_EQ(advice(classes, request), "");
}

Recipe rich() {
  FrameRequest request;
  request.types = parse_types("d=dmy");
  return learn(read("id,x,f,c,d,s\n1,1.25,yes,ü,1/2/2020,k\n2,7,no,\"a\nb\",2/3/"
                    "2020,k\n3,,no,ü,,k\n4,5,yes,,3/3/2020,k\n",
                    request))
      .recipe;
}

TEST(Recipe, SurvivesJson) {
  const Recipe recipe = rich();
  const Recipe again = Recipe::from_json(recipe.to_json());
  EXPECT_EQ(again.to_json(), recipe.to_json());
  EXPECT_EQ(again.names(), recipe.names());
  EXPECT_EQ(again.columns[0].centre, recipe.columns[0].centre);
  EXPECT_EQ(again.columns[3].order, DateOrder::day_first);
  EXPECT_EQ(again.left_out.size(), recipe.left_out.size());
  EXPECT_EQ(again.id, "id");
}

TEST(Recipe, RefusesHostileJson) {
  const auto good = nlohmann::json::parse(rich().to_json());
  const auto refused = [](const nlohmann::json& json) {
    expect_error(Fault::data, {"recipe"}, [&] { Recipe::from_json(json.dump()); });
  };
  for (const char* text : {"", "{", "[]", "5", "{}", "null", "\"x\""})
    expect_error(Fault::data, {"recipe"}, [&] { Recipe::from_json(text); });
  expect_error(Fault::data, {"recipe"}, [&] { Recipe::from_json(std::string(200000, '[')); });
  for (const auto& [key, value] : good.items()) {
    auto json = good;
    json.erase(key);
    refused(json);
    for (const nlohmann::json& wrong :
         {nlohmann::json(nullptr), nlohmann::json(-7), nlohmann::json({1, 2}), nlohmann::json("?!")}) {
      if (key == "id" && wrong.is_string()) continue;
      json[key] = wrong;
      refused(json);
    }
  }
  for (const auto& [key, value] : good["columns"][2].items()) {
    auto json = good;
    json["columns"][2].erase(key);
    refused(json);
    json["columns"][2][key] = nlohmann::json::object();
    refused(json);
  }
  const auto with = [&](const char* path, const nlohmann::json& value) {
    auto json = good;
    json[nlohmann::json::json_pointer(path)] = value;
    refused(json);
  };
  with("/extra", 1);
  with("/version", 2);
  with("/columns", nlohmann::json::array());
  with("/columns/0/scale", 0);
  with("/columns/0/scale", -1);
  with("/columns/0/kind", "id");
  with("/columns/0/kind", "category");
  with("/columns/0/values", {"a"});
  with("/columns/1/values", {"a"});
  with("/columns/1/fill", 0.5);
  with("/columns/2/values", {"a", "a"});
  with("/columns/2/values", {1, 2});
  with("/columns/2/height", 0);
  with("/columns/0/missing", -1);
  with("/columns/0/missing_value", true);
  with("/columns/0/decimal", "x");
  with("/columns/1/name", "x");
  with("/left_out/0/kind", "thing");
  auto text = rich().to_json();
  text.replace(
      text.find("1.25") == std::string::npos ? text.find("\"fill\":") + 7 : text.find("\"fill\":") + 7, 1,
      "1e999,\"q\":9");
  expect_error(Fault::data, {"recipe"}, [&] { Recipe::from_json(text); });
}

// Two topics, told by the words of a column beside a number.
Frame notes(Index n = 40) {
  std::string text = "size,note\n";
  for (Index i = 0; i < n; ++i)
    text += fmt::format("{},{}\n", i % 7, i % 2 == 0 ? "rocket orbit moon" : "bread salt oven");
  FrameRequest request;
  request.types = parse_types("note=text");
  return read(text, request);
}

TEST(Recipe, TextBecomesTermsThatCountAsOneColumn) {
  const Frame frame = notes();
  EXPECT_EQ(learn(frame).recipe.dimensions(), 1);  // left out unless asked for
  const Recipe recipe = learn(frame, {.text = {"note"}}).recipe;
  EXPECT_EQ(recipe.names(), (Texts{"size", "note: bread", "note: moon", "note: orbit", "note: oven",
                                   "note: rocket", "note: salt"}));
  const Matrix X = prepare(recipe, frame).data.dense();
  // E|x - y|^2 = 2 over random pairs, of the number as of the terms.
  const auto spread = [](const Matrix& part) {
    return 2 * (part.rowwise() - part.colwise().mean()).squaredNorm() / static_cast<double>(part.rows());
  };
  EXPECT_NEAR(spread(X.leftCols(1)), 2, 1e-9);
  EXPECT_NEAR(spread(X.rightCols(6)), 2, 1e-9);
  EXPECT_GT((X.row(0) - X.row(1)).tail(6).norm(), 1);
  EXPECT_EQ((X.row(0) - X.row(2)).tail(6).norm(), 0);
}

TEST(Recipe, TermsSurviveTheFileAndNewTextsMayHaveNone) {
  const Frame frame = notes();
  const Recipe recipe = learn(frame, {.text = {"note"}}).recipe;
  const Recipe again = Recipe::from_json(recipe.to_json());
  EXPECT_TRUE(prepare(again, frame).data.dense() == prepare(recipe, frame).data.dense());
  const Frame fresh = read("note,size\n,1\nnothing known,2\nthe oven,3\n", again.request());
  const Matrix X = prepare(again, fresh).data.dense();
  EXPECT_EQ(X.row(0).tail(6).norm(), 0);
  EXPECT_EQ(X.row(1).tail(6).norm(), 0);
  EXPECT_GT(X(2, 4), 0);
  auto json = nlohmann::json::parse(recipe.to_json());
  json["columns"][1]["weights"].erase(0);
  expect_error(Fault::data, {"weights"}, [&] { Recipe::from_json(json.dump()); });
}

}  // namespace
}  // namespace mercer
