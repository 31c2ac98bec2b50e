// How long one pass takes: measured on a sample, in the arithmetic and with the threads of the real run.
#include <chrono>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "engine/sample.hpp"
#include "front/method.hpp"
#include "front/order.hpp"
#include "front/part.hpp"
#include "gram/stored_gram.hpp"
#include "ground/foot.hpp"
#include "ground/ground.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"
#include "space/feature_space.hpp"
#include "space/gram_space.hpp"

namespace mercer {
namespace {

constexpr Index sample_size = 2048;

// One label a point: what the first iteration adds up, and the distances after it.
double seconds_of_pass(const Space& space, Index clusters) {
  SparseRows labels;
  for (Index i = 0; i < space.size(); ++i) {
    labels.add_row(i);
    labels.add(i % clusters, 1.0);
  }
  const auto start = std::chrono::steady_clock::now();
  Prototypes P = space.none(clusters);
  space.move(labels, P);
  Matrix D2;
  space.distances(P, {0, space.size()}, {0, clusters}, D2);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Features of a point.
Index rank_of(const FullPlan& way) {
  return std::visit(
      [&]<class A>(const A& approx) -> Index {
        if constexpr (requires { approx.features; })
          return approx.features;
        else if constexpr (requires { approx.landmarks; })
          return approx.landmarks.value();
        else
          return way.landmarks;
      },
      way.summary.approx);
}

// A matrix that comes as a whole is read in every pass; its values don't matter to the clock.
template <class T>
std::shared_ptr<const Space> stored_space(Index size) {
  return std::make_shared<GramSpace>(std::make_shared<StoredGram<T>>(Packed<T>(size)));
}

// The space of a sample; features are given none of their values, which don't matter to the clock.
std::shared_ptr<const Space> sample_space(const Data& sample, const Options& options, const FullPlan& way) {
  const Plan& plan = way.summary;
  const bool single = plan.precision == Precision::single_;
  if (plan.storage == Storage::stored && comes_whole(options.kernel))
    return single ? stored_space<float>(sample.size()) : stored_space<double>(sample.size());
  if (plan.storage != Storage::features) {
    const Needs needs = needs_of(options);
    return climb(sample, resolve(options.kernel, sample),
                 {.storage = plan.storage,
                  .precision = plan.precision,
                  .preimages = prototypes_in_input(method_of(options)),
                  .neighbors = needs.neighbors,
                  .clusters = options.clusters})
        .space;
  }
  const Index rank = rank_of(way);
  if (single) return std::make_shared<FeatureSpace<float>>(MatrixOf<float>::Ones(sample.size(), rank));
  return std::make_shared<FeatureSpace<double>>(Matrix::Ones(sample.size(), rank));
}

// Of a kernel matrix that is yet to be made, whose values don't matter to the clock; of a graph all, for a
// sample of it has hardly an edge, and a pass over all of it is cheap.
Data sample_of(const Data& data, const Options& asked, const Order& order) {
  if (order.plan.summary.storage == Storage::sparse) return data;
  const std::vector<Index> rows = spread_sample(data.size(), sample_size);
  const auto side = static_cast<Index>(rows.size());
  if (is_replaced(asked.kernel)) return Matrix(Matrix::Ones(side, side));
  return part_of(data, order.options.kernel, rows);
}

}  // namespace

double pass_seconds(const Data& data, const Options& asked) {
  const ThreadScope scope(std::max(0, asked.threads));
  Order order = order_of(data, asked);
  const Options& options = order.options;
  Plan& way = order.plan.summary;
  if (way.storage == Storage::stored && !comes_whole(options.kernel))
    way.storage = Storage::tiled;  // the first pass computes the matrix
  const Data sample = sample_of(data, asked, order);
  const auto space = sample_space(sample, options, order.plan);
  seconds_of_pass(*space, options.clusters);  // warms up
  double seconds = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < 3; ++trial)  // the least disturbed one counts
    seconds = std::min(seconds, seconds_of_pass(*space, options.clusters));
  const double growth = static_cast<double>(data.size()) / static_cast<double>(sample.size());
  if (way.storage == Storage::vectors || way.storage == Storage::features || way.storage == Storage::tree)
    return seconds * growth;
  // The pass of a mini-batch run is the last one, over the points that the prototypes are means of.
  if (const auto* batches = batches_of(way.approx))
    return seconds * growth * static_cast<double>(options.clusters * batches->window.value()) /
           static_cast<double>(sample.size());
  return seconds * growth * growth;
}

}  // namespace mercer
