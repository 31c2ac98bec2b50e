// How long one pass takes: measured on a sample, in the arithmetic and with the threads of the real run.
#include <chrono>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "engine/sample.hpp"
#include "front/check.hpp"
#include "front/plan.hpp"
#include "front/spaces.hpp"
#include "front/vertices.hpp"
#include "gram/stored_gram.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"
#include "space/feature_space.hpp"
#include "space/gram_space.hpp"

namespace mercer {
namespace {

constexpr Index sample_size = 2048;

// A given matrix is sampled in rows and columns alike.
Data square_sample(const Data& matrix, const std::vector<Index>& rows) {
  const Matrix wide = matrix.take(rows).dense();
  return Matrix(wide(Eigen::all, rows));
}

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
  space.scan(P, {0, clusters}, [](Range, Block&) {});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Index rank_of(const Plan& way) {
  if (const auto* random = std::get_if<RandomFeatures>(&way.approx)) return random->features;
  return std::get<Nystrom>(way.approx).landmarks.value();
}

// A matrix that comes as a whole is read in every pass; its values don't matter to the clock.
template <class T>
std::shared_ptr<const Space> stored_space(Index size) {
  return std::make_shared<GramSpace>(std::make_shared<StoredGram<T>>(Packed<T>(size)));
}

// The space of a sample; features are given none of their values, which don't matter to the clock.
std::shared_ptr<const Space> sample_space(const Data& sample, const Options& options, const Plan& way) {
  if (way.storage == Storage::stored && comes_whole(options.kernel))
    return way.precision == Precision::single_ ? stored_space<float>(sample.size())
                                               : stored_space<double>(sample.size());
  if (way.storage != Storage::features)
    return build(sample, resolve(options.kernel, sample), options, way, nullptr).space;
  const Index rank = rank_of(way);
  if (way.precision == Precision::single_)
    return std::make_shared<FeatureSpace<float>>(MatrixOf<float>::Ones(sample.size(), rank));
  return std::make_shared<FeatureSpace<double>>(Matrix::Ones(sample.size(), rank));
}

}  // namespace

double pass_seconds(const Data& data, const Options& asked) {
  if (std::holds_alternative<Diffusion>(asked.kernel))  // the values of the matrix don't matter to the clock
    return pass_seconds(Matrix(Matrix::Ones(data.size(), data.size())), among_vertices(data, asked));
  const Options options = settle_clusters(asked);
  const ThreadScope scope(options.threads);
  Plan way = plan(data, asked);
  if (way.storage == Storage::stored && !comes_whole(options.kernel))
    way.storage = Storage::tiled;  // the first pass computes the matrix
  const std::vector<Index> rows = spread_sample(data.size(), sample_size);
  // A sample of a graph has hardly an edge; a pass over all of it is cheap.
  Data sample = data;
  if (way.storage != Storage::sparse)
    sample = is_precomputed(options.kernel) ? square_sample(data, rows) : data.take(rows);
  const auto space = sample_space(sample, options, way);
  seconds_of_pass(*space, options.clusters);  // warms up
  double seconds = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < 3; ++trial)  // the least disturbed one counts
    seconds = std::min(seconds, seconds_of_pass(*space, options.clusters));
  const double growth = static_cast<double>(data.size()) / static_cast<double>(sample.size());
  if (way.storage == Storage::vectors || way.storage == Storage::features || way.storage == Storage::tree)
    return seconds * growth;
  // The pass of a mini-batch run is the last one, over the points that the prototypes are means of.
  if (const auto* batches = std::get_if<MiniBatch>(&way.approx))
    return seconds * growth * static_cast<double>(options.clusters * batches->window.value()) /
           static_cast<double>(sample.size());
  return seconds * growth * growth;
}

}  // namespace mercer
