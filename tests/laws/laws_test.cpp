// Laws that hold for every rule, kernel and Gram: what users may rely on, whatever they combine.
#include "engine/fit.hpp"
#include "engine/hard.hpp"
#include "gram/sparse_gram.hpp"
#include "space/gram_space.hpp"
#include "space/preimage_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::random_labels;

Matrix one_hot(const Labels& labels, Index k) {
  Matrix W = Matrix::Zero(static_cast<Index>(labels.size()), k);
  for (std::size_t i = 0; i < labels.size(); ++i) W(static_cast<Index>(i), labels[i]) = 1;
  return W;
}

// Weights after a fixed number of steps: stopping by energy could end equal runs at different steps.
template <class Rule>
Matrix steps(const Space& space, const Rule& rule, Index count, Index k = 4) {
  FitOptions options{.clusters = k,
                     .max_iterations = count,
                     .energy_tolerance = 0,
                     .weight_tolerance = 0,
                     .weights = Vector::Ones(space.size()),
                     .control = nullptr};
  return fit(space, rule, one_hot(random_labels(space.size(), k, 17), k), options)[0].weights;
}

template <class F>
void for_every_rule(F&& f) {
  f("hard", Hard{});
  f("softmax", Softmax{.beta = 0.3});
  f("fuzzy", Fuzzy{.m = 1.6});
  f("possibilistic", Possibilistic{.m = 2.0, .eta = 3.0});
  f("possibilistic, form 2", Possibilistic{.eta = 3.0, .form = PossibilisticForm::two});
  f("k-harmonic", KHarmonic{.unit = 3});
  f("iwc", InverseWeighted{.b = 4.0});
  f("neural gas", NeuralGas{.lambda_initial = 2.0, .steps = 6});
  f("map", Som{.grid = GridSize{2, 2}, .sigma_initial = 1.0, .steps = 6});
  f("hexagonal map", Som{.grid = GridSize{2, 2}, .topology = Topology::hexagonal, .sigma_initial = 1.0});
}

TEST(Laws, LinearKernelEqualsInputSpace) {
  const Matrix X = blobs(300, 3, 4, 1);
  for_every_rule([&](const char* name, const auto& rule) {
    SCOPED_TRACE(name);
    const Matrix input = steps(VectorSpace{Data(X)}, rule, 12);
    const Matrix kernel = steps(GramSpace{test::point_gram<double>(X, Linear{})}, rule, 12);
    EXPECT_LT((input - kernel).cwiseAbs().maxCoeff(), 1e-10);
  });
}

TEST(Laws, TiledEqualsStoredEqualsGiven) {
  const Matrix X = blobs(700, 3, 4, 2);
  for (const Kernel& kernel : test::point_kernels())
    for_every_rule([&](const char* name, const auto& rule) {
      SCOPED_TRACE(format_choice(kernel) + ", " + name);
      const auto tiled = test::point_gram<double>(X, kernel);
      const Matrix a = steps(GramSpace{tiled}, rule, 6);
      const Matrix b = steps(GramSpace{std::make_shared<StoredGram<double>>(tiled)}, rule, 6);
      const Matrix c = steps(
          GramSpace{std::make_shared<GivenGram>(test::reference_gram(X, kernel), Precomputed{})}, rule, 6);
      EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT((a - c).cwiseAbs().maxCoeff(), 1e-6);
      EXPECT_TRUE(a.allFinite());
    });
}

TEST(Laws, SparseEqualsGiven) {
  Matrix K = test::reference_gram(blobs(300, 2, 4, 9), Gaussian{.sigma = 1.0});
  K = (K.array() < 0.2).select(0.0, K);
  for_every_rule([&](const char* name, const auto& rule) {
    SCOPED_TRACE(name);
    const Matrix full = steps(GramSpace{std::make_shared<GivenGram>(K, Precomputed{})}, rule, 8);
    const Matrix sparse =
        steps(GramSpace{std::make_shared<SparseGram>(SparseMatrix(K.sparseView()))}, rule, 8);
    EXPECT_LT((full - sparse).cwiseAbs().maxCoeff(), 1e-9);
  });
}

