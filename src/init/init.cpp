#include "init/init.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "engine/inverse_weighted.hpp"
#include "mercer/error.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

std::vector<Index> distinct_points(Index n, Index count, Random& random) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  for (Index i = 0; i < count; ++i)
    std::swap(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(i + random.below(n - i))]);
  all.resize(static_cast<std::size_t>(count));
  return all;
}

std::vector<Labels> start(const KernelPlusPlus&, const InitContext& c) {
  return nearest_seed_labels(c.space, plus_plus_seeds(c, c.hard.clusters), c.hard.control);
}

// Every cluster gets one point for certain, so that none starts empty.
std::vector<Labels> start(const RandomPartition&, const InitContext& c) {
  std::vector<Labels> all;
  for (Index r = 0; r < c.restarts; ++r) {
    Random random(c.seed, static_cast<std::uint64_t>(c.first + r));
    Labels labels(static_cast<std::size_t>(c.space.size()));
    for (int& label : labels) label = static_cast<int>(random.below(c.hard.clusters));
    const auto sure = distinct_points(c.space.size(), c.hard.clusters, random);
    for (std::size_t j = 0; j < sure.size(); ++j)
      labels[static_cast<std::size_t>(sure[j])] = static_cast<int>(j);
    all.push_back(std::move(labels));
  }
  return all;
}

std::vector<Labels> start(const InputKMeans&, const InitContext& c) {
  if (!c.points)
    throw Error(Fault::usage, "init = kmeans needs points, but the data are a kernel matrix; use kernel++");
  const VectorSpace input(*c.points);
  const InitContext inner{input, c.points, c.hard, c.first, c.restarts, c.seed, c.given};
  HardState state = assemble(input, start(KernelPlusPlus{}, inner), c.hard);
  lloyd(input, state, c.hard);
  std::vector<Labels> all;
  for (auto& s : state.starts) all.push_back(std::move(s.labels));
  return all;
}

std::vector<Labels> start(const RandomPoints&, const InitContext& c) {
  std::vector<std::vector<Index>> seeds;
  for (Index r = 0; r < c.restarts; ++r) {
    Random random(c.seed, static_cast<std::uint64_t>(c.first + r));
    seeds.push_back(distinct_points(c.space.size(), c.hard.clusters, random));
  }
  return nearest_seed_labels(c.space, seeds, c.hard.control);
}

// The point nearest to the mean of all in feature space; where k(x,x) is constant, the one of largest mean
// kernel.
Index medoid(const InitContext& c) {
  HardOptions one = c.hard;
  one.clusters = 1;
  const HardState all = assemble(c.space, {Labels(static_cast<std::size_t>(c.space.size()), 0)}, one);
  Index at = 0;
  own_distances(c.space, all, 0, one).minCoeff(&at);
  return at;
}

std::vector<Index> by_norm(const InitContext& c) {
  if (!c.points)
    throw Error(Fault::usage,
                "singleton:pick=least-norm needs points, but the data are a kernel matrix; use pick=medoid");
  std::vector<double> norms;
  for (Index begin = 0; begin < c.space.size(); begin += points_together) {
    PointBlock<double> block;
    pack(*c.points, Vector::Zero(c.points->dimensions()), begin,
         std::min(c.space.size(), begin + points_together), block);
    norms.insert(norms.end(), block.norms.begin(), block.norms.end());
  }
  std::vector<Index> order(norms.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return norms[static_cast<std::size_t>(a)] < norms[static_cast<std::size_t>(b)];
  });
  return order;
}

// n-k+1 points in cluster 0, the given ones alone in clusters 1 .. k-1 (the chapter's third initialisation).
Labels alone(Index n, const std::vector<Index>& points) {
  Labels labels(static_cast<std::size_t>(n), 0);
  for (std::size_t j = 0; j < points.size(); ++j)
    labels[static_cast<std::size_t>(points[j])] = static_cast<int>(j + 1);
  return labels;
}

