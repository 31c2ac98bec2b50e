// A GPU finds nearest prototypes among vectors and features, silhouettes, neighbours and spanning trees as
// the processor does.
#include <fmt/format.h>

#include "cuda/device_gram.hpp"
#include "cuda/devices.hpp"
#include "evaluate/kernel_measures.hpp"
#include "gram/point_gram.hpp"
#include "graph/spanning_tree.hpp"
#include "mercer/cluster.hpp"
#include "support.hpp"

namespace mercer {
namespace {

struct Both {
  Result cpu, gpu;
};
Both on_both(const Data& data, Options o) {
  o.device.where = DeviceChoice::Where::cpu;
  Result cpu = cluster(data, o);
  o.device.where = DeviceChoice::Where::gpu;
  return {std::move(cpu), cluster(data, o)};
}

TEST(GpuVectors, KMeansWithoutAKernel) {
  Random random(3);
  for (int problem = 0; problem < 60; ++problem) {
    const Index n = 2 + random.below(problem % 6 == 0 ? 20000 : 900), d = 1 + random.below(90),
                k = 1 + random.below(std::min<Index>(n, 70));
    SCOPED_TRACE(fmt::format("problem {}: n = {} d = {} k = {}", problem, n, d, k));
    const Matrix X = test::blobs(n, d, 1 + random.below(9), static_cast<std::uint64_t>(problem), 3) +
                     Matrix::Constant(n, d, 40);
    Options o{.clusters = k, .method = Hard{}, .restarts = 2, .seed = static_cast<std::uint64_t>(problem)};
    if (problem % 3 == 0) o.weights = Vector::LinSpaced(n, 0.5, 2);
    if (problem % 4 == 0) o.kernel = Linear{};
    const auto [cpu, gpu] = on_both(Data(X), o);
    EXPECT_EQ(cpu.labels, gpu.labels);
    EXPECT_NEAR(cpu.objective, gpu.objective, 1e-9 * cpu.objective + 1e-9);
    ASSERT_TRUE(gpu.device.has_value());
    EXPECT_GT(gpu.device->passes, 0U);
    EXPECT_EQ(cpu.model.assign(Data(X)).labels, gpu.model.assign(Data(X)).labels);
  }
}

TEST(GpuVectors, FeaturesOfNystromAndFourier) {
  const Data data(test::blobs(9000, 10, 6, 3, 3));
  for (const Approx& approx : {Approx(Nystrom{.landmarks = 60}), Approx(RandomFeatures{.features = 80})})
    for (const Precision precision : {Precision::double_, Precision::single_}) {
      SCOPED_TRACE(format_choice(approx));
      Options o{.clusters = 6, .method = Hard{}, .kernel = Gaussian{.sigma = 3.0}, .approx = approx};
      o.precision = precision;
      o.restarts = 2;
      const auto [cpu, gpu] = on_both(data, o);
      EXPECT_GT(score(cpu.labels, gpu.labels).ari, 0.9999);
      EXPECT_NEAR(cpu.objective, gpu.objective,
                  (precision == Precision::double_ ? 1e-7 : 1e-3) * cpu.objective);
      ASSERT_TRUE(gpu.device.has_value());
      EXPECT_GT(gpu.device->passes, 0U);
    }
}

TEST(GpuVectors, SilhouettesInFeatureSpace) {
  for (const Kernel& kernel : test::point_kernels())
    for (const Index d : {3, 70}) {
      const Matrix X = test::blobs(1500, d, 5, 3, 2) / std::sqrt(static_cast<double>(d));
      Labels labels = test::random_labels(1500, 5, 1);
      for (std::size_t i = 0; i < 1500; i += 7) labels[i] = -1;
      const auto tiles = std::make_shared<const KernelTiles<double>>(Data(X), kernel, true);
      const DeviceGram gpu(points_on_device<double>(0, tiles));
      const PointGram<double> cpu(tiles);
      const Vector a = kernel_silhouettes(cpu, labels), b = kernel_silhouettes(gpu, labels);
      ASSERT_EQ(a.size(), b.size());
      for (Index i = 0; i < a.size(); ++i) {
        ASSERT_EQ(std::isnan(a[i]), std::isnan(b[i]));
        if (!std::isnan(a[i])) {
          EXPECT_NEAR(a[i], b[i], 1e-7) << format_choice(kernel);
        }
      }
    }
}

// The answer is unique, and so must be equal to the last bit.
TEST(GpuPairs, NearestNeighbours) {
  const auto pairs = pairs_on_device(0);
  for (const auto& [n, d, k] : {std::tuple<Index, Index, Index>{3000, 20, 10},
                                {1000, 9, 1},
                                {5000, 64, 40},
                                {130, 300, 128},
                                {65, 17, 64},
                                {2, 10, 1}})
    for (const double offset : {0., 1000.}) {
      SCOPED_TRACE(fmt::format("n = {} d = {} k = {} offset {}", n, d, k, offset));
      Matrix X = test::blobs(n, d, 5, 3, 2) + Matrix::Constant(n, d, offset);
      if (offset == 0 && n > 100) {  // copies and ties
        X.row(50) = X.row(3);
        X.row(60) = X.row(3);
      }
      const Matrix Z = test::blobs(77, d, 5, 4, 2) + Matrix::Constant(77, d, offset);
      const Neighbors a = nearest_neighbors(Data(X), k), c = nearest_neighbors(Data(Z), Data(X), k);
      const PairSearchScope scope(pairs.get());
      const Neighbors b = nearest_neighbors(Data(X), k), e = nearest_neighbors(Data(Z), Data(X), k);
      EXPECT_EQ(a.indices, b.indices);
      EXPECT_EQ(a.distances, b.distances);
      EXPECT_EQ(c.indices, e.indices);
      EXPECT_EQ(c.distances, e.distances);
    }
  EXPECT_GT(pairs->use().passes, 10U);
}

TEST(GpuPairs, SpanningTrees) {
  const auto pairs = pairs_on_device(0);
  for (const auto& [n, d] : {std::pair<Index, Index>{4000, 20}, {1500, 9}, {700, 130}, {65, 11}, {2, 10}})
    for (const int points : {1, 5}) {
      if (points >= n) continue;
      SCOPED_TRACE(fmt::format("n = {} d = {} min_points = {}", n, d, points));
      Matrix X = test::blobs(n, d, 5, 3, 2);
      if (d == 9)
        for (Index i = 0; i < X.size(); ++i) X.data()[i] = std::round(X.data()[i]);
      const Data data(X);
      const Connectivity paths{.min_points = points};
      const SpanningTree a = spanning_tree(data, paths);
      const PairSearchScope scope(pairs.get());
      const SpanningTree b = spanning_tree(data, paths);
      ASSERT_EQ(a.edges.size(), b.edges.size());
      for (std::size_t e = 0; e < a.edges.size(); ++e)
        if (points == 1) {
          ASSERT_EQ(ends_key(a.edges[e].a, a.edges[e].b), ends_key(b.edges[e].a, b.edges[e].b)) << e;
          ASSERT_EQ(a.edges[e].weight, b.edges[e].weight);
        } else {  // distances to the 5th neighbours are added up in another order, and may tie
          ASSERT_NEAR(a.edges[e].weight, b.edges[e].weight, 1e-14 * a.edges[e].weight);
        }
    }
}

TEST(GpuPairs, WholeMethods) {
  const Data data(test::blobs(3000, 16, 5, 3, 2));
  Options spectral{.clusters = 5, .method = Spectral{.neighbors = 10}, .kernel = Gaussian{}};
  Options single{.clusters = 5, .method = SingleLinkage{}};
  Options density{.method = Hdbscan{}};
  Options local{.clusters = 5, .method = Hard{}, .kernel = Gaussian{.local = true}};
  for (const Options& o : {spectral, single, density, local}) {
    SCOPED_TRACE(format_choice(*o.method));
    const auto [cpu, gpu] = on_both(data, o);
    EXPECT_EQ(cpu.labels, gpu.labels);
    ASSERT_TRUE(gpu.device.has_value());
    EXPECT_GT(gpu.device->passes, 0U);
  }
}

}  // namespace
}  // namespace mercer
