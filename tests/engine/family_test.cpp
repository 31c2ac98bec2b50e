// The engines of the family against what they replace: products from scratch, dense weights, plain loops.
#include <Eigen/Eigenvalues>

#include "embed/spectrum.hpp"
#include "engine/critical.hpp"
#include "engine/fit.hpp"
#include "engine/online.hpp"
#include "engine/plane.hpp"
#include "engine/scales.hpp"
#include "engine/winners.hpp"
#include "model/map.hpp"
#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;

// The slides' update with coefficients and products formed anew at every step.
Matrix online_from_scratch(const Matrix& K, const Som& som, Matrix G, const OnlineOptions& o) {
  Presenter presenter(o.weights, Random(o.seed, o.stream));
  const Index n = K.rows(), k = G.cols(), last = o.passes * n;
  for (Index j = 0; j < k; ++j) G.col(j) /= G.col(j).sum();
  for (Index t = 0; t < last; ++t) {
    const double over = static_cast<double>(t) / static_cast<double>(last);
    const Index i = presenter.next();
    Index winner = 0;
    Vector d2(k);
    for (Index j = 0; j < k; ++j) d2[j] = K(i, i) - 2 * K.row(i).dot(G.col(j)) + G.col(j).dot(K * G.col(j));
    d2.minCoeff(&winner);
    const double sigma = *som.sigma_initial * std::pow(som.sigma_final / *som.sigma_initial, over);
    const double epsilon = o.epsilon_initial * std::pow(o.epsilon_final / o.epsilon_initial, over);
    for (Index j = 0; j < k; ++j) {
      const double steps = std::abs(static_cast<double>(j - winner));  // a row of nodes
      const double a = epsilon * std::exp(-steps * steps / (2 * sigma * sigma));
      G.col(j) *= 1 - a;
      G(i, j) += a;
    }
  }
  return G;
}