TEST(Laws, TheOriginCancels) {
  const Matrix X = blobs(200, 3, 4, 3);
  const Matrix K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  const Index n = 200;
  const Matrix H = Matrix::Identity(n, n) - Matrix::Constant(n, n, 1.0 / static_cast<double>(n));
  Matrix D(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) D(i, j) = std::sqrt(std::max(0.0, K(i, i) + K(j, j) - 2 * K(i, j)));
  for_every_rule([&](const char* name, const auto& rule) {
    SCOPED_TRACE(name);
    const Matrix plain = steps(GramSpace{std::make_shared<GivenGram>(K, Precomputed{})}, rule, 8);
    const Matrix centred =
        steps(GramSpace{std::make_shared<GivenGram>(Matrix(H * K * H), Precomputed{})}, rule, 8);
    const Matrix distances = steps(GramSpace{std::make_shared<GivenGram>(D, Dissimilarity{2})}, rule, 8);
    EXPECT_LT((plain - centred).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((plain - distances).cwiseAbs().maxCoeff(), 1e-9);
  });
}

TEST(Laws, StartsRunTogetherOrAloneAreTheSame) {
  const Matrix X = blobs(300, 2, 4, 4);
  const GramSpace space{test::point_gram<double>(X, Gaussian{.sigma = 2.0})};
  const HardOptions hard{
      .clusters = 4, .max_iterations = 300, .refine = true, .weights = Vector::Ones(300), .control = nullptr};
  const FitOptions soft{.clusters = 4, .weights = Vector::Ones(300), .control = nullptr};
  std::vector<Labels> labels;
  Matrix W(300, 12);
  for (Index s = 0; s < 3; ++s) {
    labels.push_back(random_labels(300, 4, static_cast<std::uint64_t>(s)));
    W.middleCols(4 * s, 4) = one_hot(labels.back(), 4);
  }
  HardState together = assemble(space, labels, hard);
  optimise(space, together, hard);
  const auto fits = fit(space, Softmax{.beta = 20}, W, soft);
  for (Index s = 0; s < 3; ++s) {
    const auto at = static_cast<std::size_t>(s);
    HardState alone = assemble(space, {labels[at]}, hard);
    optimise(space, alone, hard);
    EXPECT_EQ(together.starts[at].labels, alone.starts[0].labels);
    EXPECT_EQ(together.starts[at].objective, alone.starts[0].objective);
    const Fit one = fit(space, Softmax{.beta = 20}, Matrix(W.middleCols(4 * s, 4)), soft)[0];
    EXPECT_LT((fits[at].weights - one.weights).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_EQ(fits[at].iterations, one.iterations);
  }
}

TEST(Laws, FreeEnergyNeverRises) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const Kernel& kernel :
         {Kernel(Gaussian{.sigma = 2.0}), Kernel(Cosine{}), Kernel(Laplacian{.sigma = 1.5})}) {
      const Matrix X = blobs(120, 3, 4, seed);
      const GramSpace space{test::point_gram<double>(X, kernel)};
      for (double beta : {0.5, 5.0, 50.0}) {
        const Fit f = fit(space, Softmax{.beta = beta}, one_hot(random_labels(120, 4, seed), 4),
                          {.clusters = 4, .weights = Vector::Ones(120), .control = nullptr})[0];
        for (std::size_t t = 1; t < f.history.size(); ++t)
          EXPECT_LE(f.history[t], f.history[t - 1] + 64 * 120 * 2.2e-16 * 120) << t;
      }
    }
}

