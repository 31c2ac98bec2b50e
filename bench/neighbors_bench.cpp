// Exact nearest neighbours: products of blocks (any dimension) against a kd-tree (few), and only the product
// as what a search by products can't undercut.
//
//   build/bench/mercer_bench --benchmark_filter=Neighbors
#include <benchmark/benchmark.h>
#include <cblas.h>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "neighbors/blocked.hpp"
#include "neighbors/kd_tree.hpp"

namespace mercer {
namespace {

constexpr Index neighbors = 10;

// A mixture of ten Gaussians.
MatrixOf<float> mixture(Index n, Index d) {
  constexpr Index components = 10;
  Random random(1);
  MatrixOf<float> centres(components, d), X(n, d);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = static_cast<float>(random.normal());
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j) X(i, j) = centres(i % components, j) + static_cast<float>(random.normal());
  return X;
}

void count_pairs(benchmark::State& state, Index n) {
  state.counters["pairs/s"] = benchmark::Counter(static_cast<double>(n) * static_cast<double>(n),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void BM_NeighborsBlocked(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(2)));
  const Data X = mixture(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(blocked_neighbors(X, X, neighbors, true).indices.data());
  count_pairs(state, state.range(0));
}
void BM_NeighborsTree(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(2)));
  const Data X = mixture(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(tree_neighbors(X, X, neighbors, true).indices.data());
  count_pairs(state, state.range(0));
}
// All n^2 products, tile by tile, and nothing else.
void BM_NeighborsProducts(benchmark::State& state) {
  constexpr Index rows = 128, width = 512;
  const ThreadScope threads(static_cast<int>(state.range(2)));
  const Index n = state.range(0), d = state.range(1);
  const MatrixOf<float> X = mixture(n, d);
  for (auto _ : state)
    parallel_rows(n, 8 * rows, [&](Index begin, Index end) {
      MatrixOf<float> tile(rows, width);
      for (Index from = 0; from < n; from += width)
        for (Index first = begin; first < end; first += rows)
          cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(std::min(rows, end - first)),
                      static_cast<int>(std::min(width, n - from)), static_cast<int>(d), 1,
                      X.row(first).data(), static_cast<int>(d), X.row(from).data(), static_cast<int>(d), 0,
                      tile.data(), static_cast<int>(width));
    });
  count_pairs(state, n);
}

void sizes(benchmark::internal::Benchmark* b) {
  for (int threads : {1, 2})
    for (Index d : {3, 50}) b->Args({20000, d, threads});
  b->ArgNames({"n", "d", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
}
void crossover(benchmark::internal::Benchmark* b) {
  for (Index d : {6, 8, 10, 12, 16}) b->Args({20000, d, 1});
}

BENCHMARK(BM_NeighborsBlocked)->Apply(sizes)->Apply(crossover);
BENCHMARK(BM_NeighborsTree)->Apply(sizes)->Apply(crossover);
BENCHMARK(BM_NeighborsProducts)->Apply(sizes);
BENCHMARK(BM_NeighborsBlocked)->Args({100000, 50, 1});
BENCHMARK(BM_NeighborsProducts)->Args({100000, 50, 1});

}  // namespace
}  // namespace mercer
