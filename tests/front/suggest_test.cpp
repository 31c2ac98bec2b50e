// How many clusters: what is answered, what is said of it, and what is refused.
#include "mercer/suggest.hpp"

#include <fmt/format.h>

#include "front/part.hpp"
#include "io/temporary.hpp"
#include "mercer/criteria.hpp"
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

// More clusters than different points can't be made; nobody asked for them.
TEST(Suggest, FewDifferentPoints) {
  for (const Index copies : {1, 2, 3, 12}) {
    const Matrix two = (Matrix(2, 2) << 0, 0, 1, 2).finished().replicate(copies, 1);
    for (const Method& method : {Method(Auto{}), Method(Hard{}), Method(Ward{}), Method(SingleLinkage{})}) {
      SCOPED_TRACE(format_choice(method) + ", " + std::to_string(copies));
      const Result r = cluster(Data(two), {.clusters = clusters_by_data, .method = method});
      EXPECT_LE(r.model.clusters(), 2);
      EXPECT_EQ(r.labels.size(), static_cast<std::size_t>(2 * copies));
    }
    EXPECT_LE(suggest_clusters(Data(two), {.kernel = Geodesic{}}).clusters, 2);
  }
  const Matrix three = (Matrix(3, 1) << 0, 1, 9).finished().replicate(4, 1);
  const Criteria judged = judge_criteria(Data(three), {.least = 2, .most = 8, .samples = 3});
  EXPECT_TRUE(std::isnan(judged.evidence.back().silhouette));
  EXPECT_EQ(judged.clusters, 3);
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

// Whole numbers from 1 to 3: every method finds the nine points that there are, and they are no clusters.
TEST(Suggest, ValuesThatRepeatMakeNoClusters) {
  Random random(6);
  Matrix X(300, 2);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = 1 + static_cast<double>(random.below(3));
  const Suggestion even = suggest_clusters(Data(X), {});
  EXPECT_EQ(even.clusters, 1) << even.text();
  X = test::blobs(300, 2, 3, 5, 20);
  for (double& x : X.reshaped()) x = std::round(x / 2);
  const Suggestion rounded = suggest_clusters(Data(X), {});
  EXPECT_EQ(rounded.clusters, 3) << rounded.text();
}

// A mixture describes two moons by many components. The evidence for two is clear, and stands.
TEST(Suggest, ComponentsDoNotReplaceClearEvidence) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    GenerateOptions drawn;
    drawn.seed = seed;
    drawn.size = 500;
    const Matrix moons = generate("two-moons", drawn).points;
    Random random(seed);
    Matrix X(moons.rows(), 3);
    X << moons, moons.col(0);
    for (Index i = 0; i < X.rows(); ++i) X(i, 2) = 0.001 * random.normal();
    const Suggestion s = suggest_clusters(Data(X), {});
    EXPECT_EQ(s.clusters, 2) << s.text();
  }
}

