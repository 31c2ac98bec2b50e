// The methods beyond the engine, at the sizes at which peers are timed (bench/peers): spectral clustering
// with the full matrix and with near neighbours, the one-class SVM, mean shift, support vector clustering,
// kernel PCA.
//
//   build/bench/mercer_bench --benchmark_filter=Beyond
#include <benchmark/benchmark.h>

#include "mercer/mercer.hpp"

namespace mercer {
namespace {

Data blobs(Index n, Index dimensions) {
  GenerateOptions options;
  options.size = n;
  options.clusters = 5;
  options.dimensions = dimensions;
  return generate("blobs", options).points;
}

void run(benchmark::State& state, Options options, Index dimensions) {
  const Data X = blobs(state.range(0), dimensions);
  options.threads = static_cast<int>(state.range(1));
  options.restarts = 1;
  Result result;
  for (auto _ : state) result = cluster(X, options);
  state.counters["objective"] = result.objective;
  state.counters["iterations"] = static_cast<double>(result.iterations);
}

void BM_BeyondSpectral(benchmark::State& state) {
  run(state, {.clusters = 5, .method = Spectral{}, .kernel = Gaussian{.sigma = 1.0}}, 2);
}
void BM_BeyondSpectralNeighbors(benchmark::State& state) {
  run(state, {.clusters = 5, .method = Spectral{.neighbors = 10}}, 2);
}
void BM_BeyondOneClass(benchmark::State& state) {
  run(state, {.method = OneClass{.nu = 0.1}, .kernel = Gaussian{.sigma = 1.0}}, 8);
}
void BM_BeyondMeanShift(benchmark::State& state) {
  run(state, {.method = MeanShift{.bandwidth = 1.0, .profile = ShiftProfile::flat}}, 2);
}
void BM_BeyondContours(benchmark::State& state) {
  run(state, {.method = SupportVectorClustering{.outliers = 0.05}, .kernel = Gaussian{.sigma = 1.0}}, 2);
}
void BM_BeyondKernelPca(benchmark::State& state) {
  const Data X = blobs(state.range(0), 16);
  const EmbedOptions options{
      .dimensions = 10, .kernel = Gaussian{.sigma = 4.0}, .threads = static_cast<int>(state.range(1))};
  for (auto _ : state) benchmark::DoNotOptimize(embed(X, options).values.data());
}

template <Index n>
void size(benchmark::internal::Benchmark* b) {
  for (int threads : {1, 2}) b->Args({n, threads});
  b->ArgNames({"n", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
}

BENCHMARK(BM_BeyondSpectral)->Apply(size<5000>);
BENCHMARK(BM_BeyondSpectralNeighbors)->Apply(size<100000>);
BENCHMARK(BM_BeyondOneClass)->Apply(size<20000>);
BENCHMARK(BM_BeyondMeanShift)->Apply(size<10000>);
BENCHMARK(BM_BeyondContours)->Apply(size<2000>);
BENCHMARK(BM_BeyondKernelPca)->Apply(size<5000>);

}  // namespace
}  // namespace mercer
