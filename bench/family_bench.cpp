// The family on blobs: 25 clusters in 16 dimensions, one start; the sizes at which peers were timed. An
// iteration of a soft rule beside its floor: the values of the kernel, once, and their product with 25
// columns.
//
//   build/bench/mercer_bench --benchmark_filter='fuzzy|Floor'
#include <benchmark/benchmark.h>

#include "core/blas.hpp"
#include "core/parallel.hpp"
#include "engine/fit.hpp"
#include "gram/point_gram.hpp"
#include "mercer/mercer.hpp"
#include "space/gram_space.hpp"

namespace mercer {
namespace {

const Data& blobs(Index n) {
  static Index made = 0;
  static Data points;
  if (made != n) {
    made = n;
    GenerateOptions options;
    options.size = n;
    options.clusters = 25;
    options.dimensions = 16;
    points = generate("blobs", options).points;
  }
  return points;
}

void run(benchmark::State& state, const Method& method, const Kernel& kernel) {
  const Options options{.clusters = 25,
                        .method = method,
                        .kernel = kernel,
                        .restarts = 1,
                        .threads = static_cast<int>(state.range(1))};
  Result result;
  for (auto _ : state) result = cluster(blobs(state.range(0)), options);
  state.counters["iterations"] = static_cast<double>(result.iterations);
  state.counters["objective"] = result.objective;
}

void input_sizes(benchmark::internal::Benchmark* b) {
  for (int threads : {1, 2}) b->Args({20000, threads});
  b->ArgNames({"n", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
}
void kernel_sizes(benchmark::internal::Benchmark* b) {
  for (int threads : {1, 2}) b->Args({4000, threads});
  b->ArgNames({"n", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
}

constexpr Index columns = 25;

std::shared_ptr<PointGram<float>> tiled_gram(Index n) {
  return std::make_shared<PointGram<float>>(
      std::make_shared<const KernelTiles<float>>(blobs(n), Gaussian{.sigma = 4.0}, true, Vector()));
}

// Steps of fuzzy c-means on a kernel of which nothing is stored.
void BM_FuzzyTiled(benchmark::State& state) {
  const ThreadScope scope(static_cast<int>(state.range(1)));
  const Index n = state.range(0);
  constexpr Index steps = 4;
  const GramSpace space(tiled_gram(n));
  const FitOptions options{.clusters = columns,
                           .max_iterations = steps,
                           .energy_tolerance = 0,
                           .weight_tolerance = 0,
                           .weights = Vector::Ones(n)};
  Matrix W = Matrix::Constant(n, columns, 1e-3);
  for (Index i = 0; i < n; ++i) W(i, i % columns) = 1;
  for (auto _ : state) benchmark::DoNotOptimize(fit(space, Fuzzy{.m = 1.2}, W, options)[0].energy);
  state.counters["step"] = benchmark::Counter(static_cast<double>(state.iterations() * steps),
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// All values of the kernel, tile by tile, and each tile by OpenBLAS with 25 columns of single precision.
void BM_FuzzyFloor(benchmark::State& state) {
  const ThreadScope scope(static_cast<int>(state.range(1)));
  const Index n = state.range(0);
  constexpr Index side = 512;
  const KernelTiles<float> tiles(blobs(n), Gaussian{.sigma = 4.0}, true, Vector());
  const MatrixOf<float> W = MatrixOf<float>::Constant(n, columns, 0.04F);
  MatrixOf<float> KW(n, columns);
  for (auto _ : state) {
    parallel_rows(n, side, [&](Index begin, Index end) {
      PointBlock<float> down, across;
      tiles.pack(begin, end, down);
      MatrixOf<float> K(side, side);
      for (Index first = 0; first < n; first += side) {
        const Index last = std::min(n, first + side);
        tiles.pack(first, last, across);
        tiles.evaluate(down, across, K.data(), side);
        blas::multiply(end - begin, columns, last - first, K.data(), side, W.row(first).data(), columns,
                       KW.row(begin).data(), columns);
      }
    });
    benchmark::DoNotOptimize(KW.data());
  }
  state.counters["step"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void floor_sizes(benchmark::internal::Benchmark* b) {
  for (int threads : {1, 2}) b->Args({20000, threads});
  b->ArgNames({"n", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK(BM_FuzzyTiled)->Apply(floor_sizes);
BENCHMARK(BM_FuzzyFloor)->Apply(floor_sizes);

#define MERCER_FAMILY(name, ...)                                                     \
  BENCHMARK_CAPTURE(run, name / input, __VA_ARGS__, NoKernel{})->Apply(input_sizes); \
  BENCHMARK_CAPTURE(run, name / gaussian, __VA_ARGS__, Gaussian{.sigma = 4.0})->Apply(kernel_sizes)

MERCER_FAMILY(fuzzy, Fuzzy{.m = 2.0});
MERCER_FAMILY(possibilistic, Possibilistic{.m = 2.0});
MERCER_FAMILY(k_harmonic, KHarmonic{});
MERCER_FAMILY(iwc, InverseWeighted{});
MERCER_FAMILY(neural_gas, NeuralGas{});
MERCER_FAMILY(som, Som{});
BENCHMARK_CAPTURE(run, som_online / input, Som{.online = true, .passes = 10}, NoKernel{})->Apply(input_sizes);

#undef MERCER_FAMILY

}  // namespace
}  // namespace mercer