std::vector<Labels> start(const Singleton& singleton, const InitContext& c) {
  const Index n = c.space.size(), singles = c.hard.clusters - 1;
  if (singles == 0) return {Labels(static_cast<std::size_t>(n), 0)};
  if (singleton.pick == "least-norm") {
    auto order = by_norm(c);
    order.resize(static_cast<std::size_t>(singles));
    return {alone(n, order)};
  }
  std::vector<Labels> all;
  if (singleton.pick == "random") {
    for (Index r = 0; r < c.restarts; ++r) {
      Random random(c.seed, static_cast<std::uint64_t>(c.first + r));
      all.push_back(alone(n, distinct_points(n, singles, random)));
    }
    return all;
  }
  std::int64_t index = -1;
  if (singleton.pick != "medoid" && (!grammar::parse(singleton.pick, index) || index < 0 || index >= n))
    throw Error(Fault::usage,
                fmt::format("singleton: pick = '{}' is not medoid, random, least-norm or a point's index "
                            "from 0 to {}",
                            singleton.pick, n - 1));
  const Index first = singleton.pick == "medoid" ? medoid(c) : index;
  if (singles == 1) return {alone(n, {first})};
  // The further ones are spread by k-means++ from the first.
  for (const auto& seeds : plus_plus_seeds(c, singles, first)) all.push_back(alone(n, seeds));
  return all;
}

// Fast global kernel k-means: from one cluster on, each next one is seeded where it gains most.
std::vector<Labels> start(const GlobalSearch&, const InitContext& c) {
  HardState state = assemble(c.space, {Labels(static_cast<std::size_t>(c.space.size()), 0)}, c.hard);
  for (Index j = 1; j < c.hard.clusters; ++j) {
    const Vector d = own_distances(c.space, state, 0, c.hard);
    const Seed seed = best_seed(c.space, d, c.hard.weights, c.hard.control);
    if (c.hard.control && c.hard.control->stop) break;
    Matrix D2;
    c.space.to_points(std::span(&seed.point, 1), D2, c.hard.control);
    Labels labels = state.starts[0].labels;
    for (Index i = 0; i < c.space.size(); ++i)
      if (i == seed.point || D2(i, 0) < d[i]) labels[static_cast<std::size_t>(i)] = static_cast<int>(j);
    relabel(c.space, state, 0, labels, c.hard);
    state.starts[0].iterations = 0;
    lloyd(c.space, state, c.hard);
  }
  return {state.starts[0].labels};
}

// Every point to its nearest prototype; all starts at once.
std::vector<Labels> start(const InverseWeightedStart&, const InitContext& c) {
  const FitOptions options{.clusters = c.hard.clusters,
                           .max_iterations = c.hard.max_iterations,
                           .weight_tolerance = rest_of<InverseWeighted>(),
                           .weights = c.hard.weights,
                           .control = c.hard.control};
  std::vector<Random> random;
  for (Index r = 0; r < c.restarts; ++r) random.emplace_back(c.seed, static_cast<std::uint64_t>(c.first + r));
  const Matrix W = random_weights(c.space.size(), c.hard.clusters, random);
  const Critical at = critical(c.space, c.hard.weights);
  std::vector<Labels> all;
  for (const auto& own : fit_inverse_weighted(c.space, InverseWeighted{}, W, at, random, options)) {
    Prototypes P;
    c.space.place(c.hard.weights.asDiagonal() *
                      (own.fit.weights.size() > 0 ? own.fit.weights : W.leftCols(c.hard.clusters)),
                  P, c.hard.control);
    const Matrix D2 = all_distances(c.space, P);
    Labels labels(static_cast<std::size_t>(c.space.size()));
    for (Index i = 0; i < D2.rows(); ++i) {
      Index nearest = 0;
      D2.row(i).minCoeff(&nearest);
      labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest);
    }
    all.push_back(std::move(labels));
  }
  return all;
}

std::vector<Labels> start(const GivenLabels&, const InitContext& c) {
  const auto n = static_cast<std::size_t>(c.space.size());
  if (c.given.size() != n)
    throw Error(Fault::data,
                fmt::format("{} starting labels for {} points; give one per point", c.given.size(), n));
  for (std::size_t i = 0; i < n; ++i)
    if (c.given[i] < 0 || c.given[i] >= c.hard.clusters)
      throw Error(Fault::data, fmt::format("starting label {} of point {} is not in 0 .. {}", c.given[i],
                                           i + 1, c.hard.clusters - 1));
  return {c.given};
}

}  // namespace

Index different_starts(const Init& init, Index clusters, Index restarts) {
  if (std::holds_alternative<GlobalSearch>(init) || std::holds_alternative<GivenLabels>(init) ||
      clusters == 1)
    return 1;
  const auto* singleton = std::get_if<Singleton>(&init);
  if (!singleton || singleton->pick == "random") return restarts;
  return clusters == 2 || singleton->pick == "least-norm" ? 1 : restarts;
}

std::vector<Labels> initialise(const Init& init, const InitContext& context) {
  return std::visit([&](const auto& choice) { return start(choice, context); }, init);
}

}  // namespace mercer
