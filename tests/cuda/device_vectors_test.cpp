// Vectors whose nearest prototypes a device finds: the answers of the processor's space, whatever is asked.
#include "cuda/device_vectors.hpp"

#include "engine/fit.hpp"
#include "engine/hard.hpp"
#include "init/init.hpp"
#include "mercer/communicator.hpp"
#include "pretend_points.hpp"
#include "pretend_ranks.hpp"
#include "search/swap.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr Index rows_here = 900, means_here = 6;

std::shared_ptr<const test::PretendPoints> pretend(const Matrix& X, Range rows) {
  const Matrix centred = X.rowwise() - X.colwise().mean();
  return std::make_shared<test::PretendPoints>(test::point_gram<double>(centred, Linear{}), centred, rows);
}

class DeviceVectorsTest : public testing::Test {
 protected:
  Matrix X = test::blobs(rows_here, 4, 6, 4, 2) + Matrix::Constant(rows_here, 4, 30);
  std::shared_ptr<const test::PretendPoints> points = pretend(X, {0, rows_here});
  VectorSpace here{Data(X)};
  DeviceVectors<VectorSpace> there{points, Data(X)};
  Vector weights = Vector::LinSpaced(rows_here, 0.5, 2);
};

TEST_F(DeviceVectorsTest, HardClustersOfSeveralStarts) {
  for (const bool even : {true, false}) {
    const HardOptions options{.clusters = means_here, .weights = even ? Vector::Ones(rows_here) : weights};
    const std::vector<Labels> starts{test::random_labels(rows_here, means_here, 1),
                                     test::random_labels(rows_here, means_here - 1, 3)};
    HardState a = assemble(here, starts, options), b = assemble(there, starts, options);
    optimise(here, a, options);
    optimise(there, b, options);
    for (std::size_t s = 0; s < 2; ++s) test::expect_same(a.starts[s], b.starts[s]);
    EXPECT_GT(a.starts[1].reseeded, 0);
  }
  EXPECT_GT(points->passes, 4U);
}

// Where the processor would follow points by bounds, the device still finds the nearest prototypes.
TEST(DeviceVectorsOfManyPoints, AreFoundByTheDevice) {
  constexpr Index n = 5000, k = 20;
  const Matrix X = test::blobs(n, 12, k, 4, 2);
  const auto points = pretend(X, {0, n});
  const VectorSpace here{Data(X)};
  const DeviceVectors<VectorSpace> there{points, Data(X)};
  const HardOptions options{.clusters = k, .weights = Vector::Ones(n)};
  HardState a = assemble(here, {test::random_labels(n, k, 1)}, options),
            b = assemble(there, {test::random_labels(n, k, 1)}, options);
  optimise(here, a, options);
  optimise(there, b, options);
  test::expect_same(a.starts[0], b.starts[0]);
  EXPECT_GE(points->passes, static_cast<std::uint64_t>(b.starts[0].iterations));
}

TEST_F(DeviceVectorsTest, ASwapSearchWithOtherNumbersOfPrototypes) {
  for (const Index k : {2, 3, 4, 5, 6}) {
    const HardOptions options{.clusters = k, .weights = weights};
    HardState a = assemble(here, {test::random_labels(rows_here, k, 1)}, options),
              b = assemble(there, {test::random_labels(rows_here, k, 1)}, options);
    swap_search(here, a, 4, 1, options);
    swap_search(there, b, 4, 1, options);
    test::expect_same(a.starts[0], b.starts[0]);
  }
}

TEST_F(DeviceVectorsTest, SeedsAndNearestPoints) {
  const std::vector<Index> some{3, 77, 500, 899};
  EXPECT_EQ(here.nearest_points(some), there.nearest_points(some, nullptr));
  Seeding a = here.seeding(weights, 2), b = there.seeding(weights, 2);
  EXPECT_LE((a.remaining(some, nullptr) - b.remaining(some, nullptr)).cwiseAbs().maxCoeff(), 1e-6);
  const std::vector<Index> chosen{0, 3};
  a.take(chosen);
  b.take(chosen);
  EXPECT_LE((a.shares() - b.shares()).cwiseAbs().maxCoeff(), 1e-6);
}

// Features that are centred already, in float.
TEST(DeviceFeaturesTest, AnswersAsFeatureSpace) {
  Matrix X = test::blobs(700, 5, 4, 4, 2);
  X.rowwise() -= X.colwise().mean().eval();
  const MatrixOf<float> Z = X.cast<float>();
  const auto points = pretend(Z.cast<double>(), {0, 700});
  const FeatureSpace<float> here(Z);
  const DeviceVectors<FeatureSpace<float>> there(points, Z);
  const HardOptions options{.clusters = 4, .weights = Vector::Ones(700)};
  HardState a = assemble(here, {test::random_labels(700, 4, 1)}, options),
            b = assemble(there, {test::random_labels(700, 4, 1)}, options);
  optimise(here, a, options);
  optimise(there, b, options);
  EXPECT_EQ(a.starts[0].labels, b.starts[0].labels);
  EXPECT_NEAR(a.starts[0].objective, b.starts[0].objective, 1e-5 * a.starts[0].objective);
}

// Each rank finds the labels of its own rows.
TEST(DeviceVectorsRanksTest, RanksShareTheRows) {
  const Matrix X = test::blobs(1500, 4, 6, 4, 2);
  const HardOptions options{.clusters = 6, .weights = Vector::Ones(1500)};
  const auto run = [&](const Space& space) {
    HardState state = assemble(space, {test::random_labels(1500, 6, 1)}, options);
    optimise(space, state, options);
    return state.starts[0];
  };
  const HardStart alone = run(VectorSpace(Data(X)));
  std::vector<Labels> found(3);
  const auto thrown = test::PretendRanks(3).run([&](Communicator& all) {
    const Together scope(all);
    const auto rank = static_cast<std::size_t>(all.rank());
    found[rank] = together([&] {
      const Range rows = Ranks().rows(1500, points_together);
      const auto mine = pretend(X, rows);
      return run(DeviceVectors<VectorSpace>(mine, Data(X))).labels;
    });
  });
  for (const auto& one : thrown)
    if (one) std::rethrow_exception(one);
  for (const Labels& labels : found) EXPECT_EQ(labels, alone.labels);
}

}  // namespace
}  // namespace mercer
