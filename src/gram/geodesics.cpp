#include "gram/geodesics.hpp"

#include <cmath>

#include "core/parallel.hpp"
#include "graph/dijkstra.hpp"

namespace mercer {
namespace {

// Row i of the tiles from its own block on.
template <class T>
void put_row(Packed<T>& G, Index i, const std::vector<double>& distances) {
  const Index own = i / G.width();
  for (Index j = own; j < G.blocks(); ++j) {
    const Range columns = G.range(j);
    T* out = G.tile(own, j) + i % G.width() * columns.size();
    for (Index c = 0; c < columns.size(); ++c)
      out[c] = static_cast<T>(distances[static_cast<std::size_t>(columns.begin + c)]);
  }
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
  constexpr Index together = 16;
  const Index n = graph.rows();
  GeodesicDistances<T> out{Packed<T>(n), 0};
  std::vector<double> largest(static_cast<std::size_t>(n), 0);
  Progress progress(control, "shortest paths", n);
  parallel_rows(n, together, [&](Index begin, Index end) {
    Dijkstra paths(graph);
    for (Index i = begin; i < end && !progress.stopped(); ++i) {
      const auto& distances = paths.from(i);
      for (const double g : distances)
        if (std::isfinite(g))
          largest[static_cast<std::size_t>(i)] = std::max(largest[static_cast<std::size_t>(i)], g);
      put_row(out.G, i, distances);
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
