// The law of hostile numbers (hostile_test.cpp) for tables: a file is read, a recipe is learnt from it, its
// points are clustered and the clusters are described. What is said on the way holds no NaN and no infinity,
// too.
#include <fmt/format.h>

#include "hostile.hpp"
#include "io/temporary.hpp"
#include "mercer/profile.hpp"
#include "mercer/recipe.hpp"

namespace mercer {
namespace {

std::string csv_of(const Matrix& points) {
  std::string text;
  for (Index j = 0; j < points.cols(); ++j) text += fmt::format("{}x{}", j == 0 ? "" : ",", j);
  for (Index i = 0; i < points.rows(); ++i)
    for (Index j = 0; j < points.cols(); ++j) text += fmt::format("{}{}", j == 0 ? "\n" : ",", points(i, j));
  return text + "\n";
}

void add_sentences(const Frame& frame, const Recipe& recipe, const Data& points, const Options& options,
                   test::Complaints& wrong) {
  Labels labels;
  try {
    labels = cluster(points, options).labels;
  } catch (const Error&) {  // complaints_of looks at what is refused
    return;
  }
  for (const std::string& sentence : profile(frame, recipe, labels, {.features = &points}).sentences())
    if (test::says_no_number(sentence)) wrong.add("the profile says: ", sentence);
}

test::Complaints complaints_of_table(const Frame& frame, bool standardize, const Method& method,
                                     int& answered) {
  test::Complaints wrong;
  try {
    const Learned learned = learn(frame, {.standardize = standardize});
    for (const Advice& advice : learned.advice)
      if (test::says_no_number(advice.what)) wrong.add("reading says: ", advice.what);
    const Data points = prepare(learned.recipe, frame).data;
    wrong.finite("points", points.dense());
    const Options options = test::hostile_options(method, NoKernel{}, std::min<Index>(2, points.size()));
    const test::Complaints later = test::complaints_of(points, options);
    wrong.list.insert(wrong.list.end(), later.list.begin(), later.list.end());
    ++answered;
    add_sentences(frame, learned.recipe, points, options, wrong);
  } catch (const Error& e) {
    if (!test::says_what_to_do(e.what())) wrong.add("a refusal without advice: ", e.what());
  }
  return wrong;
}

TEST(HostileTables, AnAnswerOrAdvice) {
  const test::TemporaryFolder folder;
  int tables = 0, answered = 0;
  for (const test::HostileSet& set : test::hostile_sets()) {
    const Frame frame = read_frame(folder.with("t.csv", csv_of(set.points)));
    for (const bool standardize : {false, true})
      for (const Method& method :
           {Method(Hard{}), Method(Softmax{}), Method(SingleLinkage{}), Method(Ward{}), Method(Mixture{})}) {
        const std::string name =
            format_choice(method) + ", " + set.name + (standardize ? ", standardized" : "");
        const test::Watch watch(name);
        ++tables;
        for (const std::string& complaint : complaints_of_table(frame, standardize, method, answered).list)
          ADD_FAILURE() << name << ": " << complaint;
      }
  }
  EXPECT_GT(answered, tables / 2);  // most become points
}

}  // namespace
}  // namespace mercer
