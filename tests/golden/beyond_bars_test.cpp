// The survey's figures for the methods beyond the engine: bars 6 to 9 of the family's specification.
#include <Eigen/Eigenvalues>

#include "beyond/svdd.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::read_labelled;

double correct(const Labels& labels, const test::Labelled& data) {
  return score(labels, data.truth).accuracy * static_cast<double>(data.truth.size());
}

TEST(BeyondBars, NgJordanWeissOnIris) {
  MERCER_NEED_SHARED("data/iris.csv");
  const auto iris = read_labelled("data/iris.csv");
  for (const auto& [sigma, right] : {std::pair(0.5, 136.0), std::pair(1.1, 134.0)})
    EXPECT_NEAR(
        correct(
            cluster(iris.data,
                    {.clusters = 3, .method = Spectral{}, .kernel = Gaussian{.sigma = sigma}, .restarts = 20})
                .labels,
            iris),
        right, 1e-9)
        << sigma;
}

Matrix centred(const Data& data) {
  const Matrix X = data.dense();
  return X.rowwise() - X.colwise().mean();
}

TEST(BeyondBars, OneClassEqualsScikitLearnAndKernlab) {
  MERCER_NEED_SHARED("data/iris.csv");
  const auto iris = read_labelled("data/iris.csv");
  const auto solve = [&](double gamma, double nu) {
    return svdd(*test::point_gram<double>(iris.data, Gaussian{.sigma = std::sqrt(0.5 / gamma)}),
                {.C = std::min(1.0, 1 / (nu * 150)), .tolerance = 1e-9});
  };
  const Table sklearn = read_table(std::string(MERCER_TESTS) + "golden/data/one_class.csv");
  for (const auto& row : std::get<Matrix>(sklearn.features).rowwise()) {
    const Svdd s = solve(row[0], row[1]);
    EXPECT_NEAR(s.objective, row[2], 1e-8) << row;
    const bool several_on_the_sphere = row[4] - row[5] > 1;  // else the radius is free between two bounds
    EXPECT_NEAR(several_on_the_sphere ? s.radius2 : row[3], row[3], 1e-6) << row;
    const auto bounded = (s.beta.array() > (1 - 1e-8) / (row[1] * 150)).count();
    EXPECT_NEAR(static_cast<double>(bounded), row[5], 1) << row;  // Iris has equal points
  }
  const Table kernlab = read_table(std::string(MERCER_TESTS) + "golden/data/one_class_kernlab.csv");
  for (const auto& row : std::get<Matrix>(kernlab.features).rowwise())
    EXPECT_NEAR(solve(row[0], row[1]).norm, row[2], 1e-8) << row;
}

// A kernel whose diagonal varies, where libsvm's one-class SVM solves another problem.
TEST(BeyondBars, OneClassWithAPolynomialKernel) {
  MERCER_NEED_SHARED("data/iris.csv");
  const Matrix X = centred(read_labelled("data/iris.csv").data);
  const Result r = cluster(X, {.method = OneClass{.C = 1.0}, .kernel = Polynomial{.degree = 2, .offset = 1}});
  EXPECT_NEAR(-r.objective, -64.462760, 1e-4);
  EXPECT_EQ(std::count(r.labels.begin(), r.labels.end(), -1), 0);
}

TEST(BeyondBars, SupportVectorClusteringOfIris) {
  MERCER_NEED_SHARED("data/iris.csv");
  const auto iris = read_labelled("data/iris.csv");
  const Matrix X = centred(iris.data);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(Eigen::MatrixXd(X.transpose() * X));
  const Matrix scores = X * axes.eigenvectors().rowwise().reverse();
  struct Case {
    Index components;
    double q, outliers, errors;
  };
  for (const Case& c : {Case{3, 7, 0.7, 4}, Case{4, 9, 0.75, 14}}) {
    Options o{.method = SupportVectorClustering{.outliers = c.outliers}, .kernel = Gaussian{.gamma = c.q}};
    const Matrix part = scores.leftCols(c.components);
    const Result fast = cluster(part, o);
    EXPECT_EQ(fast.model.clusters(), 3);
    EXPECT_NEAR(150 - correct(fast.labels, iris), c.errors, 1e-9) << c.components;
    o.method = SupportVectorClustering{.outliers = c.outliers, .graph = SegmentGraph::complete};
    EXPECT_EQ(cluster(part, o).labels, fast.labels);
  }
}

TEST(BeyondBars, SpheresOnDelta) {
  MERCER_NEED_SHARED("data/synthetic/delta291.csv");
  const auto delta = read_labelled("data/synthetic/delta291.csv");
  const Result r = cluster(
      delta.data, {.clusters = 2, .method = KSpheres{}, .kernel = Gaussian{.sigma = 0.2}, .restarts = 12});
  EXPECT_NEAR(correct(r.labels, delta), 291, 1e-9);
}

// From kernel k-means, as the survey's figures.
TEST(BeyondBars, SpheresOnIrisAndWisconsin) {
  struct Case {
    const char* file;
    Index clusters;
    double sigma, rho, right, within;
  };
  for (const Case& c : {Case{"data/iris.csv", 3, 1.1, 0.75, 143, 3},
                        Case{"data/wisconsin_original_683.csv", 2, 6, 0.6, 663, 2}}) {
    MERCER_NEED_SHARED(c.file);
    const auto data = read_labelled(c.file);
    Options o{.clusters = c.clusters, .kernel = Gaussian{.sigma = c.sigma}};
    o.labels = cluster(data.data, o).labels;
    o.init = GivenLabels{};
    o.method = KSpheres{.rho = c.rho};
    EXPECT_NEAR(correct(cluster(data.data, o).labels, data), c.right, c.within) << c.file;
  }
}

}  // namespace
}  // namespace mercer
