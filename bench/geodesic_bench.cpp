// Distances along a graph of 10 neighbours, and the constant that makes them Euclidean; two threads. The
// goals, against SciPy on the same points: all paths at n = 5000 six times as fast as
// scipy.sparse.csgraph.shortest_path(method="D"), the constant at n = 3000 five times as fast as ARPACK
// (scipy.sparse.linalg.eigs) on the operator of size 2n.
//
//   build/bench/mercer_bench --benchmark_filter='Paths|AdditiveConstant|GeodesicLandmarks'
#include <benchmark/benchmark.h>

#include "core/parallel.hpp"
#include "gram/additive_constant.hpp"
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
  const ThreadScope threads(2);
  const SparseMatrix graph = neighborhood(moons(state.range(0)), Geodesic{}, 2).edges;
  for (auto _ : state) benchmark::DoNotOptimize(all_geodesics<double>(graph, nullptr).far);
}

void BM_AdditiveConstant(benchmark::State& state) {
  const ThreadScope threads(2);
  const auto paths = all_geodesics<double>(neighborhood(moons(state.range(0)), Geodesic{}, 2).edges, nullptr);
  for (auto _ : state) benchmark::DoNotOptimize(additive_constant(paths.G, DistanceShift::cailliez).constant);
}

void BM_GeodesicLandmarks(benchmark::State& state) {
  const Matrix points = moons(state.range(0));
  const Options options{.clusters = 2, .kernel = Geodesic{.landmarks = 1000}, .threads = 2};
  for (auto _ : state) benchmark::DoNotOptimize(cluster(points, options).objective);
}

BENCHMARK(BM_Paths)->Arg(2000)->Arg(5000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_AdditiveConstant)->Arg(3000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_GeodesicLandmarks)->Arg(100000)->Unit(benchmark::kSecond)->UseRealTime()->Iterations(1);

}  // namespace
}  // namespace mercer
