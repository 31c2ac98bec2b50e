// The steps of the connectivity kernel on three noisy spirals in the plane: spanning tree, dendrogram, tree
// cut.
#include <benchmark/benchmark.h>

#include "beyond/linkage.hpp"
#include "beyond/tree_cut.hpp"
#include "core/parallel.hpp"
#include "gram/tree_gram.hpp"
#include "graph/dendrogram.hpp"
#include "graph/spanning_tree.hpp"
#include "mercer/generate.hpp"

namespace mercer {
namespace {

Data spirals(Index n) {
  GenerateOptions options;
  options.size = n;
  return generate("spirals", options).points;
}

void BM_SpanningTree(benchmark::State& state) {
  const Data data = spirals(state.range(0));
  const ThreadScope scope(static_cast<int>(state.range(1)));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        spanning_tree(data, {.min_points = static_cast<int>(state.range(2))}).edges.data());
}

void BM_Dendrogram(benchmark::State& state) {
  const auto edges = spanning_tree(spirals(state.range(0)), {}).edges;
  for (auto _ : state) benchmark::DoNotOptimize(ultrametric_of(single_linkage(edges)).parent.data());
}

void BM_TreeCut(benchmark::State& state) {
  const Ultrametric tree = ultrametric_of(single_linkage(spanning_tree(spirals(state.range(0)), {}).edges));
  for (auto _ : state) benchmark::DoNotOptimize(tree_cut(tree, {.clusters = 3}).cost);
}

// All three, as a clustering needs them.
void BM_Connectivity(benchmark::State& state) {
  const Data data = spirals(state.range(0));
  const ThreadScope scope(static_cast<int>(state.range(1)));
  for (auto _ : state) {
    const auto tree = spanning_tree(data, {});
    benchmark::DoNotOptimize(tree_cut(ultrametric_of(single_linkage(tree.edges)), {.clusters = 3}).cost);
  }
}

// A product of the n x n matrix with one column.
void BM_TreeProduct(benchmark::State& state) {
  const TreeGram gram(std::make_shared<const Ultrametric>(
      ultrametric_of(single_linkage(spanning_tree(spirals(state.range(0)), {}).edges))));
  const Matrix W = Matrix::Ones(gram.size(), 1);
  Matrix KW;
  for (auto _ : state) gram.apply(W, KW);
}

constexpr Index middle = 100'000, large = 1'000'000, huge = 10'000'000;

BENCHMARK(BM_SpanningTree)
    ->ArgNames({"n", "threads", "min_points"})
    ->ArgsProduct({{middle, large}, {1, 2}, {1, 5}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Dendrogram)->ArgName("n")->Arg(middle)->Arg(large)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_TreeCut)->ArgName("n")->Arg(middle)->Arg(large)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_TreeProduct)->ArgName("n")->Arg(middle)->Arg(large)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Connectivity)
    ->ArgNames({"n", "threads"})
    ->ArgsProduct({{middle, large, huge}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mercer
