// Method auto, at the sizes it is meant to answer at: 10,000 x 10 in 3 s, 100,000 x 2 with 100 clusters in 6
// s, 1,000,000 x 2 in 90 s, on two cores. The search for the number of clusters, in fits of auto: at most 6
// at 5,000 points, 3 at 100,000. And the methods that came with it, by themselves.
//
//   build/bench/mercer_bench --benchmark_filter=Auto
#include <benchmark/benchmark.h>

#include <chrono>

#include "mercer/mercer.hpp"

namespace mercer {
namespace {

Generated blobs_of(const benchmark::State& state) {
  GenerateOptions options;
  options.size = state.range(0);
  options.dimensions = state.range(1);
  options.clusters = state.range(2);
  return generate("blobs", options);
}

void run(benchmark::State& state, const Method& method) {
  const Generated set = blobs_of(state);
  const Data X(set.points);
  Result result;
  for (auto _ : state)
    result = cluster(
        X, {.clusters = state.range(2), .method = method, .threads = static_cast<int>(state.range(3))});
  state.counters["ari"] = score(result.labels, set.labels).ari;
}

template <class F>
double seconds_of(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void BM_AutoNumber(benchmark::State& state) {
  const Data X(blobs_of(state).points);
  const int threads = static_cast<int>(state.range(3));
  Suggestion found;
  double search = 0;
  for (auto _ : state) search = seconds_of([&] { found = suggest_clusters(X, {.threads = threads}); });
  const Options fit{.clusters = found.clusters, .method = Auto{}, .threads = threads};
  state.counters["clusters"] = static_cast<double>(found.clusters);
  state.counters["fits"] = search / seconds_of([&] { cluster(X, fit); });
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
BENCHMARK(BM_AutoNumber)
    ->Args({5'000, 2, 5, 2})
    ->Args({5'000, 30, 5, 2})
    ->Args({5'000, 2, 30, 2})
    ->Args({100'000, 2, 5, 2})
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
