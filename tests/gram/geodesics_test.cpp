#include "gram/geodesics.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/parallel.hpp"
#include "gram/additive_constant.hpp"
#include "graph/neighborhood.hpp"
#include "support.hpp"

namespace mercer {
namespace {

template <class T>
Packed<T> packed(const Matrix& D) {
  Packed<T> out(D.rows());
  for (Index i = 0; i < out.blocks(); ++i)
    for (Index j = i; j < out.blocks(); ++j)
      Eigen::Map<MatrixOf<T>>(out.tile(i, j), out.range(i).size(), out.range(j).size()) =
          D.block(out.range(i).begin, out.range(j).begin, out.range(i).size(), out.range(j).size())
              .template cast<T>();
  return out;
}

template <class T>
Matrix unpacked(const Packed<T>& D) {
  Matrix out(D.size(), D.size());
  for (Index i = 0; i < D.size(); ++i)
    for (Index j = 0; j < D.size(); ++j) out(i, j) = static_cast<double>(D.at(i, j));
  return out;
}

// -H A H / 2
Matrix double_centred(const Matrix& A) {
  const Index n = A.rows();
  const Matrix H = Matrix::Identity(n, n) - Matrix::Constant(n, n, 1.0 / static_cast<double>(n));
  return -0.5 * H * A * H;
}

// The largest eigenvalue of [[0, 2 K~(D^2)], [-I, -4 K~(D)]], by a dense solver of size 2n.
double dense_constant(const Matrix& D) {
  const Index n = D.rows();
  Eigen::MatrixXd Z = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  Z.topRightCorner(n, n) = 2 * double_centred(D.cwiseAbs2());
  Z.bottomLeftCorner(n, n) = -Eigen::MatrixXd::Identity(n, n);
  Z.bottomRightCorner(n, n) = -4 * double_centred(D);
  return Eigen::EigenSolver<Eigen::MatrixXd>(Z, false).eigenvalues().real().maxCoeff();
}

// Dissimilarities that obey no law but symmetry.
Matrix random_distances(Index n, std::uint64_t seed) {
  Random random(seed);
  Matrix D = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) D(i, j) = D(j, i) = random.uniform(0.5, 3);
  return D;
}

Matrix path_distances(Index n, std::uint64_t seed) {
  const Geodesic kernel{.neighbors = 5};
  const auto near = neighborhood(test::blobs(n, 2, 2, seed), kernel, 2);
  return unpacked(all_geodesics<double>(near.edges, nullptr).G);
}

TEST(Packed, HoldsASymmetricMatrix) {
  for (const Index n : {1, 7, 128, 129, 300}) {
    const Matrix D = random_distances(n, 3);
    EXPECT_EQ(unpacked(packed<double>(D)), D);
  }
}

TEST(AdditiveConstant, EqualsTheDenseEigenvalue) {
  for (const Index n : {8, 12, 50, 90})
    for (const Matrix& D : {random_distances(n, 7), path_distances(n, 2)}) {
      const double expected = std::max(0.0, dense_constant(D));
      const auto found = additive_constant(packed<double>(D), DistanceShift::cailliez);
      EXPECT_TRUE(found.converged);
      EXPECT_NEAR(found.constant, expected, 1e-9 * expected) << n;
    }
}

TEST(AdditiveConstant, ScalesWithTheDistances) {
  const Matrix D = path_distances(150, 4);
  const double one = additive_constant(packed<double>(D), DistanceShift::cailliez).constant;
  EXPECT_NEAR(additive_constant(packed<double>(10 * D), DistanceShift::cailliez).constant, 10 * one,
              1e-8 * one);
}

TEST(AdditiveConstant, IsZeroForEuclideanDistances) {
  const Matrix X = test::blobs(80, 3, 2, 5);
  Matrix D(80, 80);
  for (Index i = 0; i < 80; ++i)
    for (Index j = 0; j < 80; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  EXPECT_LT(additive_constant(packed<double>(D), DistanceShift::cailliez).constant, 1e-5 * D.maxCoeff());
}

TEST(AdditiveConstant, LingoesIsTheLeastEigenvalue) {
  const Matrix D = path_distances(120, 6);
  const double least =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(double_centred(D.cwiseAbs2())).eigenvalues()[0];
  const auto found = additive_constant(packed<double>(D), DistanceShift::lingoes);
  ASSERT_LT(least, 0);
  EXPECT_NEAR(found.constant, -least, 1e-8 * -least);
  EXPECT_NEAR(found.least, least, 1e-8 * -least);
}

TEST(AdditiveConstant, HasTheSameBitsOnAnyNumberOfThreads) {
  const auto D = packed<double>(path_distances(400, 8));
  std::vector<double> found;
  for (const int threads : {1, 2, 3}) {
    const ThreadScope scope(threads);
    found.push_back(additive_constant(D, DistanceShift::cailliez).constant);
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

// K~(D^2) + 2c K~(D) + c^2/2 H from its definition; the Gram's own is not centred, its distances are the
// same.
TEST(GeodesicGram, HasTheDistancesOfTheShiftedKernel) {
  const Index n = 70;
  const Matrix D = path_distances(n, 3);
  const double c = additive_constant(packed<double>(D), DistanceShift::cailliez).constant * (1 + 1e-6);
  const Matrix H = Matrix::Identity(n, n) - Matrix::Constant(n, n, 1.0 / static_cast<double>(n));
  const Matrix K = double_centred(D.cwiseAbs2()) + 2 * c * double_centred(D) + c * c / 2 * H;
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0];
  EXPECT_GE(least, -1e-9 * K.trace());
  const auto gram = geodesic_gram(packed<double>(D), {DistanceShift::cailliez, c});
  EXPECT_EQ(gram->diagonal(), Vector::Zero(n));
  Matrix own;
  gram->apply(Matrix::Identity(n, n), own);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      EXPECT_NEAR(own(i, i) + own(j, j) - 2 * own(i, j), K(i, i) + K(j, j) - 2 * K(i, j), 1e-10 * K.trace());
}

// Figures of an independent program: components, sums of geodesics and c*.
void expect_figures(const nlohmann::json& expected, const Data& data, const Geodesic& kernel, Index clusters,
                    const std::string& name) {
  const Neighborhood near = neighborhood(data, kernel, clusters);
  EXPECT_EQ(near.found, expected.at("ncomp").get<int>()) << name;
  EXPECT_EQ(near.components.count, expected.at("ncomp_after").get<int>()) << name;
  const auto all = all_geodesics<double>(near.edges, nullptr);
  const Matrix G = unpacked(all.G);
  const double sum = expected.at("sumG"), most = expected.at("maxG"), c = expected.at("cstar");
  EXPECT_NEAR(G.sum(), sum, 1e-6 * sum) << name;
  EXPECT_NEAR(G.maxCoeff(), most, 1e-6 * most) << name;
  const auto found = additive_constant(all.G, DistanceShift::cailliez);
  EXPECT_TRUE(found.converged) << name;
  EXPECT_NEAR(found.constant, c, 1e-6 * c) << name << " after " << found.products;
}

nlohmann::json figures(const std::string& file) {
  return nlohmann::json::parse(std::ifstream(test::shared_file("data/expected/" + file)));
}

TEST(GeodesicFigures, OfTheToySets) {
  MERCER_NEED_SHARED("data/expected/geodesic_toy.json");
  const auto all = figures("geodesic_toy.json");
  for (const auto& [name, expected] : all.items()) {
    const std::string set = name.substr(0, name.find(' '));
    const auto labelled = test::read_labelled("data/synthetic/" + set + ".csv");
    const Index clusters = 1 + *std::max_element(labelled.truth.begin(), labelled.truth.end());
    const Geodesic kernel{
        .neighbors = std::stoi(name.substr(name.rfind('k') + 1)),
        .graph = name.find("mutual") == std::string::npos ? NeighborGraph::union_ : NeighborGraph::mutual};
    expect_figures(expected, labelled.data, kernel, clusters, name);
  }
}

TEST(GeodesicFigures, OfIrisAndWine) {
  MERCER_NEED_SHARED("data/expected/geodesic_table3.json");
  const auto expected = figures("geodesic_table3.json");
  const Data iris = test::read_labelled("data/iris.csv").data;
  Matrix wine = test::read_labelled("data/wine.csv").data.dense();
  for (auto column : wine.colwise()) {  // ddof = 1
    column.array() -= column.mean();
    column /= std::sqrt(column.squaredNorm() / static_cast<double>(wine.rows() - 1));
  }
  for (const auto kind : {NeighborGraph::union_, NeighborGraph::mutual}) {
    const std::string graph = grammar::format(kind);
    const auto of = [&](Index neighbors) { return Geodesic{.neighbors = neighbors, .graph = kind}; };
    expect_figures(expected.at("iris " + graph + " k26"), iris, of(26), 3, "iris " + graph);
    expect_figures(expected.at("wine " + graph + " k28"), wine, of(28), 3, "wine " + graph);
  }
}

}  // namespace
}  // namespace mercer
