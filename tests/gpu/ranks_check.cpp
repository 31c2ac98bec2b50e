// Ranks on a GPU: each has the sums of its own points there. Threads stand for ranks (pretend_ranks.hpp), and
// share the GPU. And a short run of everything, for compute-sanitizer.
#include "mercer/cluster.hpp"
#include "mercer/communicator.hpp"
#include "pretend_ranks.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Options on_gpu(const Method& method, Index k) {
  Options o{.clusters = k, .method = method, .kernel = Gaussian{}, .restarts = 2, .max_iterations = 12};
  o.device.where = DeviceChoice::Where::gpu;
  return o;
}

std::vector<Result> on_ranks(int count, const Data& data, const Options& o) {
  std::vector<Result> found(static_cast<std::size_t>(count));
  const auto thrown = test::PretendRanks(count).run([&](Communicator& all) {
    const Together scope(all);
    found[static_cast<std::size_t>(all.rank())] = together([&] { return cluster(data, o); });
  });
  for (const auto& one : thrown)
    if (one) std::rethrow_exception(one);
  return found;
}

// The labels of one process; the same bits on two ranks or more. One start: two that end alike would be told
// apart by rounding.
TEST(GpuRanks, ShareTheRows) {
  const Data data(test::blobs(9000, 12, 8, 3, 3));
  for (const Method& method : {Method(Hard{}), Method(Fuzzy{.m = 1.2}), Method(NeuralGas{})}) {
    SCOPED_TRACE(format_choice(method));
    Options o = on_gpu(method, 8);
    o.restarts = 1;
    const Result alone = cluster(data, o);
    const std::vector<Result> two = on_ranks(2, data, o), three = on_ranks(3, data, o);
    for (const Result& one : two) {
      EXPECT_EQ(one.labels, alone.labels);
      EXPECT_NEAR(one.objective, alone.objective, 1e-6 * std::abs(alone.objective));
      ASSERT_TRUE(one.device.has_value());
      EXPECT_LT(one.device->values, alone.device->values);
    }
    for (const Result& one : three) {
      EXPECT_EQ(one.labels, two[0].labels);
      EXPECT_EQ(one.objective, two[0].objective);
      EXPECT_EQ(one.history, two[0].history);
    }
  }
}

// Tensor cores (from 1024 points on, in float), both products, changes, seeds and new points.
TEST(GpuShort, AShortRun) {
  const Data data(test::blobs(1100, 20, 3, 3, 3));
  for (const Method& method : {Method(Hard{}), Method(Fuzzy{.m = 1.3})}) {
    Options o = on_gpu(method, 3);
    o.precision = Precision::single_;
    o.max_iterations = 3;
    o.restarts = 1;
    const Result result = cluster(data, o);
    EXPECT_EQ(result.labels.size(), 1100U);
    What what{.distances = true};
    what.device.where = DeviceChoice::Where::gpu;
    EXPECT_TRUE(result.model.assign(Data(test::blobs(70, 20, 3, 4)), what).distances.allFinite());
  }
}

// What is done beside products with the kernel matrix.
TEST(GpuShort, BesideProducts) {
  const Data data(test::blobs(330, 20, 3, 3, 3));
  Options nystrom = on_gpu(Hard{}, 3), vectors = nystrom, single = nystrom;
  nystrom.approx = Nystrom{.landmarks = 70};
  vectors.kernel = NoKernel{};
  single.method = SingleLinkage{};
  single.kernel = NoKernel{};
  single.restarts = 1;
  for (const Options& o : {nystrom, vectors, single})
    EXPECT_EQ(cluster(data, o).labels.size(), 330U) << format_choice(*o.method);
  Options local = on_gpu(Hard{}, 3);
  local.kernel = Gaussian{.local = true};
  const Result result = cluster(data, local);
  EXPECT_GT(silhouette(data, Gaussian{.sigma = 3.0}, result.labels, 0, {DeviceChoice::Where::gpu}), -1);
}

}  // namespace
}  // namespace mercer
