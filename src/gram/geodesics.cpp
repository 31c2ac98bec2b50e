#include "gram/geodesics.hpp"

#include <cmath>

#include "core/parallel.hpp"
#include "graph/path_batch.hpp"

namespace mercer {
namespace {

// Distances of the vertices that one search started from, to all, a row for each. Vertices are numbered as
// they were walked.
template <class T>
void keep_rows(const std::vector<int>& order, Index count, const std::vector<PathBatch::Distances>& distances,
               Eigen::Ref<MatrixOf<T>> rows) {
  for (Index lane = 0; lane < count; ++lane)
    for (std::size_t v = 0; v < order.size(); ++v)
      rows(lane, order[v]) = static_cast<T>(distances[v][static_cast<std::size_t>(lane)]);
}

// The distances of vertex i to all: its row of the tiles from its own block on.
template <class T>
void put_row(Packed<T>& G, Index i, const T* row) {
  const Index own = i / G.width();
  for (Index j = own; j < G.blocks(); ++j) {
    const Range columns = G.range(j);
    std::copy_n(row + columns.begin, columns.size(), G.tile(own, j) + i % G.width() * columns.size());
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
  constexpr Index lanes = PathBatch::lanes, together = 4 * lanes, values = Index{1} << 26;
  const Index n = graph.rows();
  const WalkedGraph walked = walk(graph);
  GeodesicDistances<T> out{Packed<T>(n), 0};
  std::vector<double> largest(static_cast<std::size_t>((n + lanes - 1) / lanes), 0);
  Progress progress(control, "shortest paths", n);
  // Some sources at a time, which ranks share; all ranks need the rows between them.
  const Index some = std::max(Index{1}, values / std::max(Index{1}, n * together)) * together;
  MatrixOf<T> rows;
  for (Index from = 0; from < n && !progress.stopped(); from += some) {
    rows.resize(std::min(some, n - from), n);
    const auto search = [&](Index begin, Index end) {
      PathBatch paths(walked.graph);
      for (Index first = begin; first < end && !progress.stopped(); first += lanes) {
        const Index count = std::min(lanes, end - first);
        const auto& distances = paths.from(static_cast<int>(from + first), static_cast<int>(count));
        largest[static_cast<std::size_t>((from + first) / lanes)] = largest_finite(distances);
        keep_rows<T>(walked.order, count, distances, rows.middleRows(first, count));
      }
      progress.done(end - begin);
    };
    divided_rows(rows.rows(), together, search, rows);
    parallel_points(rows.rows(), n, [&](Index begin, Index end) {
      for (Index r = begin; r < end; ++r)
        put_row(out.G, walked.order[static_cast<std::size_t>(from + r)], rows.row(r).data());
    });
  }
  const std::vector<double> all = Ranks().gather_list(largest);
  mirror_diagonal(out.G);
  out.far = n > 0 ? 2 * *std::max_element(all.begin(), all.end()) : 0;
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
