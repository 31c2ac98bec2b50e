// Method auto, at the sizes it is meant to answer at: 10,000 x 10 in 3 s, 100,000 x 2 with 100 clusters in 6
// s, 1,000,000 x 2 in 90 s, on two cores. And the methods that came with it, alone.
//
//   build/bench/mercer_bench --benchmark_filter=Auto
#include <benchmark/benchmark.h>

#include "mercer/mercer.hpp"

namespace mercer {
namespace {

void run(benchmark::State& state, const Method& method) {
  GenerateOptions options;
  options.size = state.range(0);
  options.dimensions = state.range(1);
  options.clusters = state.range(2);
  const Generated set = generate("blobs", options);
  const Data X(set.points);
  Result result;
  for (auto _ : state)
    result = cluster(
        X, {.clusters = state.range(2), .method = method, .threads = static_cast<int>(state.range(3))});
  state.counters["ari"] = score(result.labels, set.labels).ari;
}

void BM_Auto(benchmark::State& state) { run(state, Auto{}); }
void BM_AutoMixture(benchmark::State& state) { run(state, Mixture{}); }
void BM_AutoGraphLinkage(benchmark::State& state) { run(state, GraphLinkage{}); }

// Points, columns, clusters, threads.
BENCHMARK(BM_Auto)
    ->Args({10'000, 10, 10, 2})
    ->Args({100'000, 2, 100, 2})
    ->Args({1'000'000, 2, 10, 2})
    ->Args({60'000, 16, 10, 2})
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->UseRealTime();
BENCHMARK(BM_AutoMixture)->Args({100'000, 8, 10, 2})->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK(BM_AutoGraphLinkage)
    ->Args({100'000, 2, 10, 2})
    ->Args({1'000'000, 2, 10, 2})
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->UseRealTime();

}  // namespace
}  // namespace mercer
