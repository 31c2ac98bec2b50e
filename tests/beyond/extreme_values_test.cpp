// Values that are far apart, huge or tiny: an answer or a clear refusal, and within seconds.
#include <unistd.h>

#include <cmath>

#include "hostile.hpp"

namespace mercer {
namespace {

using test::spread_out;
using test::with_outlier;

// Ends the program, and so fails the test, if it takes longer.
class TimeLimit {
 public:
  explicit TimeLimit(unsigned seconds) { alarm(seconds); }
  ~TimeLimit() { alarm(0); }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
};

struct Set {
  std::string name;
  Matrix points;
};

std::vector<Set> hostile_sets() {
  const Matrix unit = test::blobs(20, 2, 3, 5);
  return {
      {"outlier", with_outlier(1e12)}, {"spread", spread_out(20)},
      {"huge", unit * 1e300},          {"at the limit", Matrix(unit / unit.cwiseAbs().maxCoeff() * 1.7e308)},
      {"tiny", unit * 1e-300},         {"many columns", test::blobs(20, 12, 3, 5) * 1e300}};
}

bool counts_itself(const Method& method) { return std::holds_alternative<Hdbscan>(method); }
Labels labels_of(const Matrix& X, Index clusters, const Method& method) {
  return cluster(
             Data(X),
             {.clusters = counts_itself(method) ? clusters_by_method : clusters, .method = method, .seed = 1})
      .labels;
}

// Labels of all points, in range; or an Error that says something.
void expect_answer_or_refusal(const Set& set, const Method& method, const Kernel& kernel, Index clusters) {
  const std::string name = set.name + ", " + format_choice(method) + ", " + format_choice(kernel) + ", " +
                           std::to_string(clusters) + " clusters";
  SCOPED_TRACE(name);
  try {
    const Result r =
        cluster(Data(set.points), {.clusters = counts_itself(method) ? clusters_by_method : clusters,
                                   .method = method,
                                   .kernel = kernel,
                                   .max_iterations = 30,
                                   .seed = 1});
    ASSERT_EQ(static_cast<Index>(r.labels.size()), set.points.rows());
    for (const int label : r.labels) {
      EXPECT_GE(label, counts_itself(method) ? -1 : 0);
      EXPECT_LT(label, counts_itself(method) ? 20 : clusters);
    }
    if (!r.dendrogram) return;
    for (const Merge& merge : r.dendrogram->merges) EXPECT_TRUE(std::isfinite(merge.height));
  } catch (const Error& e) {
    EXPECT_FALSE(std::string(e.what()).empty());
  }
}

TEST(ExtremeValues, AutoAnswersOrRefuses) {
  const TimeLimit limit(120);
  for (const Set& set : hostile_sets())
    for (const Index clusters : {Index{1}, Index{2}, Index{3}, set.points.rows() - 1, set.points.rows()})
      expect_answer_or_refusal(set, Auto{}, NoKernel{}, clusters);
}

TEST(ExtremeValues, AutoFindsTheOutlier) {
  const TimeLimit limit(20);
  const Labels labels = labels_of(with_outlier(1e12), 2, Auto{});
  Labels expected(21, 0);
  expected[20] = 1;
  EXPECT_EQ(labels, expected);
}

TEST(ExtremeValues, TreesAnswerOrRefuse) {
  const TimeLimit limit(120);
  for (const Set& set : hostile_sets())
    for (const Index clusters : {Index{1}, Index{2}, Index{3}, set.points.rows()}) {
      for (const Method& method :
           {Method(SingleLinkage{}), Method(Genie{}), Method(Hdbscan{}), Method(TreeCut{}), Method(Ward{})})
        expect_answer_or_refusal(set, method, NoKernel{}, clusters);
      expect_answer_or_refusal(set, Ward{}, Linear{}, clusters);
      expect_answer_or_refusal(set, Ward{}, Connectivity{}, clusters);
    }
}

TEST(ExtremeValues, RulesOnTreesAnswerOrRefuse) {
  const TimeLimit limit(120);
  for (const Set& set : hostile_sets())
    for (const Method& method : test::all_methods(3))
      expect_answer_or_refusal(set, method, Connectivity{}, 3);
}

// A power of two changes no comparison, so the clusters of scaled points are those of the points.
TEST(ExtremeValues, ScaleDoesNotMatterToTrees) {
  const TimeLimit limit(20);
  const Matrix X = test::blobs(60, 2, 4, 9);
  for (const Method& method :
       {Method(SingleLinkage{}), Method(Genie{}), Method(Hdbscan{}), Method(TreeCut{}), Method(Ward{})}) {
    SCOPED_TRACE(format_choice(method));
    const auto labels_at = [&](double scale) { return labels_of(X * scale, 4, method); };
    const Labels expected = labels_at(1);
    for (const double scale : {0x1p-990, 0x1p-500, 0x1p300, 0x1p600, 0x1p990})
      EXPECT_EQ(labels_at(scale), expected) << scale;
  }
}

TEST(ExtremeValues, PredictionsAreNumbers) {
  const TimeLimit limit(20);
  for (const Set& set : hostile_sets()) {
    SCOPED_TRACE(set.name);
    if (set.name == "at the limit") continue;
    const Result r = cluster(Data(set.points), {.clusters = 1, .method = Auto{}, .seed = 1});
    EXPECT_EQ(r.labels, Labels(r.labels.size(), 0));
    EXPECT_EQ(r.model.predict(Data(set.points)), r.labels);
    EXPECT_TRUE(r.model.transform(Data(set.points)).allFinite());
  }
}

TEST(ExtremeValues, WhatIsTooLargeIsNamed) {
  const Matrix X = test::blobs(20, 2, 3, 5) * 1e307;
  for (const Method& method : {Method(Auto{}), Method(SingleLinkage{}), Method(Ward{})}) try {
      cluster(Data(X), {.clusters = 2, .method = method, .seed = 1});
      ADD_FAILURE() << format_choice(method);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("too large"), std::string::npos) << e.what();
      EXPECT_EQ(e.fault(), Fault::data);
    }
}

}  // namespace
}  // namespace mercer
