// Drawing by a potential that falls, several at a time: proposals are drawn by the potential as it is, and
// one is rejected as often as it has fallen meanwhile. What is kept has the same law as drawing one by one
// (Epperly, Tropp and Webber, Embrace rejection), at the speed of products of matrices.
#include "embed/landmarks.hpp"

#include <algorithm>
#include <numeric>

namespace mercer {
namespace {

// Below this share of what there was at first, the potential is rounding.
constexpr double negligible = 1e-6;

// `count` points with probability ~ weights_i left_i, repetitions allowed.
std::vector<Index> draw(const Vector& weights, const Vector& left, Index count, Random& random) {
  Vector sums(left.size());
  double total = 0;
  for (Index i = 0; i < left.size(); ++i) sums[i] = total += weights[i] * left[i];
  std::vector<Index> points;
  for (Index c = 0; c < count; ++c) {
    const double* at = std::upper_bound(sums.data(), sums.data() + sums.size(), random.uniform() * total);
    points.push_back(std::min<Index>(at - sums.data(), sums.size() - 1));
  }
  return points;
}

// Adds uniform ones up to `count`.
void complete(std::vector<Index>& chosen, Index n, Index count, Random& random) {
  std::vector<bool> taken(static_cast<std::size_t>(n));
  for (const Index i : chosen) taken[static_cast<std::size_t>(i)] = true;
  std::vector<Index> rest;
  for (Index i = 0; i < n; ++i)
    if (!taken[static_cast<std::size_t>(i)]) rest.push_back(i);
  for (std::size_t r = 0; static_cast<Index>(chosen.size()) < count; ++r) {
    const auto other = r + static_cast<std::size_t>(random.below(static_cast<std::int64_t>(rest.size() - r)));
    std::swap(rest[r], rest[other]);
    chosen.push_back(rest[r]);
  }
}

void by_potential(Control* control, Potential& potential, Index count, const Vector& weights, Random& random,
                  std::vector<Index>& chosen) {
  const Index together = std::clamp<Index>(count / 4, 16, 128);
  const double least = negligible * weights.dot(potential.left());
  while (static_cast<Index>(chosen.size()) < count && weights.dot(potential.left()) > least &&
         !(control && control->stop)) {
    const auto proposals = draw(weights, potential.left(), together, random);
    const auto more = potential.take(proposals, count - static_cast<Index>(chosen.size()), random);
    chosen.insert(chosen.end(), more.begin(), more.end());
  }
}

}  // namespace

std::vector<Index> choose_landmarks(const Gram& gram, Index count, LandmarkSampler sampler,
                                    const Vector& weights, std::uint64_t seed, Control* control,
                                    MatrixOf<float>* factor) {
  constexpr std::uint64_t stream = 2000;
  Random random(seed, stream);
  const Index n = gram.size();
  std::vector<Index> chosen;
  if (count < n && sampler == LandmarkSampler::rpcholesky) {
    const auto potential = residual_potential(gram, count);
    by_potential(control, *potential, count, weights, random, chosen);
    if (factor && static_cast<Index>(chosen.size()) == count) *factor = potential->factor();
  } else if (count < n && sampler == LandmarkSampler::plus_plus) {
    chosen = draw(weights, Vector::Ones(n), 1, random);
    by_potential(control, *distance_potential(gram, chosen[0]), count, weights, random, chosen);
  }
  complete(chosen, n, count, random);
  return chosen;
}

}  // namespace mercer
