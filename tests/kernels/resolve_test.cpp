// Parameters of kernels: automatic ones against their definition, senseless ones refused.
#include "kernels/resolve.hpp"

#include <algorithm>

#include "support.hpp"

namespace mercer {
namespace {

double direct_median(const Matrix& X) {
  std::vector<double> all;
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < i; ++j) all.push_back((X.row(i) - X.row(j)).squaredNorm());
  std::sort(all.begin(), all.end());
  const std::size_t m = all.size();
  return std::sqrt(m % 2 ? all[m / 2] : 0.5 * (all[m / 2 - 1] + all[m / 2]));
}

TEST(Resolve, TheAutomaticWidthIsTheMedianDistance) {
  for (Index n : {2, 3, 4, 5, 60}) {
    const Matrix X = test::blobs(n, 3, 3, 1).array() + 1e3;
    const SparseMatrix S = test::blobs(n, 3, 3, 1).sparseView();
    EXPECT_NEAR(median_distance(X), direct_median(X), 1e-9) << n;
    EXPECT_NEAR(median_distance(S), direct_median(Matrix(S)), 1e-9) << n;
    EXPECT_NEAR(*std::get<Gaussian>(resolve(Gaussian{}, X)).sigma, direct_median(X), 1e-9);
    EXPECT_NEAR(*std::get<Laplacian>(resolve(Laplacian{}, X)).sigma, direct_median(X), 1e-9);
  }
}

TEST(Resolve, ALargeSetIsSampledOverItsWholeLength) {
  Matrix X(5000, 1);  // sorted: the first thousand by themselves would have a fifth of the width
  for (Index i = 0; i < 5000; ++i) X(i, 0) = static_cast<double>(i);
  EXPECT_NEAR(median_distance(X), 5000 * (1 - std::sqrt(0.5)), 10);
}

TEST(Resolve, PointsThatCoincideGetWidthOne) {
  EXPECT_EQ(median_distance(Matrix(Matrix::Constant(5, 2, 3.7))), 1);
  EXPECT_EQ(median_distance(Matrix(Matrix::Ones(1, 2))), 1);
  EXPECT_EQ(median_distance(Matrix(4, 0)), 1);
}

TEST(Resolve, GivenParametersStayAsTheyAre) {
  const Matrix X = test::blobs(20, 4, 2, 2);
  for (const char* text : {"gaussian:sigma=0.3", "gaussian:gamma=2", "gaussian:local=on", "laplacian:sigma=4",
                           "polynomial:degree=5,offset=0", "sigmoid:gamma=0.1,offset=-1", "cosine", "linear",
                           "none", "precomputed", "dissimilarity:power=1"}) {
    const Kernel kernel = parse_choice<Kernel>(text, "kernel");
    EXPECT_EQ(format_choice(resolve(kernel, X)), format_choice(kernel));
  }
  EXPECT_EQ(std::get<Sigmoid>(resolve(Sigmoid{}, X)).gamma, 0.25);  // 1 / number of columns
}

TEST(Resolve, SenselessParametersAreRefusedWithTheirValue) {
  const Matrix X = test::blobs(20, 4, 2, 3);
  const std::vector<std::pair<const char*, const char*>> bad{
      {"gaussian:sigma=-1", "sigma = -1"},       {"gaussian:sigma=0", "sigma = 0"},
      {"gaussian:sigma=inf", "sigma = inf"},     {"gaussian:gamma=-2", "gamma = -2"},
      {"gaussian:sigma=1,gamma=1", "not both"},  {"gaussian:local,sigma=1", "leave sigma"},
      {"gaussian:neighbors=0", "neighbors = 0"}, {"laplacian:sigma=-3", "sigma = -3"},
      {"polynomial:degree=0", "degree = 0"},     {"polynomial:offset=inf", "offset = inf"},
      {"sigmoid:gamma=inf", "gamma = inf"},      {"dissimilarity:power=3", "power = 3"}};
  for (const auto& [text, part] : bad) {
    try {
      resolve(parse_choice<Kernel>(text, "kernel"), X);
      ADD_FAILURE() << text << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::usage);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }
}

TEST(Resolve, OnlyKernelsThatCanBeIndefiniteSaySo) {
  for (const Kernel& kernel : {Kernel(Linear{}), Kernel(Gaussian{}), Kernel(Laplacian{}), Kernel(Cosine{}),
                               Kernel(Polynomial{}), Kernel(NoKernel{})})
    EXPECT_EQ(indefinite_because(kernel), "") << format_choice(kernel);
  for (const Kernel& kernel : {Kernel(Sigmoid{}), Kernel(Gaussian{.local = true}), Kernel(Precomputed{}),
                               Kernel(Dissimilarity{}), Kernel(Polynomial{.offset = -1})})
    EXPECT_NE(indefinite_because(kernel), "") << format_choice(kernel);
}

}  // namespace
}  // namespace mercer
