// How many clusters: what is answered, what is said of it, and what is refused.
#include "mercer/suggest.hpp"

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

TEST(Suggest, SeparatedBlobsAreClear) {
  const Data X(test::blobs(200, 2, 4, 1, 40));
  const Suggestion s = suggest_clusters(X, {});
  EXPECT_EQ(s.clusters, 4);
  ASSERT_TRUE(s.search);
  EXPECT_EQ(s.search->clarity, Clarity::clear);
  EXPECT_EQ(s.text().rfind("4 clusters: evidence", 0), 0u) << s.text();
  const NumberEvidence* const four = s.search->at(4);
  ASSERT_TRUE(four);
  EXPECT_NEAR(four->evidence(), four->agreement * (1 + four->separation / 2), 1e-12);
  EXPECT_NEAR(four->rank(), four->evidence() + 0.04 * std::log(4), 1e-12);
  for (const NumberEvidence& other : s.search->tried) EXPECT_LE(other.rank(), four->rank());
  EXPECT_EQ(four->labels.size(), 200u);
  const Result r = cluster(X, {.method = Auto{}});
  EXPECT_EQ(r.model.clusters(), 4);
  ASSERT_TRUE(r.number);
  EXPECT_TRUE(r.choice->number_found);
  EXPECT_EQ(r.findings.at(0).name, "suggested");
}

TEST(Suggest, NoClustersStandOut) {
  Random random(3);
  Matrix X(150, 2);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = random.normal();
  const Suggestion s = suggest_clusters(Data(X), {});
  EXPECT_EQ(s.clusters, 1);
  const Result r = cluster(Data(X), {.method = Auto{}});
  EXPECT_EQ(r.labels, Labels(150, 0));
  EXPECT_FALSE(r.warnings.empty());
  EXPECT_GE(suggest_clusters(Data(X), {.least = 2}).clusters, 2);
}

TEST(Suggest, WithinAMethodAndUnderAKernel) {
  const Data X(test::blobs(120, 2, 3, 1, 40));
  for (const SuggestOptions& o : std::vector<SuggestOptions>{{.most = 6, .method = Hard{}},
                                                             {.most = 6, .kernel = Gaussian{.sigma = 2.0}}}) {
    const Suggestion s = suggest_clusters(X, o);
    EXPECT_EQ(s.clusters, 3);
    EXPECT_TRUE(s.search);
  }
  // Ward always does the same: the criteria
  const Suggestion ward = suggest_clusters(X, {.most = 5, .method = Ward{}});
  EXPECT_EQ(ward.clusters, 3);
  EXPECT_TRUE(ward.criteria);
  EXPECT_EQ(cluster(X, {.clusters = clusters_by_data, .method = Hard{}}).model.clusters(), 3);
}

// k-means finds the same five pieces of two rings from every start; few others do.
TEST(Suggest, RunsOfOneMethodAreNotClearByThemselves) {
  const Suggestion s = suggest_clusters(Data(generate("rings").points), {.most = 6, .method = Hard{}});
  ASSERT_TRUE(s.search);
  EXPECT_GE(s.search->at(s.clusters)->evidence(), 1.05);
  EXPECT_EQ(s.search->clarity, Clarity::hint) << s.text();
  const Data blobs(test::blobs(120, 2, 3, 1, 40));
  EXPECT_EQ(suggest_clusters(blobs, {.most = 6, .method = Hard{}}).search->clarity, Clarity::clear);
}

// Orders, returns (0 or 1) and days, all independent: once the columns have one scale, the gap between 0 and
// 1 is the only one there is.
TEST(Suggest, AColumnOfTwoValuesBesideWideOnesMakesNoClusters) {
  Random random(4);
  Matrix X(400, 3);
  for (Index i = 0; i < X.rows(); ++i)
    X.row(i) << std::floor(-5 * std::log(1 - random.uniform())), random.uniform() < 0.2,
        random.uniform(0, 365);
  const Suggestion s = suggest_clusters(Data(X), {});
  EXPECT_EQ(s.clusters, 1) << s.text();
}

TEST(Suggest, FewEqualAndOneColumn) {
  EXPECT_EQ(suggest_clusters(Data(Matrix(Matrix::Constant(30, 2, 1.5))), {}).text(),
            "1 cluster: all points are equal");
  const Suggestion few = suggest_clusters(Data(test::blobs(8, 2, 2, 3, 50)), {});
  EXPECT_TRUE(few.criteria);
  EXPECT_EQ(suggest_clusters(Data(test::blobs(2, 2, 2, 3)), {}).clusters, 1);
  EXPECT_EQ(suggest_clusters(Data(test::blobs(36, 2, 3, 3, 50)), {}).clusters, 3);
  EXPECT_EQ(suggest_clusters(Data(test::blobs(60, 1, 2, 2, 60)), {}).clusters, 2);
  const Data X(test::blobs(40, 2, 2, 1));
  expect_error(Fault::usage, {"least = 0"}, [&] { suggest_clusters(X, {.least = 0}); });
  expect_error(Fault::usage, {"most = 1"}, [&] { suggest_clusters(X, {.most = 1}); });
  expect_error(Fault::usage, {"most = 40", "40 points"}, [&] { suggest_clusters(X, {.most = 40}); });
}

