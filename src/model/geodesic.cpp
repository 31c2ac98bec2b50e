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

const Geodesic& kernel_of(const Model& model) { return std::get<Geodesic>(model.kernel); }
ShiftedSquare square_of(const Model& model) { return {kernel_of(model).shift, model.geodesic->constant}; }

Entrances entrances_of(const Model& model, const Data& points) {
  const GeodesicModel& g = *model.geodesic;
  if (g.reach.size() == 0 && !points.is_sparse())
    throw Error(
        Fault::data,
        "the model is of a graph: a new point is a sparse row of edges to its vertices, not a dense one");
  const Data& training = model.points;
  return entrances(is_precomputed(model.kernel) ? points : same_kind(points, training), training,
                   kernel_of(model), g.reach);
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

Matrix geodesic_products(const Model& model, const Data& points, const Matrix& W) {
  constexpr Index together = 1024;
  const ShiftedSquare square = square_of(model);
  Labels vertices(static_cast<std::size_t>(W.rows()));
  std::iota(vertices.begin(), vertices.end(), 0);
  const Entrances all = entrances_of(model, points);
  Matrix KW(points.size(), W.cols());
  for (Index begin = 0; begin < points.size(); begin += together) {
    const Index count = std::min(together, points.size() - begin);
    const Entrances some(all.begin() + begin, all.begin() + begin + count);
    Matrix K = distances(*model.geodesic, some, vertices);
    parallel_rows(count, 32, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i) {
        const int same = copy_of(some[static_cast<std::size_t>(i)]);
        if (model.widths.size() > 0) {
          to_affinities(path_width({K.row(i).data(), static_cast<std::size_t>(K.cols())}, same), model.widths,
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

LandmarkKernel geodesic_rows(const Model& model, const Data& points) {
  const GeodesicModel& g = *model.geodesic;
  const Entrances all = entrances_of(model, points);
  Labels same;
  for (const auto& own : all) {
    const auto at = std::lower_bound(g.landmarks.begin(), g.landmarks.end(), copy_of(own));
    const bool found = at != g.landmarks.end() && *at == copy_of(own);
    same.push_back(found ? static_cast<int>(at - g.landmarks.begin()) : -1);
  }
  return landmark_kernel(distances(g, all, g.landmarks), square_of(model), {g.means, g.mean}, same);
}

bool geodesic_fits(const Model& model) {
  const GeodesicModel& g = *model.geodesic;
  const Index n = g.graph.rows();
  bool fits = std::holds_alternative<Geodesic>(model.kernel) && g.graph.cols() == n && g.far >= 0 &&
              g.constant >= 0 && g.means.size() == static_cast<Index>(g.landmarks.size()) &&
              (g.reach.size() == n || (g.reach.size() == 0 && is_precomputed(model.kernel)));
  for (Index e = 0; e < g.graph.nonZeros(); ++e) fits = fits && g.graph.valuePtr()[e] >= 0;
  for (const int landmark : g.landmarks) fits = fits && landmark >= 0 && landmark < n;
  if (is_precomputed(model.kernel)) return fits && model.columns == n;
  return fits && model.points.size() == n && model.points.dimensions() == model.columns;
}

}  // namespace mercer
