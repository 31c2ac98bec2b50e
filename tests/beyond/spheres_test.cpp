// K spheres and support vector clustering.
#include "beyond/k_spheres.hpp"

#include <numeric>

#include "beyond/contours.hpp"
#include "hostile.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

TEST(KSpheres, EveryCentreIsThatOfTheSmallestSphereAroundItsCore) {
  const Matrix X = test::blobs(120, 2, 3, 1);
  const Gaussian kernel{.sigma = 2.0};
  const auto gram = test::point_gram<double>(X, kernel);
  const SpheresFit fit = fit_spheres(*gram, {0, 1, 2}, {.rho = 0.9});
  ASSERT_TRUE(fit.converged);
  Index covered = 0;
  for (int j = 0; j < 3; ++j) {
    std::vector<Index> own;
    for (Index i = 0; i < 120; ++i)
      if (fit.labels[static_cast<std::size_t>(i)] == j && fit.distances2(i, j) < 0.81) own.push_back(i);
    covered += static_cast<Index>(own.size());
    const Svdd sphere = svdd(*test::point_gram<double>(Matrix(X(own, Eigen::all)), kernel), {.C = 1});
    EXPECT_LT((sphere.beta - fit.beta(own, j)).norm(), 1e-3);
    EXPECT_NEAR(fit.beta.col(j).sum(), 1, 1e-9);
  }
  EXPECT_EQ(covered, fit.covered);
}

TEST(KSpheres, AnEmptySphereKeepsItsCentre) {
  const Matrix X = test::blobs(30, 2, 1, 2);
  const auto gram = test::point_gram<double>(X, Gaussian{.sigma = 3.0});
  Labels labels(30, 0);
  const SpheresFit fit = fit_spheres(*gram, labels, 2, {.rho = 2});
  EXPECT_EQ(fit.beta.col(1).norm(), 0);  // it never had one
  EXPECT_EQ(fit.covered, 30);
}

TEST(KSpheres, FindsBlobsPredictsAndReloads) {
  const Matrix all = test::blobs(300, 2, 3, 3, 10), X = all.topRows(210), Z = all.bottomRows(90);
  Labels truth(300);
  for (std::size_t i = 0; i < truth.size(); ++i) truth[i] = static_cast<int>(i % 3);
  const Result r = cluster(X, {.clusters = 3, .method = KSpheres{}, .kernel = Gaussian{.sigma = 3.0}});
  EXPECT_EQ(score(r.labels, Labels(truth.begin(), truth.begin() + 210)).accuracy, 1);
  EXPECT_EQ(r.model.predict(X), r.labels);
  const Labels fresh = r.model.predict(Z);
  EXPECT_EQ(score(fresh, Labels(truth.begin() + 210, truth.end())).accuracy, 1);
  const test::TemporaryFolder folder;
  r.model.save(folder.file("m"));
  EXPECT_EQ(Model::load(folder.file("m")).predict(Z), fresh);
  EXPECT_LT((r.model.outlier_scores(X) - r.outlier_scores).cwiseAbs().maxCoeff(), 1e-9);
  // a far point is outside every sphere
  EXPECT_GT(r.model.outlier_scores(Matrix{{1e3, 1e3}})[0], 0);
}

TEST(KSpheres, BadInputIsNamed) {
  const Matrix X = test::blobs(40, 2, 3, 4);
  expect_error(Fault::usage, {"rho = 0", "above 0"},
               [&] { cluster(X, {.clusters = 2, .method = KSpheres{.rho = 0}}); });
  const Result narrow =
      cluster(X, {.clusters = 3, .method = KSpheres{.rho = 1e-3}, .kernel = Gaussian{.sigma = 1.0}});
  ASSERT_FALSE(narrow.warnings.empty());
  EXPECT_NE(narrow.warnings.back().remedy.find("raise rho"), std::string::npos);
}

