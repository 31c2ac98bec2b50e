// Gram, one iteration, and end to end, on the data of docs/benchmarks: a mixture of ten Gaussians in 50
// dimensions, Gaussian kernel with gamma = 0.01. Read the lines as ratios of one run; seconds belong to the
// machine.
//
//   make bench                                              all lines, one thread and two
//   build/bench/mercer_bench --benchmark_filter=EndToEnd    some of them
#include <benchmark/benchmark.h>

#include <map>
#include <numeric>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "engine/hard.hpp"
#include "gram/point_gram.hpp"
#include "gram/stored_gram.hpp"
#include "mercer/cluster.hpp"
#include "space/gram_space.hpp"

namespace mercer {
namespace {

constexpr Index dimensions = 50, components = 10;
const Kernel kernel = Gaussian{.gamma = 0.01};

const MatrixOf<float>& mixture(Index n) {
  static std::map<Index, MatrixOf<float>> made;
  auto& X = made[n];
  if (X.rows() > 0) return X;
  Random random(1);
  MatrixOf<float> centres(components, dimensions);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = static_cast<float>(random.normal());
  X.resize(n, dimensions);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < dimensions; ++j)
      X(i, j) = centres(i % components, j) + static_cast<float>(random.normal());
  return X;
}

Data data(Index n) { return Data::view(mixture(n).data(), n, dimensions); }

template <class T>
std::shared_ptr<PointGram<T>> points(Index n) {
  return std::make_shared<PointGram<T>>(std::make_shared<const KernelTiles<T>>(data(n), kernel, true));
}

SparseRows one_label_each(Index n) {
  SparseRows dW;
  for (Index i = 0; i < n; ++i) {
    dW.add_row(i);
    dW.add(i % components, 1.0);
  }
  return dW;
}

// Kernel evaluations a second.
void count_evaluations(benchmark::State& state, Index n) {
  state.counters["evaluations/s"] = benchmark::Counter(static_cast<double>(n) * static_cast<double>(n),
                                                       benchmark::Counter::kIsIterationInvariantRate);
}

template <class T>
void BM_GramStored(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  const Index n = state.range(0);
  for (auto _ : state) benchmark::DoNotOptimize(StoredGram<T>(points<T>(n)).size());
  count_evaluations(state, n);
}

// One pass of hard clustering: every row added to the sums of its cluster.
template <class T>
void BM_PassTiled(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  const Index n = state.range(0);
  const auto gram = points<T>(n);
  const SparseRows dW = one_label_each(n);
  for (auto _ : state) {
    Matrix sums = Matrix::Zero(n, components);
    gram->update(dW, sums);
    benchmark::DoNotOptimize(sums.data());
  }
  count_evaluations(state, n);
}

template <class T>
void BM_PassStored(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  const Index n = state.range(0);
  const StoredGram<T> gram(points<T>(n));
  const SparseRows dW = one_label_each(n);
  for (auto _ : state) {
    Matrix sums = Matrix::Zero(n, components);
    gram.update(dW, sums);
    benchmark::DoNotOptimize(sums.data());
  }
  count_evaluations(state, n);
}

// One pass of a soft method: a product with dense weights.
template <class T>
void BM_ProductTiled(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  const Index n = state.range(0);
  const auto gram = points<T>(n);
  const Matrix W = Matrix::Constant(n, components, 0.1);
  Matrix KW;
  for (auto _ : state) {
    gram->apply(W, KW);
    benchmark::DoNotOptimize(KW.data());
  }
  count_evaluations(state, n);
}

void end_to_end(benchmark::State& state, Options options) {
  const Index n = state.range(0);
  options.clusters = components;
  options.threads = static_cast<int>(state.range(1));
  options.restarts = 1;
  Result result;
  for (auto _ : state) result = cluster(data(n), options);
  state.counters["passes"] =
      static_cast<double>(result.evaluations) / static_cast<double>(n) / static_cast<double>(n);
  state.counters["iterations"] = static_cast<double>(result.iterations);
  state.counters["objective"] = result.objective;
}
void BM_EndToEndInputSpace(benchmark::State& state) { end_to_end(state, {}); }
void BM_EndToEndStored(benchmark::State& state) {
  end_to_end(state, {.kernel = kernel, .storage = Holding::stored});
}
void BM_EndToEndTiled(benchmark::State& state) {
  end_to_end(state, {.kernel = kernel, .storage = Holding::tiled});
}
void BM_EndToEndSoft(benchmark::State& state) { end_to_end(state, {.method = Softmax{}, .kernel = kernel}); }

void at(benchmark::internal::Benchmark* b, std::initializer_list<Index> all) {
  for (int threads : {1, 2})
    for (Index n : all) b->Args({n, threads});
  b->ArgNames({"n", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
}
void sizes(benchmark::internal::Benchmark* b) { at(b, {2000, 10000}); }
void size_of_goals(benchmark::internal::Benchmark* b) { at(b, {20000}); }  // docs/benchmarks.md

BENCHMARK(BM_GramStored<float>)->Apply(sizes)->Apply(size_of_goals);
BENCHMARK(BM_GramStored<double>)->Apply(sizes);
BENCHMARK(BM_PassTiled<float>)->Apply(sizes);
BENCHMARK(BM_PassTiled<double>)->Apply(sizes);
BENCHMARK(BM_PassStored<float>)->Apply(sizes);
BENCHMARK(BM_ProductTiled<float>)->Apply(sizes);
BENCHMARK(BM_EndToEndInputSpace)->Apply(sizes);
BENCHMARK(BM_EndToEndStored)->Apply(sizes);
BENCHMARK(BM_EndToEndTiled)->Apply(sizes);
BENCHMARK(BM_EndToEndSoft)->Apply(sizes);

}  // namespace
}  // namespace mercer