// Fuzzy and possibilistic c-means alternate two exact minimisations; so they do with preimages, whose step in
// v is that of a mean shift, which never leads up either.
TEST(Laws, FuzzyAndPossibilisticEnergiesNeverRise) {
  const Matrix X = blobs(120, 2, 4, 9);
  const VectorSpace input{Data(X)};
  const GramSpace feature{test::point_gram<double>(X, Gaussian{.sigma = 1.5})};
  const PreimageSpace preimages{Data(X), 0.2};
  const auto check = [&](const char* name, const auto& rule) {
    SCOPED_TRACE(name);
    for (const Space* space : {static_cast<const Space*>(&input), static_cast<const Space*>(&feature),
                               static_cast<const Space*>(&preimages)})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Fit f = fit(*space, rule, one_hot(random_labels(120, 4, seed), 4),
                          {.clusters = 4, .weights = Vector::LinSpaced(120, 0.5, 2), .control = nullptr})[0];
        for (std::size_t t = 1; t < f.history.size(); ++t)
          EXPECT_LE(f.history[t], f.history[t - 1] + 1e-9 * std::abs(f.history[t - 1])) << t;
      }
  };
  check("fuzzy", Fuzzy{.m = 1.5});
  check("very fuzzy", Fuzzy{.m = 4.0});
  check("possibilistic", Possibilistic{.m = 2.0, .eta = 2.0});
  check("possibilistic, form 2", Possibilistic{.eta = 2.0, .form = PossibilisticForm::two});
}

TEST(Laws, FuzzyBecomesHardAsMFalls) {
  const Matrix X = blobs(200, 2, 4, 6);
  const VectorSpace space{Data(X)};
  EXPECT_LT((steps(space, Hard{}, 30) - steps(space, Fuzzy{.m = 1 + 1e-9}, 30)).cwiseAbs().maxCoeff(), 1e-6);
}

// The whole schedule is run before a start may rest, and max_iterations cut it short.
TEST(Laws, SchedulesAreRunToTheirEnd) {
  const Matrix X = blobs(60, 2, 4, 6);
  const VectorSpace space{Data(X)};
  FitOptions options{.clusters = 4, .weights = Vector::Ones(60), .control = nullptr};
  const Matrix W = one_hot(random_labels(60, 4, 1), 4);
  const Fit whole = fit(space, NeuralGas{.lambda_initial = 2.0, .steps = 30}, W, options)[0];
  EXPECT_GT(whole.iterations, 30);
  EXPECT_TRUE(whole.converged);
  options.max_iterations = 10;
  const Fit cut = fit(space, NeuralGas{.lambda_initial = 2.0, .steps = 30}, W, options)[0];
  EXPECT_EQ(cut.iterations, 10);
  EXPECT_FALSE(cut.converged);
}

TEST(Laws, SoftBecomesHardAsTheStiffnessGrows) {
  const Matrix X = blobs(200, 2, 4, 6);
  const VectorSpace space{Data(X)};
  const Matrix hard = steps(space, Hard{}, 30), stiff = steps(space, Softmax{.beta = 1e6}, 30),
               infinite = steps(space, Softmax{.beta = INFINITY}, 30);
  EXPECT_LT((hard - stiff).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(hard, infinite);
}

TEST(Laws, ResponsibilitiesSumToOne) {
  const Matrix X = blobs(200, 2, 4, 7);
  for (double beta : {1e-9, 0.1, 10.0, 1e9}) {
    const Matrix W = steps(VectorSpace{Data(X)}, Softmax{.beta = beta}, 5);
    EXPECT_LT((W.rowwise().sum() - Vector::Ones(200)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

// The preimage is a fixed point: v_j is the mean weighted by W K(x, v_j), and distances are 2 (1 - K).
TEST(Laws, PreimagesAreFixedPointsOfTheirUpdate) {
  const Matrix X = blobs(150, 2, 3, 8);
  const double gamma = 0.1;
  const PreimageSpace space{Data(X), gamma};
  const Matrix W = steps(space, Softmax{.beta = 5}, 300, 3);
  Prototypes P;
  for (int step = 0; step < 400; ++step) space.place(W, P);
  const Matrix V = space.coordinates(P);
  const Matrix D2 = all_distances(space, P);
  for (Index j = 0; j < 3; ++j) {
    Vector sum = Vector::Zero(2);
    double mass = 0;
    for (Index i = 0; i < 150; ++i) {
      const double k = std::exp(-gamma * (X.row(i) - V.row(j)).squaredNorm());
      EXPECT_NEAR(D2(i, j), 2 * (1 - k), 1e-12);
      sum += W(i, j) * k * X.row(i).transpose();
      mass += W(i, j) * k;
    }
    EXPECT_LT((sum / mass - V.row(j).transpose()).norm(), 1e-8);
  }
}

}  // namespace
}  // namespace mercer
