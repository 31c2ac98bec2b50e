// The family on blobs: 25 clusters in 16 dimensions, one start; the sizes at which peers were timed.
#include <benchmark/benchmark.h>

#include "mercer/mercer.hpp"

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
