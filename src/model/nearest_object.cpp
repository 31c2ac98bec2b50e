#include "model/nearest_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/parallel.hpp"
#include "data/kind.hpp"
#include "data/magnitude.hpp"
#include "graph/distance.hpp"
#include "mercer/neighbors.hpp"
#include "model/parameters.hpp"
#include "model/products.hpp"
#include "neighbors/measure.hpp"

namespace mercer {
namespace {

// Among what "near" is sought: the points, or as many objects as there are columns; and the core distances
// with the number of points behind them, where there are any.
struct Objects {
  Data points;
  Index columns = 0;
  Vector core = {};
  Index min_points = 1;
};
Objects objects_of(const KnownTree& known, const Query& query) {
  return {known.points, query.columns, known.tree.core, std::get<Connectivity>(query.kernel).min_points};
}
template <class Other>
Objects objects_of(const Other&, const Query& query) {
  return {points_of(query.known), query.columns};
}

// What "near" means under a kernel.
PathMetric metric_of(const Kernel& kernel) {
  if (is_precomputed(kernel)) return PathMetric::precomputed;
  return std::visit(
      []<class K>(const K& k) {
        if constexpr (std::is_same_v<K, Connectivity>)
          return k.metric;
        else
          return std::is_same_v<K, Cosine> ? PathMetric::cosine : PathMetric::euclidean;
      },
      kernel);
}

// All distances of one new point, nearest first.
using Row = std::vector<Measured>;

// The mutual reachability distance of a new point is at least that to its (min_points - 1)-th neighbour,
// itself being the first of min_points. A training point that has hardly moved is still that point.
Measured nearest_reachable(const Row& row, const Vector& core, Index min_points) {
  const auto own = static_cast<std::size_t>(std::min<Index>(min_points - 1, static_cast<Index>(row.size())));
  const double reach = own > 0 ? row[own - 1].d2 : 0;
  constexpr double hardly = 1e-6;
  const Measured first = row.front();
  const double apart = std::max(reach, core[first.index]);
  if (first.d2 <= hardly * apart) return {apart, first.index};
  Measured best{std::numeric_limits<double>::infinity(), first.index};
  for (const Measured& other : row) {
    if (other.d2 >= best.d2) break;  // no farther object can be reached sooner
    const double w = std::max({other.d2, reach, core[other.index]});
    if (w < best.d2) best = {w, other.index};
  }
  return best;
}

// A training point is found by its distance of 0: it is itself, whatever its surroundings.
Measured nearest_of(const Row& row, const Objects& known) {
  if (known.core.size() == 0 || row[0].d2 == 0) return row[0];
  return nearest_reachable(row, known.core, known.min_points);
}

NearestObjects none_yet(Index points) {
  const std::vector<int> unknown(static_cast<std::size_t>(points));
  return {unknown, unknown, Vector(points)};
}

void set(NearestObjects& out, Index i, const Measured& nearest, const Measured& beside) {
  out.objects[static_cast<std::size_t>(i)] = nearest.index;
  out.beside[static_cast<std::size_t>(i)] = beside.index;
  out.distances[i] = nearest.d2;
}

// Neighbours are asked for until they are enough to decide.
NearestObjects by_neighbors(const Objects& known, const Data& points, Metric metric) {
  const Index n = known.points.size();
  Index k = known.core.size() > 0 ? std::min<Index>(n, 4 * known.min_points) : 1;
  NearestObjects out = none_yet(points.size());
  std::vector<Index> open(static_cast<std::size_t>(points.size()));
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = static_cast<Index>(i);
  while (!open.empty()) {
    const Neighbors near = nearest_neighbors(points.take(open), known.points, k, {.metric = metric});
    std::vector<Index> undecided;
    for (std::size_t o = 0; o < open.size(); ++o) {
      Row row;
      for (Index c = 0; c < k; ++c)
        row.push_back({near.distances(static_cast<Index>(o), c), near.indices(static_cast<Index>(o), c)});
      const Measured nearest = nearest_of(row, known);
      set(out, open[o], nearest, row[0]);
      if (k < n && row.back().d2 < nearest.d2) undecided.push_back(open[o]);
    }
    open = std::move(undecided);
    k = std::min(n, 4 * k);
  }
  return out;
}

Data times(const Data& data, double scale) {
  if (data.is_sparse()) return Data(SparseMatrix(data.sparse() * scale));
  return Data(Matrix(data.dense() * scale));
}

// Squares that overflow or vanish are avoided by a power of two. Points that are too near to each other for
// that are still themselves.
NearestObjects by_scaled_neighbors(Objects known, const Data& points, double scale) {
  const std::vector<Index> same = find_known(known.points, points);
  known.points = times(known.points, scale);
  known.core *= scale;
  NearestObjects out = by_neighbors(known, times(points, scale), Metric::euclidean);
  out.distances /= scale;
  for (std::size_t i = 0; i < same.size(); ++i)
    if (const Measured own{0, static_cast<int>(same[i])}; same[i] >= 0)
      set(out, static_cast<Index>(i), own, own);
  return out;
}

NearestObjects by_points(const Objects& known, const Data& points, Metric metric) {
  // Directions have no size.
  const double scale = metric == Metric::cosine
                           ? 1
                           : square_scale(std::max(largest_value(known.points), largest_value(points)));
  return scale == 1 ? by_neighbors(known, points, metric) : by_scaled_neighbors(known, points, scale);
}

// Every pair compared.
template <class Distances>
NearestObjects by_rows(const Objects& known, Index size, const Distances& distances) {
  NearestObjects out = none_yet(size);
  parallel_rows(size, 16, [&](Index begin, Index end) {
    Row row;
    for (Index i = begin; i < end; ++i) {
      row.clear();
      distances(i, row);
      std::sort(row.begin(), row.end());
      set(out, i, nearest_of(row, known), row[0]);
    }
  });
  return out;
}

NearestObjects by_metric(const Objects& known, const Data& points, PathMetric metric) {
  const Data same = same_kind(points, known.points);
  return by_rows(known, points.size(), [&](Index i, Row& row) {
    same.visit([&]<class A>(const A& x) {
      known.points.visit([&]<class B>(const B& y) {
        if constexpr (std::is_same_v<A, SparseMatrix> == std::is_same_v<B, SparseMatrix>)
          with_metric(metric, [&]<class M>(M) {
            for (Index h = 0; h < known.points.size(); ++h)
              row.push_back({M::length(row_distance<M>(x, i, y, h)), static_cast<int>(h)});
          });
      });
    });
  });
}

// Rows of dissimilarities; of similarities, the most similar is the nearest, and 1 - k / largest no distance:
// it is only an order.
NearestObjects by_given(const Objects& known, const Data& points, bool similar) {
  const auto value = [&](double v) { return similar ? -v : v; };
  return by_rows(known, points.size(), [&](Index i, Row& row) {
    points.visit([&]<class V>(const V& v) {
      if constexpr (std::is_same_v<V, SparseMatrix>) {
        for (SparseMatrix::InnerIterator it(v, i); it && it.col() < known.columns; ++it)
          row.push_back({value(it.value()), static_cast<int>(it.col())});
      } else {
        for (Index h = 0; h < known.columns; ++h)
          row.push_back({value(static_cast<double>(v.row(i)[h])), static_cast<int>(h)});
      }
    });
    if (row.empty())
      throw Error(Fault::data,
                  fmt::format("new point {} has no edge to any training point; give at least one", i + 1));
  });
}

}  // namespace

Metric metric_of_points(const Kernel& kernel) {
  return metric_of(kernel) == PathMetric::cosine ? Metric::cosine : Metric::euclidean;
}

const NearestObjects& nearest_objects(Query& query) {
  if (query.nearest_so_far) return *query.nearest_so_far;
  const Objects known = std::visit([&](const auto& k) { return objects_of(k, query); }, query.known);
  const Data& points = query.points;
  const PathMetric metric = metric_of(query.kernel);
  NearestObjects& out = query.nearest_so_far.emplace();
  if (points.size() == 0) return out;
  if (metric == PathMetric::precomputed)
    out = by_given(known, points, gives_similarities(query.kernel));
  else if (metric == PathMetric::euclidean || metric == PathMetric::cosine)
    out = by_points(known, points, metric_of_points(query.kernel));
  else
    out = by_metric(known, points, metric);
  return out;
}

}  // namespace mercer
