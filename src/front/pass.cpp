// How long one pass takes: measured on a sample, in the arithmetic and with the threads of the real run.
#include <chrono>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "engine/stiffness.hpp"
#include "front/check.hpp"
#include "front/plan.hpp"
#include "front/spaces.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"

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
  Matrix D2;
  space.distances(P, {0, space.size()}, {0, clusters}, D2);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double pass_seconds(const Data& data, const Options& options) {
  const ThreadScope scope(options.threads);
  Plan way = plan(data, options);
  if (way.storage == Storage::stored) way.storage = Storage::tiled;  // the first pass computes the matrix
  const std::vector<Index> rows = spread_sample(data.size(), sample_size);
  // A sample of a graph has hardly an edge; a pass over all of it is cheap.
  Data sample = data;
  if (way.storage != Storage::sparse)
    sample = is_precomputed(options.kernel) ? square_sample(data, rows) : data.take(rows);
  const Built built = build(sample, resolve(options.kernel, sample), options.method, way, nullptr);
  seconds_of_pass(*built.space, options.clusters);  // warms up
  double seconds = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < 3; ++trial)  // the least disturbed one counts
    seconds = std::min(seconds, seconds_of_pass(*built.space, options.clusters));
  const double growth = static_cast<double>(data.size()) / static_cast<double>(sample.size());
  return seconds * (way.storage == Storage::vectors ? growth : growth * growth);
}

}  // namespace mercer
