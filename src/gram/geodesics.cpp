#include "gram/geodesics.hpp"

#include <cmath>

#include "core/parallel.hpp"
#include "graph/path_batch.hpp"

namespace mercer {
namespace {

// Distances of the vertices that one search started from, to all: each in its row of the tiles from its own
// block on. Vertices are numbered as they were walked.
template <class T>
void put_rows(Packed<T>& G, const std::vector<int>& order, Index first, Index count,
              const std::vector<PathBatch::Distances>& distances) {
  std::vector<T> row(order.size());
  for (Index lane = 0; lane < count; ++lane) {
    for (std::size_t v = 0; v < order.size(); ++v)
      row[static_cast<std::size_t>(order[v])] = static_cast<T>(distances[v][static_cast<std::size_t>(lane)]);
    const Index i = order[static_cast<std::size_t>(first + lane)], own = i / G.width();
    for (Index j = own; j < G.blocks(); ++j) {
      const Range columns = G.range(j);
      std::copy_n(row.data() + columns.begin, columns.size(),
                  G.tile(own, j) + i % G.width() * columns.size());
    }
  }
}

double largest_finite(const std::vector<PathBatch::Distances>& distances) {
  double largest = 0;
  for (const auto& lanes : distances)
    for (const double g : lanes)
      if (std::isfinite(g)) largest = std::max(largest, g);
  return largest;
}

// The lower half of the tiles on the diagonal from the upper one.
template <class T>
void mirror_diagonal(Packed<T>& G) {
  for (Index b = 0; b < G.blocks(); ++b) {
    const Index width = G.range(b).size();
    Eigen::Map<MatrixOf<T>> tile(G.tile(b, b), width, width);
    for (Index i = 0; i < width; ++i)
      for (Index j = 0; j < i; ++j) tile(i, j) = tile(j, i);
  }
}

}  // namespace

template <class T>
GeodesicDistances<T> all_geodesics(const SparseMatrix& graph, Control* control) {
  constexpr Index lanes = PathBatch::lanes, together = 4 * lanes;
  const Index n = graph.rows();
  const WalkedGraph walked = walk(graph);
  GeodesicDistances<T> out{Packed<T>(n), 0};
  std::vector<double> largest(static_cast<std::size_t>((n + lanes - 1) / lanes), 0);
  Progress progress(control, "shortest paths", n);
  parallel_rows(n, together, [&](Index begin, Index end) {
    PathBatch paths(walked.graph);
    for (Index first = begin; first < end && !progress.stopped(); first += lanes) {
      const Index count = std::min(lanes, end - first);
      const auto& distances = paths.from(static_cast<int>(first), static_cast<int>(count));
      largest[static_cast<std::size_t>(first / lanes)] = largest_finite(distances);
      put_rows(out.G, walked.order, first, count, distances);
    }
    progress.done(end - begin);
  });
  mirror_diagonal(out.G);
  out.far = n > 0 ? 2 * *std::max_element(largest.begin(), largest.end()) : 0;
  for (T& g : out.G)
    if (!std::isfinite(g)) g = static_cast<T>(out.far);
  return out;
}

template <class T>
std::shared_ptr<StoredGram<T>> geodesic_gram(Packed<T> G, const ShiftedSquare& square) {
  for (T& g : G) g = static_cast<T>(-0.5 * square(static_cast<double>(g)));
  for (Index b = 0; b < G.blocks(); ++b) {
    const Index width = G.range(b).size();
    for (Index i = 0; i < width; ++i) G.tile(b, b)[i * (width + 1)] = 0;
  }
  return std::make_shared<StoredGram<T>>(std::move(G));
}

template GeodesicDistances<float> all_geodesics(const SparseMatrix&, Control*);
template GeodesicDistances<double> all_geodesics(const SparseMatrix&, Control*);
template std::shared_ptr<StoredGram<float>> geodesic_gram(Packed<float>, const ShiftedSquare&);
template std::shared_ptr<StoredGram<double>> geodesic_gram(Packed<double>, const ShiftedSquare&);

}  // namespace mercer