// Fifteen of 1,080 points: most methods merge them with others, and a mixture tells which of two numbers of
// nearly the same rank it is.
TEST(Suggest, AMixtureTellsNearlyEqualNumbersApart) {
  Random random(5);
  Matrix X(1080, 3);
  for (Index i = 0; i < X.rows(); ++i) {
    const int cluster = i < 900 ? -1 : i < 1020 ? 0 : i < 1065 ? 1 : 2;
    for (int j = 0; j < 3; ++j) X(i, j) = (j == cluster ? 9 : 0) + random.normal();
  }
  const Suggestion s = suggest_clusters(Data(X), {});
  EXPECT_EQ(s.clusters, 4) << s.text();
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

// What is told of a fit without a number is part of the whole: the search, then the fit.
TEST(Suggest, ProgressIsThatOfTheSearchAndTheFit) {
  Control control;
  double searched = 0, fitted = 0, last = 0;
  control.progress = [&](std::string_view phase, std::int64_t done, std::int64_t total) {
    last = static_cast<double>(done) / static_cast<double>(total);
    (phase.starts_with("numbers of clusters") ? searched : fitted) = last;
  };
  cluster(Data(test::blobs(150, 2, 3, 1, 40)), {.method = Auto{}, .control = &control});
  EXPECT_GT(searched, 0.2);
  EXPECT_LT(searched, 0.76);
  EXPECT_GT(fitted, 0.9);
  EXPECT_EQ(last, fitted);
}

// Stops when so many pieces of this work are done.
void stop_at(Control& control, std::string_view where, std::int64_t pieces) {
  control.progress = [&control, where, pieces, told = std::int64_t{0}](std::string_view phase, std::int64_t,
                                                                       std::int64_t) mutable {
    if (phase == where && ++told >= pieces) control.stop = true;
  };
}

// Stopped before the third number: the best so far, and it is said.
TEST(Suggest, AStopLeavesTheBestSoFar) {
  Control control;
  stop_at(control, "numbers of clusters", 2);
  const Result r = cluster(Data(test::blobs(150, 2, 3, 1, 40)), {.method = Auto{}, .control = &control});
  EXPECT_TRUE(r.interrupted);
  ASSERT_TRUE(r.number);
  EXPECT_EQ(r.number->tried.size(), 2u);
  EXPECT_NE(r.number->text().find("interrupted after 2 numbers"), std::string::npos);
  EXPECT_EQ(r.labels.size(), 150u);
}

// Stops when the work after the search begins.
void stop_after_search(Control& control) {
  control.progress = [&control, searched = false](std::string_view phase, std::int64_t,
                                                  std::int64_t) mutable {
    const bool searching = phase.starts_with("numbers of clusters") || phase.starts_with("values");
    if (searched && !searching) control.stop = true;
    searched = searched || searching;
  };
}

// Of 12,000 points 6,000 are looked at, or 2,000 under a method. No fit of all points begins.
TEST(Suggest, AStopOfASearchAmongSomePointsLabelsAllOfThem) {
  constexpr Index n = 12000;
  const Matrix X = test::blobs(n, 2, 3, 1, 40);
  Labels truth;
  for (Index i = 0; i < n; ++i) truth.push_back(static_cast<int>(i % 3));
  const auto check = [&](const Options& o, Index looked_at) {
    Control control;
    stop_at(control, "numbers of clusters", 2);
    Options watched = o;
    watched.clusters = clusters_by_data;
    watched.control = &control;
    const Result r = cluster(Data(X), watched);
    EXPECT_TRUE(r.interrupted);
    ASSERT_EQ(r.labels.size(), truth.size());
    EXPECT_EQ(score(r.labels, truth).ari, 1);
    ASSERT_TRUE(r.number);
    EXPECT_EQ(r.number->tried.size(), 2u);
    ASSERT_FALSE(r.warnings.empty());
    EXPECT_NE(r.warnings[0].what.find(fmt::format("those of {} of the {} points", looked_at, n)),
              std::string::npos)
        << r.warnings[0].what;
    EXPECT_TRUE(r.memberships.size() == 0 || r.memberships.rows() == n);
    EXPECT_EQ(r.model.predict(Data(Matrix(X.topRows(30)))), Labels(r.labels.begin(), r.labels.begin() + 30));
  };
  check({.method = Auto{}}, 6000);
  check({.method = Hard{}}, 2000);
  check({.method = Fuzzy{.m = 2.0}, .kernel = Gaussian{.sigma = 10.0}}, 2000);
}

// Similarities of all points to some of them label the others.
TEST(Suggest, AStopOfASearchInAMatrixLabelsAllPoints) {
  const Matrix X = test::blobs(2100, 2, 3, 1, 40);
  const Matrix K = X * X.transpose();
  for (const Data& data : {Data(K), Data(SparseMatrix(K.sparseView()))}) {
    Control control;
    stop_at(control, "numbers of clusters", 2);
    const Result r = cluster(
        data, {.clusters = clusters_by_data, .method = Hard{}, .kernel = Precomputed{}, .control = &control});
    EXPECT_TRUE(r.interrupted);
    ASSERT_EQ(r.labels.size(), 2100u);
    Labels truth;
    for (int i = 0; i < 2100; ++i) truth.push_back(i % 3);
    EXPECT_EQ(score(r.labels, truth).ari, 1);
  }
}

// The clusters of the search are left; before, nothing was.
TEST(Suggest, AStopInTheFitAfterTheSearchLeavesWhatItFound) {
  const Data X(test::blobs(150, 2, 3, 1, 40));
  const Result whole = cluster(X, {.method = Auto{}});
  Control control;
  stop_after_search(control);
  const Result r = cluster(X, {.method = Auto{}, .control = &control});
  EXPECT_TRUE(control.stop);
  EXPECT_TRUE(r.interrupted);
  ASSERT_TRUE(r.number);
  EXPECT_FALSE(r.number->interrupted);
  EXPECT_EQ(r.labels, whole.labels);
  EXPECT_EQ(r.model.predict(X), whole.labels);
  ASSERT_FALSE(r.warnings.empty());
  EXPECT_NE(r.warnings[0].what.find("not fitted again"), std::string::npos) << r.warnings[0].what;
}

TEST(Suggest, WatchingChangesNoBit) {
  const Data X(test::blobs(2200, 2, 3, 1, 40));
  const Options o{.clusters = clusters_by_data, .method = Hard{}, .kernel = Gaussian{.sigma = 10.0}};
  const Result alone = cluster(X, o);
  Control control;
  Options watched = o;
  watched.control = &control;
  const Result r = cluster(X, watched);
  EXPECT_FALSE(r.interrupted);
  EXPECT_EQ(r.labels, alone.labels);
  EXPECT_EQ(r.objective, alone.objective);
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

TEST(Tune, AStopOfASearchAmongSomePointsLabelsAllOfThem) {
  constexpr Index n = 12000;
  const Matrix X = test::blobs(n, 2, 3, 1, 40);
  Control control;
  stop_at(control, "values", 1);
  const Result r = cluster(Data(X), {.clusters = 3,
                                     .method = Hard{},
                                     .kernel = Gaussian{.sigma = 10.0},
                                     .tune = "sigma",
                                     .approx = Nystrom{.landmarks = 20},
                                     .restarts = 1,
                                     .control = &control});
  EXPECT_TRUE(r.interrupted);
  ASSERT_EQ(r.labels.size(), static_cast<std::size_t>(n));
  ASSERT_TRUE(r.tuning);
  EXPECT_TRUE(r.tuning->interrupted);
  EXPECT_EQ(r.tuning->steps.size(), 1u);
  ASSERT_FALSE(r.warnings.empty());
  EXPECT_NE(r.warnings[0].what.find("those of 6000 of the 12000 points"), std::string::npos)
      << r.warnings[0].what;
}

TEST(Tune, AStopInTheLastFitLeavesTheBestValue) {
  const Data X(test::blobs(90, 2, 3, 1, 40));
  const Options o{.clusters = 3, .method = Spectral{}, .kernel = Gaussian{}, .tune = "sigma"};
  const Result whole = cluster(X, o);
  Control control;
  stop_after_search(control);
  Options watched = o;
  watched.control = &control;
  const Result r = cluster(X, watched);
  EXPECT_TRUE(control.stop);
  EXPECT_TRUE(r.interrupted);
  ASSERT_TRUE(r.tuning);
  EXPECT_EQ(r.tuning->steps.size(), 13u);
  EXPECT_EQ(r.labels, whole.labels);
}

// What counts points is no more than a sample has. The stop comes before anything is computed.
TEST(Tune, LandmarksOfAllPointsAreNotTooManyForASample) {
  Control control;
  control.stop = true;
  const Options o{.clusters = 3,
                  .kernel = Gaussian{},
                  .tune = "sigma",
                  .approx = Nystrom{.landmarks = 7000},
                  .control = &control};
  expect_error(Fault::failure, {"interrupted"}, [&] { cluster(Data(test::blobs(12000, 2, 3, 1)), o); });
  Options part = o;
  part.kernel = Geodesic{.neighbors = 50, .landmarks = 300};
  part.method = GraphLinkage{.neighbors = 200};
  part = options_of_part(part, {2, 3, 5, 7, 11});
  EXPECT_EQ(std::get<Nystrom>(part.approx).landmarks, 4);
  EXPECT_EQ(std::get<Geodesic>(part.kernel).neighbors, 4);
  EXPECT_EQ(std::get<Geodesic>(part.kernel).landmarks, 4);
  EXPECT_EQ(std::get<GraphLinkage>(*part.method).neighbors, 4);
}

}  // namespace
}  // namespace mercer
