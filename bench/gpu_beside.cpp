// What a GPU does beside products with a kernel matrix, and the processor in the same run: nearest prototypes
// among vectors and features, silhouettes, neighbours, spanning trees. Times by the clock of this side, data
// sent included.
#include "gpu_beside.hpp"

#include <fmt/format.h>

#include <chrono>

#include "core/random.hpp"
#include "cuda/devices.hpp"
#include "graph/spanning_tree.hpp"
#include "mercer/cluster.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {
namespace {

using Clock = std::chrono::steady_clock;

template <class F>
double seconds_of(F&& f) {
  const auto begin = Clock::now();
  f();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

MatrixOf<float> mixture(Index n, Index d, Index components) {
  Random random(1);
  MatrixOf<float> centres(components, d), X(n, d);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = static_cast<float>(random.normal());
  for (Index i = 0; i < n; ++i) {
    const Index c = random.below(components);
    for (Index j = 0; j < d; ++j) X(i, j) = centres(c, j) + static_cast<float>(random.normal());
  }
  return X;
}

void say(const char* what, double gpu, double cpu, bool same) {
  fmt::print("  {:<52} {:8.3f} s   processor {:8.3f} s   {}\n", what, gpu, cpu, same ? "same" : "DIFFERENT");
  std::fflush(stdout);
}

void fits(const Data& data, const char* what, Options o) {
  Result gpu, cpu;
  o.device.where = DeviceChoice::Where::gpu;
  const double there = seconds_of([&] { gpu = cluster(data, o); });
  o.device.where = DeviceChoice::Where::cpu;
  const double here = seconds_of([&] { cpu = cluster(data, o); });
  const double apart = std::abs(gpu.objective - cpu.objective) / std::max(1e-300, std::abs(cpu.objective));
  say(what, there, here, gpu.labels == cpu.labels || apart < 1e-6);
  fmt::print("    objectives apart by {:.1e}, {} and {} iterations\n", apart, gpu.iterations, cpu.iterations);
}

}  // namespace

void measure_beside(Index n) {
  const MatrixOf<float> X = mixture(n, 64, 50);
  const Data data = Data::view(X.data(), n, 64);
  cluster(Data::view(X.data(), 2000, 64),
          {.clusters = 2, .kernel = Gaussian{}, .device = {DeviceChoice::Where::gpu}});  // CUDA starts
  fmt::print("n = {}, d = 64\n", n);
  const Options k_means{.clusters = 100, .method = Hard{}, .restarts = 1};
  fits(data, "k-means, k = 100, one start", k_means);
  Options many = k_means;
  many.restarts = 10;
  fits(data, "k-means, k = 100, ten starts", many);
  Options nystrom{.clusters = 100, .method = Hard{}, .kernel = Gaussian{.gamma = 1. / 128}, .restarts = 1};
  nystrom.approx = Nystrom{.landmarks = 256};
  fits(data, "Nystrom k-means, 256 landmarks, k = 100", nystrom);
  const auto pairs = pairs_on_device(0);
  Neighbors near_gpu, near_cpu;
  double there = seconds_of([&] {
    const PairSearchScope scope(pairs.get());
    near_gpu = nearest_neighbors(data, 10);
  });
  double here = seconds_of([&] { near_cpu = nearest_neighbors(data, 10); });
  say("10 nearest neighbours", there, here,
      near_gpu.indices == near_cpu.indices && near_gpu.distances == near_cpu.distances);
  SpanningTree tree_gpu, tree_cpu;
  there = seconds_of([&] {
    const PairSearchScope scope(pairs.get());
    tree_gpu = spanning_tree(data, Connectivity{});
  });
  const Index fewer = std::min<Index>(n, 30000);
  const Data some = Data::view(X.data(), fewer, 64);
  say("spanning tree", there, 0, true);
  there = seconds_of([&] {
    const PairSearchScope scope(pairs.get());
    tree_gpu = spanning_tree(some, Connectivity{});
  });
  here = seconds_of([&] { tree_cpu = spanning_tree(some, Connectivity{}); });
  bool same = tree_gpu.edges.size() == tree_cpu.edges.size();
  for (std::size_t e = 0; same && e < tree_gpu.edges.size(); ++e)
    same = tree_gpu.edges[e].weight == tree_cpu.edges[e].weight;
  say(fmt::format("spanning tree of {} points", fewer).c_str(), there, here, same);
  Labels labels(static_cast<std::size_t>(fewer));
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int>(i % 100);
  const Kernel kernel = Gaussian{.gamma = 1. / 128};
  double a = 0, b = 0;
  there = seconds_of([&] { a = silhouette(some, kernel, labels, 0, {DeviceChoice::Where::gpu}); });
  here = seconds_of([&] { b = silhouette(some, kernel, labels, 0, {DeviceChoice::Where::cpu}); });
  say(fmt::format("silhouettes of {} points, 100 clusters", fewer).c_str(), there, here,
      std::abs(a - b) < 1e-9);
}

}  // namespace mercer
