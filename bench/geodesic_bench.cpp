// Distances along a graph of 10 neighbours, and the constant that makes them Euclidean. The goals, with two
// threads against SciPy on such points (bench/peers/geodesics.py): all paths at n = 5000 six times as fast as
// scipy.sparse.csgraph.shortest_path(method="D"), the constant at n = 3000 five times as fast as ARPACK
// (scipy.sparse.linalg.eigs) on the operator of size 2n.
//
//   build/bench/mercer_bench --benchmark_filter='Paths|AdditiveConstant|GeodesicLandmarks'
#include <benchmark/benchmark.h>

#include "core/parallel.hpp"
#include "gram/additive_constant.hpp"
#include "gram/diffusion.hpp"
#include "gram/geodesics.hpp"
#include "graph/neighborhood.hpp"
#include "mercer/cluster.hpp"
#include "mercer/generate.hpp"

namespace mercer {
namespace {

Matrix moons(Index n) {
  GenerateOptions options;
  options.size = n;
  return generate("two-moons", options).points;
}

void BM_Paths(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  const SparseMatrix graph = neighborhood(moons(state.range(0)), Geodesic{}, 2).edges;
  for (auto _ : state) benchmark::DoNotOptimize(all_geodesics<double>(graph, nullptr).far);
}

void BM_AdditiveConstant(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  const auto paths = all_geodesics<double>(neighborhood(moons(state.range(0)), Geodesic{}, 2).edges, nullptr);
  for (auto _ : state) benchmark::DoNotOptimize(additive_constant(paths.G, DistanceShift::cailliez).constant);
}

void BM_GeodesicLandmarks(benchmark::State& state) {
  const Matrix points = moons(state.range(0));
  const Options options{.clusters = 2, .kernel = Geodesic{.landmarks = 1000}, .threads = 2};
  for (auto _ : state) benchmark::DoNotOptimize(cluster(points, options).objective);
}

// Heat that has spread over the same graph.
void BM_Diffusion(benchmark::State& state) {
  const ThreadScope threads(static_cast<int>(state.range(1)));
  SparseMatrix graph = neighborhood(moons(state.range(0)), Geodesic{}, 2).edges;
  for (Index e = 0; e < graph.nonZeros(); ++e) graph.valuePtr()[e] = 1;
  for (auto _ : state) benchmark::DoNotOptimize(diffusion_kernel(graph, {}, nullptr).sum());
}

void sizes(benchmark::internal::Benchmark* bench, std::initializer_list<int> all) {
  bench->ArgNames({"n", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
  for (const int n : all)
    for (const int threads : {1, 2}) bench->Args({n, threads});
}
BENCHMARK(BM_Paths)->Apply([](auto* bench) { sizes(bench, {2000, 5000}); });
BENCHMARK(BM_AdditiveConstant)->Apply([](auto* bench) { sizes(bench, {3000}); });
BENCHMARK(BM_Diffusion)->Apply([](auto* bench) { sizes(bench, {2000, 5000}); });
BENCHMARK(BM_GeodesicLandmarks)->Arg(100000)->Unit(benchmark::kSecond)->UseRealTime()->Iterations(1);

}  // namespace
}  // namespace mercer