Contour contour_of(const Matrix& X, double gamma, double outliers) {
  const auto n = static_cast<double>(X.rows());
  const Svdd s = svdd(*test::point_gram<double>(X, Gaussian{.sigma = std::sqrt(0.5 / gamma)}),
                      {.C = outliers * n > 1 ? 1 / (outliers * n) : 1});
  return {X, s.beta, gamma, s.norm, s.radius2};
}

TEST(Contours, TheDistanceIsThatInFeatureSpace) {
  const Matrix X = test::blobs(60, 2, 2, 5), K = test::reference_gram(X, Gaussian{.sigma = std::sqrt(0.5)});
  const Svdd s = svdd(*test::point_gram<double>(X, Gaussian{.sigma = std::sqrt(0.5)}), {.C = 0.05});
  const Contour contour(X, s.beta, 1, s.norm, s.radius2);
  for (Index i = 0; i < 60; ++i) EXPECT_NEAR(contour.distance2(X.row(i)), s.distances2[i], 1e-9);
}

void expect_fast_is_complete(const Matrix& X, double gamma, double outliers) {
  const Contour contour = contour_of(X, gamma, outliers);
  const ContourLabels quick = label_contours(contour, X, SegmentGraph::fast),
                      complete = label_contours(contour, X, SegmentGraph::complete);
  EXPECT_EQ(quick.labels, complete.labels);
  EXPECT_EQ(quick.core, complete.core);
  EXPECT_EQ(quick.clusters, complete.clusters);
}

TEST(Contours, StoppedLabelsJoinNothingMore) {
  const Matrix X = generate("two-moons", {.size = 90, .noise = {}}).points;
  const Contour contour = contour_of(X, 3, 0);
  Control control;
  control.stop = true;
  for (const SegmentGraph graph : {SegmentGraph::fast, SegmentGraph::complete})
    EXPECT_EQ(label_contours(contour, X, graph, &control).segments, 0);
}

// Fast labels are those of all pairs, on shapes of every kind and widths from one cluster to many.
TEST(Contours, FastLabelsEqualTheCompleteGraphs) {
  for (const auto& [shape, about] : mercer::shapes()) {
    const Matrix X = generate(shape, {.size = 90, .noise = {}}).points;
    for (const double gamma : {0.2, 1.0, 3.0, 8.0, 30.0})
      for (const double outliers : {0.0, 0.1, 0.4}) {
        SCOPED_TRACE(testing::Message() << shape << " " << gamma << " " << outliers);
        expect_fast_is_complete(X, gamma, outliers);
      }
  }
}
TEST(Contours, FastLabelsEqualTheCompleteGraphsInMoreDimensions) {
  for (const Index d : {1, 3, 6})
    for (const double gamma : {0.05, 0.3, 1.0}) {
      SCOPED_TRACE(testing::Message() << d << " columns, " << gamma);
      expect_fast_is_complete(test::blobs(80, d, 4, 11), gamma, 0.2);
    }
}
TEST(Contours, FastLabelsEqualTheCompleteGraphsOnHostileNumbers) {
  const auto labels = [](const Matrix& X, SegmentGraph graph) {
    return cluster(X, {.method = SupportVectorClustering{.graph = graph}}).labels;
  };
  int answers = 0;
  for (const test::HostileSet& set : test::hostile_sets()) try {
      const Labels fast = labels(set.points, SegmentGraph::fast);
      EXPECT_EQ(fast, labels(set.points, SegmentGraph::complete)) << set.name;
      ++answers;
    } catch (const Error&) {  // too large
    }
  EXPECT_GE(answers, 10);
}

// Support vectors along a line, one of which is missing: the gap lies between the 20 places at which one
// might look.
TEST(Contours, ANarrowGapIsNotSteppedOver) {
  std::vector<double> places;
  for (int i = 0; i <= 40; ++i)
    if (i != 20) places.push_back(0.5 * i);
  const auto n = static_cast<Index>(places.size());
  const Matrix X = Eigen::Map<const Matrix>(places.data(), n, 1);
  const double level = 1 / static_cast<double>(n);
  const Contour contour(X, Vector::Constant(n, level), 4, 0, 1 - 2 * level);
  const auto at = [](double x) { return Eigen::RowVectorXd::Constant(1, x).eval(); };
  for (int m = 0; m <= 21; ++m) EXPECT_TRUE(contour.inside(at(20.0 * m / 21))) << m;
  EXPECT_FALSE(contour.inside(at(10)));
  EXPECT_FALSE(contour.joined(at(0), at(20)));
  EXPECT_TRUE(contour.joined(at(0), at(9.5)));
  EXPECT_TRUE(contour.joined(at(10.5), at(20)));
}

