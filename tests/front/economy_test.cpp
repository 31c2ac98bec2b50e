// What a clustering costs, in numbers that no machine changes: values of the kernel that were computed, and
// bytes that were planned.
#include "support.hpp"

#include "core/random.hpp"
#include "mercer/cluster.hpp"

namespace mercer {
namespace {

// A mixture of ten Gaussians in 50 dimensions, in float; they overlap, so that points move for a while.
MatrixOf<float> mixture(Index n) {
  constexpr Index dimensions = 50, components = 10;
  Random random(1);
  MatrixOf<float> centres(components, dimensions), X(n, dimensions);
  for (float& c : centres.reshaped<Eigen::RowMajor>()) c = static_cast<float>(0.4 * random.normal());
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < dimensions; ++j)
      X(i, j) = centres(i % components, j) + static_cast<float>(random.normal());
  return X;
}

double passes(const Data& data, const Options& options) {
  const Result result = cluster(data, options);
  EXPECT_TRUE(result.converged);
  EXPECT_GT(result.iterations, 10);
  const auto n = static_cast<double>(data.size());
  return static_cast<double>(result.evaluations) / n / n;
}

// Every published system computes or reads n^2 values an iteration.
TEST(Economy, AFitComputesAFewTimesAllPairs) {
  const MatrixOf<float> X = mixture(4500);
  const Data data = Data::view(X.data(), X.rows(), X.cols());
  Options o{.clusters = 10, .kernel = Gaussian{.gamma = 0.01}, .restarts = 1, .storage = Holding::tiled};
  for (const std::uint64_t seed : {1, 2, 3}) {
    o.seed = seed;
    o.init = KernelPlusPlus{};
    EXPECT_LT(passes(data, o), 2.5) << "kernel++, seed " << seed;
    o.init = RandomPartition{};
    EXPECT_LT(passes(data, o), 3.5) << "random, seed " << seed;
  }
}

// Each pair is stored once. Single moves ask for a few pairs again: the same bits on ranks that do not hold
// them.
TEST(Economy, AStoredMatrixComputesFewPairsTwice) {
  const MatrixOf<float> X = mixture(3000);
  Options o{.clusters = 10, .kernel = Gaussian{.gamma = 0.01}, .restarts = 3, .storage = Holding::stored};
  o.search = Swap{5};
  EXPECT_LT(passes(Data::view(X.data(), X.rows(), X.cols()), o), 0.65);
}

// A swap costs what it changes.
TEST(Economy, ASwapCostsLessThanAStart) {
  const MatrixOf<float> X = mixture(3000);
  const Data data = Data::view(X.data(), X.rows(), X.cols());
  Options o{.clusters = 10, .kernel = Gaussian{.gamma = 0.01}, .restarts = 1, .storage = Holding::tiled};
  const double start = passes(data, o);
  constexpr int trials = 10;
  o.search = Swap{trials};
  EXPECT_LT((passes(data, o) - start) / trials, 0.7);
}

TEST(Economy, MemoryBeyondTheDataIsSmall) {
  const MatrixOf<float> X = MatrixOf<float>::Zero(100'000, 50);
  const Data data = Data::view(X.data(), X.rows(), X.cols());
  Options o{.clusters = 10, .kernel = Gaussian{.gamma = 0.01}, .restarts = 1, .storage = Holding::tiled};
  o.threads = 2;
  EXPECT_LT(plan(data, o).bytes, 64'000'000U);
  o.storage = Holding::stored;
  o.memory = std::uint64_t{1} << 40;
  EXPECT_LT(plan(data, o).bytes, 100'000ULL * 100'000ULL * 4 / 2 * 102 / 100) << "one of two mirrored tiles";
}

}  // namespace
}  // namespace mercer
