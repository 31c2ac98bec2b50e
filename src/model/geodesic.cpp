#include "model/geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "data/kind.hpp"
#include "gram/path_affinity.hpp"
#include "graph/neighborhood.hpp"
#include "model/stored.hpp"

namespace mercer {
namespace {

const Geodesic& kernel_of(const KnownPoints& known) { return std::get<Geodesic>(known.kernel); }
ShiftedSquare square_of(const KnownPoints& known) {
  return {kernel_of(known).shift, known.geodesic->constant};
}

Entrances entrances_of(const KnownPoints& known, const Data& points) {
  const GeodesicModel& g = *known.geodesic;
  if (g.reach.size() == 0 && !points.is_sparse())
    throw Error(
        Fault::data,
        "the model is of a graph: a new point is a sparse row of edges to its vertices, not a dense one");
  const Data& training = known.points;
  return entrances(is_precomputed(known.kernel) ? points : same_kind(points, training), training,
                   kernel_of(known), g.reach);
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

Matrix geodesic_products(const KnownPoints& known, const Data& points, const Matrix& W) {
  constexpr Index together = 1024;
  const ShiftedSquare square = square_of(known);
  Labels vertices(static_cast<std::size_t>(W.rows()));
  std::iota(vertices.begin(), vertices.end(), 0);
  const Entrances all = entrances_of(known, points);
  Matrix KW(points.size(), W.cols());
  for (Index begin = 0; begin < points.size(); begin += together) {
    const Index count = std::min(together, points.size() - begin);
    const Entrances some(all.begin() + begin, all.begin() + begin + count);
    Matrix K = distances(*known.geodesic, some, vertices);
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

LandmarkKernel geodesic_rows(const Model& model, const Data& points) {
  const GeodesicModel& g = *model.geodesic;
  const KnownPoints known = known_points_of(model);
  const Entrances all = entrances_of(known, points);
  Labels same;
  for (const auto& own : all) {
    const auto at = std::lower_bound(g.landmarks.begin(), g.landmarks.end(), copy_of(own));
    const bool found = at != g.landmarks.end() && *at == copy_of(own);
    same.push_back(found ? static_cast<int>(at - g.landmarks.begin()) : -1);
  }
  return landmark_kernel(distances(g, all, g.landmarks), square_of(known), {g.means, g.mean}, same);
}

bool geodesic_fits(const KnownPoints& known) {
  const GeodesicModel& g = *known.geodesic;
  const Index n = g.graph.rows();
  bool fits = std::holds_alternative<Geodesic>(known.kernel) && g.graph.cols() == n && g.far >= 0 &&
              g.constant >= 0 && g.means.size() == static_cast<Index>(g.landmarks.size()) &&
              (g.reach.size() == n || (g.reach.size() == 0 && is_precomputed(known.kernel)));
  for (Index e = 0; e < g.graph.nonZeros(); ++e) fits = fits && g.graph.valuePtr()[e] >= 0;
  for (const int landmark : g.landmarks) fits = fits && landmark >= 0 && landmark < n;
  if (is_precomputed(known.kernel)) return fits && known.columns == n;
  return fits && known.points.size() == n && known.points.dimensions() == known.columns;
}

void pack(const GeodesicModel& g, io::Archive& archive) {
  archive.header["geodesic"] = {{"far", g.far}, {"constant", g.constant}, {"mean", g.mean}};
  archive.put("graph", g.graph);
  if (g.reach.size() > 0) archive.put("reach", g.reach);
  if (g.landmarks.empty()) return;
  archive.put("geodesic.landmarks", g.landmarks);
  archive.put("geodesic.means", g.means);
}

std::optional<GeodesicModel> read_geodesic(const io::Archive& archive) {
  if (!archive.header.contains("geodesic")) return {};
  const auto& h = archive.header.at("geodesic");
  GeodesicModel g;
  g.far = h.at("far").get<double>();
  g.constant = h.at("constant").get<double>();
  g.mean = h.at("mean").get<double>();
  g.graph = archive.get<SparseMatrix>("graph");
  read_if_present(archive, "reach", g.reach);
  read_if_present(archive, "geodesic.landmarks", g.landmarks);
  read_if_present(archive, "geodesic.means", g.means);
  return g;
}

}  // namespace mercer
