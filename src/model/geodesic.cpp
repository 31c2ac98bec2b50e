#include "model/geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "data/kind.hpp"
#include "gram/path_affinity.hpp"
#include "graph/neighborhood.hpp"

namespace mercer {
namespace {

const Geodesic& kernel_of(const Query& query) { return std::get<Geodesic>(query.kernel); }
ShiftedSquare square_of(const KnownPaths& known, const Query& query) {
  return {kernel_of(query).shift, known.geodesic.constant};
}

Entrances entrances_of(const KnownPaths& known, const Query& query) {
  const GeodesicModel& g = known.geodesic;
  const Data& points = query.points;
  if (g.reach.size() == 0 && !points.is_sparse())
    throw Error(
        Fault::data,
        "the model is of a graph: a new point is a sparse row of edges to its vertices, not a dense one");
  const Data& training = known.points;
  return entrances(is_precomputed(query.kernel) ? points : same_kind(points, training), training,
                   kernel_of(query), g.reach);
}

// Distances along the graph; between parts of it, `far` from where the new point is nearest to it.
Matrix distances(const GeodesicModel& g, const Entrances& entrances, std::span<const int> vertices) {
  Matrix G = geodesics_to(g.graph, entrances, vertices);
  for (Index i = 0; i < G.rows(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Entrance& e : entrances[static_cast<std::size_t>(i)]) nearest = std::min(nearest, e.distance);
    for (double& distance : G.row(i))
      if (!std::isfinite(distance)) distance = nearest + g.far;
  }
  return G;
}

// The training point that a new one is a copy of, or -1.
int copy_of(const std::vector<Entrance>& entrances) {
  return entrances.size() == 1 && entrances[0].distance == 0 ? entrances[0].vertex : -1;
}

}  // namespace

Matrix geodesic_products(const KnownPaths& known, const Query& query, const Matrix& W) {
  constexpr Index together = 1024;
  const Data& points = query.points;
  const ShiftedSquare square = square_of(known, query);
  Labels vertices(static_cast<std::size_t>(W.rows()));
  std::iota(vertices.begin(), vertices.end(), 0);
  const Entrances all = entrances_of(known, query);
  Matrix KW(points.size(), W.cols());
  for (Index begin = 0; begin < points.size(); begin += together) {
    const Index count = std::min(together, points.size() - begin);
    const Entrances some(all.begin() + begin, all.begin() + begin + count);
    Matrix K = distances(known.geodesic, some, vertices);
    parallel_rows(count, 32, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i) {
        const int same = copy_of(some[static_cast<std::size_t>(i)]);
        if (known.widths.size() > 0) {
          to_affinities(path_width({K.row(i).data(), static_cast<std::size_t>(K.cols())}, same), known.widths,
                        K.row(i));
        } else {
          K.row(i) = -0.5 * K.row(i).unaryExpr(square);
        }
        if (same >= 0) K(i, same) = 0;
      }
      KW.middleRows(begin + first, last - first).noalias() = K.middleRows(first, last - first) * W;
    });
  }
  return KW;
}

LandmarkKernel geodesic_rows(const KnownPaths& known, const Query& query) {
  const GeodesicModel& g = known.geodesic;
  const Entrances all = entrances_of(known, query);
  Labels same;
  for (const auto& own : all) {
    const auto at = std::lower_bound(g.landmarks.begin(), g.landmarks.end(), copy_of(own));
    const bool found = at != g.landmarks.end() && *at == copy_of(own);
    same.push_back(found ? static_cast<int>(at - g.landmarks.begin()) : -1);
  }
  return landmark_kernel(distances(g, all, g.landmarks), square_of(known, query), {g.means, g.mean}, same);
}

}  // namespace mercer
