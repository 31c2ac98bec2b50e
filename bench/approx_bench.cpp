// The approximations, part by part and end to end, on the mixture of kernel_kmeans_bench: ten Gaussians in 50
// dimensions, Gaussian kernel with gamma = 0.01, k = 10, one start.
//
//   build/bench/mercer_bench --benchmark_filter='Landmarks|Embed|Approx'
#include <benchmark/benchmark.h>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "embed/feature_map.hpp"
#include "embed/landmarks.hpp"
#include "gram/point_gram.hpp"
#include "mercer/cluster.hpp"

namespace mercer {
namespace {

constexpr Index points = 20000, dimensions = 50, components = 10;
const Kernel kernel = Gaussian{.gamma = 0.01};

Data mixture() {
  static const MatrixOf<float> X = [] {
    Random random(1);
    MatrixOf<float> centres(components, dimensions), made(points, dimensions);
    for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = static_cast<float>(random.normal());
    for (Index i = 0; i < points; ++i)
      for (Index j = 0; j < dimensions; ++j)
        made(i, j) = centres(i % components, j) + static_cast<float>(random.normal());
    return made;
  }();
  return Data::view(X.data(), points, dimensions);
}

PointGram<float> gram() {
  return PointGram<float>(std::make_shared<const KernelTiles<float>>(mixture(), kernel, false));
}

void BM_Landmarks(benchmark::State& state) {
  const ThreadScope threads(1);
  const auto sampler = static_cast<LandmarkSampler>(state.range(1));
  state.SetLabel(grammar::format(sampler));
  const auto K = gram();
  for (auto _ : state)
    benchmark::DoNotOptimize(choose_landmarks(K, state.range(0), sampler, Vector::Ones(points), 1).data());
}

void BM_EmbedNystrom(benchmark::State& state) {
  const ThreadScope threads(1);
  const auto K = gram();
  const auto landmarks =
      choose_landmarks(K, state.range(0), LandmarkSampler::uniform, Vector::Ones(points), 1);
  for (auto _ : state) {
    const FeatureMap map = nystrom_map(K, mixture(), kernel, landmarks, 1e-5);
    benchmark::DoNotOptimize(embed<float>(map, kernel, mixture(), 0, points).values.data());
  }
}

void BM_EmbedRandomFeatures(benchmark::State& state) {
  const ThreadScope threads(1);
  for (auto _ : state) {
    const FeatureMap map = random_features(mixture(), kernel, state.range(0), 1);
    benchmark::DoNotOptimize(embed<float>(map, kernel, mixture(), 0, points).values.data());
  }
}

void end_to_end(benchmark::State& state, const Approx& approx) {
  Options options{.clusters = components, .kernel = kernel, .approx = approx, .restarts = 1};
  options.threads = 1;
  Result result;
  for (auto _ : state) result = cluster(mixture(), options);
  state.counters["iterations"] = static_cast<double>(result.iterations);
  state.counters["objective"] = result.objective;
}
void BM_ApproxNystrom(benchmark::State& state) { end_to_end(state, Nystrom{.landmarks = state.range(0)}); }
void BM_ApproxRandomFeatures(benchmark::State& state) {
  end_to_end(state, RandomFeatures{.features = state.range(0)});
}
void BM_ApproxMiniBatch(benchmark::State& state) { end_to_end(state, MiniBatch{.size = state.range(0)}); }

BENCHMARK(BM_Landmarks)
    ->ArgsProduct({{200, 500}, {0, 1, 2}})
    ->ArgNames({"landmarks", "sampler"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_EmbedNystrom)->Arg(200)->Arg(500)->ArgName("landmarks")->Unit(benchmark::kMillisecond);
BENCHMARK(BM_EmbedRandomFeatures)->Arg(500)->Arg(2000)->ArgName("features")->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ApproxNystrom)->Arg(200)->Arg(500)->ArgName("landmarks")->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ApproxRandomFeatures)->Arg(500)->ArgName("features")->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ApproxMiniBatch)->Arg(1024)->ArgName("size")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mercer