// Stopped before the third number: the best so far, and it is said.
TEST(Suggest, AStopLeavesTheBestSoFar) {
  Control control;
  control.progress = [&](std::string_view phase, std::int64_t done, std::int64_t) {
    if (phase == "numbers of clusters" && done >= 2) control.stop = true;
  };
  const Result r = cluster(Data(test::blobs(150, 2, 3, 1, 40)), {.method = Auto{}, .control = &control});
  EXPECT_TRUE(r.interrupted);
  ASSERT_TRUE(r.number);
  EXPECT_EQ(r.number->tried.size(), 2u);
  EXPECT_NE(r.number->text().find("interrupted after 2 numbers"), std::string::npos);
  EXPECT_EQ(r.labels.size(), 150u);
}

TEST(Tune, TheWidthThatPartsTheRings) {
  const Generated rings = generate("rings");
  const Result r = cluster(Data(rings.points), {.clusters = 2, .kernel = Gaussian{}, .tune = "kernel.sigma"});
  EXPECT_EQ(score(r.labels, rings.labels).accuracy, 1);
  ASSERT_TRUE(r.tuning);
  EXPECT_EQ(r.tuning->parameter, "kernel.sigma");
  EXPECT_EQ(r.tuning->steps.size(), 13u);
  for (const TuningStep& step : r.tuning->steps)
    EXPECT_LE(step.evidence(), r.tuning->steps[r.tuning->best].evidence());
  EXPECT_EQ(std::get<Gaussian>(r.model.kernel).sigma, r.tuning->steps[r.tuning->best].value);
  std::string text = "gaussian:sigma=search,local=on";
  EXPECT_EQ(take_searched(text, "kernel"), "kernel.sigma");
  EXPECT_EQ(text, "gaussian:local=on");
  text = "fuzzy:m=search";
  EXPECT_EQ(take_searched(text, "method"), "method.m");
  EXPECT_EQ(text, "fuzzy");
  EXPECT_EQ(take_searched(text, "method"), "");
  expect_error(Fault::usage, {"tune = 'kernel.width'"}, [&] {
    cluster(Data(rings.points), {.clusters = 2, .kernel = Gaussian{}, .tune = "kernel.width"});
  });
}

// Numbers of methods: a real one, and a whole one only by its name.
TEST(Tune, NumbersOfMethods) {
  const Matrix X = test::blobs(120, 2, 3, 1, 40);
  const Result fuzzy = cluster(Data(X), {.clusters = 3, .method = Fuzzy{.m = 2.0}, .tune = "method.m"});
  ASSERT_TRUE(fuzzy.tuning);
  EXPECT_EQ(fuzzy.tuning->parameter, "method.m");
  EXPECT_EQ(std::get<Fuzzy>(fuzzy.model.method).m, fuzzy.tuning->steps[fuzzy.tuning->best].value);
  // A fuzziness of 1 or less is no fuzzy clustering: it is left out, and the others are compared.
  EXPECT_FALSE(fuzzy.tuning->steps.front().failure.empty());
  EXPECT_TRUE(fuzzy.tuning->steps.back().failure.empty());
  const Result linked = cluster(Data(X), {.clusters = 3, .method = GraphLinkage{}, .tune = "neighbors"});
  ASSERT_TRUE(linked.tuning);
  EXPECT_EQ(linked.tuning->parameter, "method.neighbors");
  double before = 0;
  for (const TuningStep& step : linked.tuning->steps) {
    EXPECT_EQ(step.value, std::round(step.value));
    EXPECT_GT(step.value, before);
    before = step.value;
  }
  EXPECT_EQ(linked.tuning->steps[linked.tuning->best].clusters, 3);
}

// Of many points a sample is looked at; what belongs to single points goes with it.
TEST(Tune, ManyPointsAreTunedOnASample) {
  constexpr Index n = 12000;
  Control control;
  Index values = 0;
  control.progress = [&](std::string_view phase, std::int64_t done, std::int64_t) {
    if (phase == "values") values = std::max<Index>(values, done);
  };
  const Result r = cluster(Data(test::blobs(n, 2, 3, 1, 40)), {.clusters = 3,
                                                               .method = Fuzzy{.m = 2.0},
                                                               .tune = "method.m",
                                                               .weights = Vector::Ones(n),
                                                               .control = &control});
  EXPECT_EQ(r.labels.size(), static_cast<std::size_t>(n));
  EXPECT_EQ(r.model.clusters(), 3);
  EXPECT_EQ(values, 13);
  ASSERT_TRUE(r.tuning);
  EXPECT_NE(r.findings.at(0).text.find("tried on 6000 points"), std::string::npos) << r.findings.at(0).text;
}

// The best value so far, and it is said.
TEST(Tune, AStopLeavesTheBestSoFar) {
  Control control;
  control.progress = [&](std::string_view phase, std::int64_t done, std::int64_t) {
    if (phase == "values" && done >= 3) control.stop = true;
  };
  const Result r = cluster(Data(test::blobs(90, 2, 3, 1, 40)),
                           {.clusters = 3, .kernel = Gaussian{}, .tune = "sigma", .control = &control});
  EXPECT_TRUE(r.interrupted);
  ASSERT_TRUE(r.tuning);
  EXPECT_TRUE(r.tuning->interrupted);
  EXPECT_LT(r.tuning->steps.size(), 13u);
  EXPECT_EQ(r.labels.size(), 90u);
}

}  // namespace
}  // namespace mercer
