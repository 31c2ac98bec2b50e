// Random Fourier features: a kernel of x - y is the mean of cos w.(x - y) over its spectral distribution
// (Bochner), here over a sample of it.
#include <cmath>

#include "core/random.hpp"
#include "embed/feature_map.hpp"
#include "kernels/functions.hpp"
#include "kernels/tiles.hpp"

namespace mercer {
namespace {

// Width s of the frequencies: exp(-gamma |x-y|^2) has normal ones of variance 2 gamma in each direction,
// exp(-|x-y| / sigma) multivariate Cauchy ones: normal / |normal|, divided by sigma.
void draw_frequency(const Kernel& kernel, Random& random, Eigen::Ref<Vector> w) {
  for (double& value : w) value = random.normal();
  if (const auto* g = std::get_if<Gaussian>(&kernel))
    w *= std::sqrt(2 * gamma_of(*g));
  else
    w /= std::abs(random.normal()) * std::get<Laplacian>(kernel).sigma.value();
}

std::vector<Index> random_points(Index n, Index most, std::uint64_t seed) {
  constexpr std::uint64_t stream = 2002;
  Random random(seed, stream);
  std::vector<Index> points;
  for (Index i = 0; i < std::min(n, most); ++i) points.push_back(n <= most ? i : random.below(n));
  return points;
}

}  // namespace

bool has_random_features(const Kernel& kernel) {
  const auto* g = std::get_if<Gaussian>(&kernel);
  return (g && !g->local) || std::holds_alternative<Laplacian>(kernel);
}

FeatureMap random_features(const Data& data, const Kernel& kernel, Index features, std::uint64_t seed) {
  constexpr std::uint64_t stream = 2001;
  Random random(seed, stream);
  FeatureMap map;
  map.centre = centre_of(data);
  map.frequencies.resize(data.dimensions(), (features + 1) / 2);
  Vector w(data.dimensions());
  for (Index c = 0; c < map.frequencies.cols(); ++c) {
    draw_frequency(kernel, random, w);
    map.frequencies.col(c) = w;
  }
  return map;
}

double kernel_error(const FeatureMap& map, const Data& data, const Kernel& kernel, std::uint64_t seed) {
  constexpr Index most = 256;
  const Data sample = data.take(random_points(data.size(), most, seed));
  const Index n = sample.size();
  if (n < 2) return 0;
  const KernelTiles<double> tiles(sample, kernel, false);
  PointBlock<double> block;
  tiles.pack(0, n, block);
  Matrix K(n, n);
  tiles.evaluate(block, block, K.data(), n);
  const Matrix Z = embed<double>(map, kernel, sample, 0, n).values;
  K.noalias() -= Z * Z.transpose();
  K.diagonal().setZero();
  return std::sqrt(K.squaredNorm() / static_cast<double>(n * (n - 1)));
}

}  // namespace mercer