TEST(Contours, EqualPointsAreInOneCluster) {
  const Matrix X = (Matrix(5, 1) << 0, 1, 1, 2, 9).finished();
  for (const double sigma : {1e-8, 0.1, 0.3, 1.0, 3.0, 1e8}) {
    const Labels labels =
        cluster(X, {.method = SupportVectorClustering{}, .kernel = Gaussian{.sigma = sigma}}).labels;
    EXPECT_EQ(labels[1], labels[2]) << sigma;
  }
}

Options svc(SupportVectorClustering method, double sigma) {
  return {.method = method, .kernel = Gaussian{.sigma = sigma}};
}

TEST(SupportVectorClustering, FindsTheRingsAndHowManyThereAre) {
  const Generated rings = generate("rings"), more = generate("rings", {.noise = {}, .seed = 2});
  const Result r = cluster(rings.points, svc({.outliers = 0.05}, 0.8));
  EXPECT_EQ(r.model.clusters(), 2);
  EXPECT_EQ(score(r.labels, rings.labels).accuracy, 1);
  EXPECT_EQ(r.model.predict(rings.points), r.labels);
  const Labels fresh = r.model.predict(more.points);
  EXPECT_GT(score(fresh, more.labels).accuracy, 0.99);
  const test::TemporaryFolder folder;
  r.model.save(folder.file("m"));
  const Model again = Model::load(folder.file("m"));
  EXPECT_EQ(again.predict(more.points), fresh);
  EXPECT_LT((again.outlier_scores(rings.points) - r.outlier_scores).cwiseAbs().maxCoeff(), 1e-8);
  expect_error(Fault::usage, {"no prototypes"}, [&] { again.transform(more.points); });
  EXPECT_EQ(again.memberships(more.points).sum(), static_cast<double>(more.points.rows()));
}

TEST(SupportVectorClustering, TheSweepCountsFromOneToMany) {
  const Result r = cluster(generate("seven").points, svc({.sweep = 8}, 1.0));
  const auto counts =
      std::find_if(r.findings.begin(), r.findings.end(), [](const auto& f) { return f.name == "counts"; });
  ASSERT_NE(counts, r.findings.end());
  ASSERT_EQ(counts->values.size(), 8u);
  EXPECT_EQ(counts->values.front(), 1);
  EXPECT_GT(counts->values.back(), 7);
  EXPECT_NE(std::find(counts->values.begin(), counts->values.end(), 7), counts->values.end());
}

TEST(SupportVectorClustering, BadInputIsNamed) {
  const Matrix X = test::blobs(50, 2, 3, 7);
  const auto refused = [&](std::vector<std::string> words, Options o) {
    expect_error(Fault::usage, words, [&] { cluster(X, o); });
  };
  refused({"outliers = 1"}, svc({.outliers = 1}, 1));
  refused({"outliers = -0.1"}, svc({.outliers = -0.1}, 1));
  refused({"svc", "gaussian"}, {.method = SupportVectorClustering{}, .kernel = Linear{}});
  refused({"svc", "one width"}, {.method = SupportVectorClustering{}, .kernel = Gaussian{.local = true}});
  const auto warning = [&](double sigma) { return cluster(X, svc({}, sigma)).warnings.at(0).what; };
  EXPECT_NE(warning(100).find("sigma = 100 all points are in one contour"), std::string::npos);
  EXPECT_NE(warning(0.001).find("every point inside is a cluster of its own"), std::string::npos);
}

}  // namespace
}  // namespace mercer