TEST(Online, StepsAreExactInFeatureSpace) {
  const Matrix X = blobs(60, 2, 3, 1);
  const Matrix K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  const GramSpace space{test::point_gram<double>(X, Gaussian{.sigma = 2.0})};
  const Som som{.grid = GridSize{1, 4}, .sigma_initial = 2.0};
  const OnlineOptions options{.passes = 8, .weights = Vector::LinSpaced(60, 0.5, 1.5), .seed = 5};
  const Matrix start = test::random_matrix(60, 4, 2);
  const Matrix G = fit_online(space, som, start, options),
               expected = online_from_scratch(K, som, start, options);
  EXPECT_LT((G - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((G.colwise().sum() - Eigen::RowVectorXd::Ones(4)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Online, LinearKernelEqualsInputSpace) {
  const Matrix X = blobs(80, 3, 3, 2);
  const OnlineOptions options{.passes = 6, .weights = Vector::Ones(80)};
  const Matrix start = test::random_matrix(80, 5, 3);
  const NeuralGas gas{.lambda_initial = 2.5};
  const Matrix input = fit_online(VectorSpace{Data(X)}, gas, start, options);
  const Matrix feature = fit_online(GramSpace{test::point_gram<double>(X, Linear{})}, gas, start, options);
  EXPECT_LT((input - feature).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Online, AWholeStepLeavesThePointAlone) {
  Coefficients G(test::random_matrix(5, 2, 1));
  G.nudge(3, Vector::Ones(2));
  EXPECT_EQ(G.fold(), (Matrix{{0, 0}, {0, 0}, {0, 0}, {1, 1}, {0, 0}}));
}

TEST(Online, PointsArePresentedInProportionToTheirWeights) {
  Presenter presenter(Vector{{1, 0.5, 2.5}}, Random(3));
  Vector count = Vector::Zero(3);
  for (int t = 0; t < 40000; ++t) ++count[presenter.next()];
  EXPECT_NEAR(count[0] / 40000, 0.25, 0.01);
  EXPECT_NEAR(count[1] / 40000, 0.125, 0.01);
}

// The loop with only winners, and with dense weights: two starts, weighted points, some nodes that lose all.
TEST(Winners, AMapEndsWhereTheLoopEnds) {
  const Matrix X = blobs(300, 3, 4, 7), W = test::random_matrix(300, 24, 3);
  Vector weights = Vector::Ones(300);
  for (Index i = 0; i < 300; i += 3) weights[i] = 2.5;
  const VectorSpace input{Data(X)};
  const GramSpace feature{test::point_gram<double>(X, Gaussian{.sigma = 2.0})};
  const Matrix same = Matrix::Zero(30, 2);  // all in one place: most nodes win nothing
  const Som narrow{.grid = GridSize{3, 4}, .sigma_initial = 0.05, .sigma_final = 0.05, .steps = 3};
  const FitOptions few{.clusters = 12, .max_iterations = 5, .weights = Vector::Ones(30)};
  const Matrix start = test::random_matrix(30, 12, 4);
  EXPECT_LT((fit_map(VectorSpace{Data(same)}, narrow, start, few)[0].weights -
             fit(VectorSpace{Data(same)}, narrow, start, few)[0].weights)
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
  for (const Topology topology : {Topology::rectangular, Topology::hexagonal})
    for (const Space* space : {static_cast<const Space*>(&input), static_cast<const Space*>(&feature)})
      for (const Index iterations : {1, 7, 200}) {
        const Som som{.grid = GridSize{3, 4}, .topology = topology, .sigma_initial = 2.0, .steps = 30};
        const FitOptions options{.clusters = 12, .max_iterations = iterations, .weights = weights};
        const std::vector<Fit> dense = fit(*space, som, W, options), own = fit_map(*space, som, W, options);
        ASSERT_EQ(own.size(), 2U);
        for (std::size_t s = 0; s < 2; ++s) {
          EXPECT_EQ(own[s].iterations, dense[s].iterations);
          EXPECT_EQ(own[s].converged, dense[s].converged);
          EXPECT_NEAR(own[s].energy, dense[s].energy, 1e-9 * dense[s].energy);
          EXPECT_LT((own[s].weights - dense[s].weights).cwiseAbs().maxCoeff(), 1e-12);
        }
      }
}

// Corners of the grid stand two deviations from the mean along both axes; the middle is the mean.
TEST(Plane, NodesStandOnTheMainAxes) {
  Matrix X = blobs(200, 3, 1, 3);
  X.col(1) *= 10;
  X.col(2) *= 3;
  const VectorSpace input{Data(X)};
  const Vector ones = Vector::Ones(200);
  Prototypes P;
  input.place(plane_weights(input, ones, {3, 5}), P);
  const Matrix V = input.coordinates(P);
  const Eigen::RowVectorXd mean = X.colwise().mean();
  EXPECT_LT((V.row(7) - mean).norm(), 1e-9);
  const Matrix centred = X.rowwise() - mean;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(
      Eigen::MatrixXd(centred.transpose() * centred / 200));
  const double long_side = 4 * std::sqrt(axes.eigenvalues()[2]),
               short_side = 4 * std::sqrt(axes.eigenvalues()[1]);
  EXPECT_NEAR((V.row(4) - V.row(0)).norm(), long_side, 1e-6);
  EXPECT_NEAR((V.row(10) - V.row(0)).norm(), short_side, 1e-6);
  EXPECT_NEAR(std::abs((V.row(4) - V.row(0)).dot(axes.eigenvectors().col(2).transpose())), long_side, 1e-6);
}

// From the formula: eigenvalues of the normalised directions, by a dense solver.
TEST(Critical, FollowsFromTheDirections) {
  const Matrix X = blobs(70, 3, 3, 5);
  const Vector w = Vector::LinSpaced(70, 0.5, 2);
  const Eigen::RowVectorXd mean = (w.transpose() * X) / w.sum();
  Matrix C = Matrix::Zero(3, 3);
  double variance = 0;
  for (Index i = 0; i < 70; ++i) {
    const Eigen::RowVectorXd x = X.row(i) - mean;
    C += w[i] / w.sum() * x.transpose() * x / x.squaredNorm();
    variance += w[i] / w.sum() * x.squaredNorm();
  }
  const double lambda = largest_eigenvalues(C, 1)[0];
  const Critical at = critical(VectorSpace{Data(X)}, w);
  EXPECT_NEAR(at.exponent, 1 / lambda, 1e-9);
  EXPECT_NEAR(at.variance, variance, 1e-9 * variance);
  EXPECT_EQ(std::isinf(at.fuzziness), lambda >= 0.5);
  if (lambda < 0.5) {
    EXPECT_NEAR(at.fuzziness, 1 / (1 - 2 * lambda), 1e-7);
  }
}

TEST(Scales, MedianAndMean) {
  Matrix X(5, 1);
  X << 0, 1, 2, 3, 100;
  const VectorSpace space{Data(X)};
  Matrix W = Matrix::Zero(5, 1);
  W.col(0) << 1, 1, 1, 1, 0;  // the mean is 1.5, squared distances 2.25, 0.25, 0.25, 2.25
  EXPECT_NEAR(scales_of(space, W, {}, Scale::mean, 1)[0], 1.25, 1e-12);
  EXPECT_NEAR(scales_of(space, W, {}, Scale::median, 1)[0], 0.25 / std::log(2.0), 1e-12);
  EXPECT_GT(
      scales_of(VectorSpace{Data(Matrix(Matrix::Ones(3, 1)))}, Matrix::Ones(3, 1), {}, Scale::mean, 0)[0], 0);
}

TEST(Map, HitsHeightsAndErrors) {
  const Som som{.grid = GridSize{1, 3}};
  Matrix D2(4, 3), apart(3, 3);
  D2 << 0, 1, 9, 4, 1, 16, 1, 9, 4, 16, 9, 4;  // the third point is nearest to nodes 0 and 2
  apart << 0, 4, 25, 4, 0, 9, 25, 9, 0;
  const Map map = map_of(som, D2, apart, Vector{{1, 1, 2, 1}});
  EXPECT_EQ(map.hits, (Vector{{3, 1, 1}}));
  EXPECT_EQ(map.heights, (Vector{{2, 2.5, 3}}));
  EXPECT_DOUBLE_EQ(map.quantization_error, (0 + 1 + 2 * 1 + 2) / 5.0);
  EXPECT_DOUBLE_EQ(map.topographic_error, 2 / 5.0);
}

TEST(Spaces, PrototypesAreAsFarApartInFeatureAsInInputSpace) {
  const Matrix X = blobs(50, 3, 3, 6), W = test::random_matrix(50, 4, 7);
  const VectorSpace input{Data(X)};
  const GramSpace feature{test::point_gram<double>(X, Linear{})};
  Prototypes P, Q;
  input.place(W, P);
  feature.place(W, Q);
  EXPECT_LT((input.apart(W, P) - feature.apart(W, Q)).cwiseAbs().maxCoeff(), 1e-10);
}

}  // namespace
}  // namespace mercer
