#include "model/kinds/contours.hpp"

#include <algorithm>
#include <cmath>

#include "beyond/contours.hpp"
#include "core/parallel.hpp"
#include "kernels/functions.hpp"
#include "mercer/neighbors.hpp"

namespace mercer::kinds {
namespace {

// Training points inside a contour.
struct Core {
  Matrix points;
  Labels labels;
};
Core core_of(const Contours& kind, const Matrix& training) {
  std::vector<Index> rows;
  Core core;
  for (std::size_t i = 0; i < kind.core.size(); ++i)
    if (kind.core[i] >= 0) {
      rows.push_back(static_cast<Index>(i));
      core.labels.push_back(kind.core[i]);
    }
  core.points = training(rows, Eigen::all);
  return core;
}

// The nearest core points of z, near to far, until a segment inside leads to one; else the nearest.
int contour_label(const Contour& contour, const Core& core, const Eigen::RowVectorXd& z,
                  const Eigen::Ref<const Eigen::RowVectorXi>& near) {
  if (contour.inside(z))
    for (const int h : near)
      if (contour.joined(z, core.points.row(h))) return core.labels[static_cast<std::size_t>(h)];
  return core.labels[static_cast<std::size_t>(near[0])];
}

// A point inside takes the cluster of the nearest training point that a segment inside joins it to, one
// outside that of the nearest point inside; a training point keeps its own.
Labels contour_labels(const Model& model, const Query& query, const Contour& contour, const Core& core,
                      const Matrix& Z) {
  constexpr Index most = 64;  // nearest core points that are asked
  const std::vector<Index> known = find_known(points_of(query.known), query.points);
  const MatrixOf<int> near = nearest_neighbors(Z, core.points, std::min(most, core.points.rows())).indices;
  Labels labels(static_cast<std::size_t>(Z.rows()));
  parallel_points(Z.rows(), 1000 * Z.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Index same = known[static_cast<std::size_t>(i)];
      labels[static_cast<std::size_t>(i)] = same >= 0 ? model.labels[static_cast<std::size_t>(same)]
                                                      : contour_label(contour, core, Z.row(i), near.row(i));
    }
  });
  return labels;
}

}  // namespace

Assignment assign(const Contours& kind, const Model& model, Query& query) {
  const What& what = query.what;
  if (what.distances)
    throw Error(
        Fault::usage,
        "the clusters of method svc are contours: they have no prototypes, and so no distances to them");
  const Matrix training = points_of(query.known).dense(), Z = query.points.dense();
  const Contour contour(training, kind.beta, gamma_of(std::get<Gaussian>(query.kernel)), kind.norm,
                        kind.radius2);
  Assignment out;
  if (what.labels || what.memberships)
    out = with_labels(model, contour_labels(model, query, contour, core_of(kind, training), Z), what);
  if (what.outlier_scores) {
    out.outlier_scores.resize(Z.rows());
    for (Index i = 0; i < Z.rows(); ++i) out.outlier_scores[i] = contour.distance2(Z.row(i)) - kind.radius2;
  }
  return out;
}

void pack(const Contours& kind, io::Archive& archive) {
  archive.header["sphere"] = {{"slack", kind.slack}, {"norm", kind.norm}};
  archive.put("sphere.radius2", Vector(Vector::Constant(1, kind.radius2)));
  archive.put("sphere.beta", kind.beta);
  archive.put("sphere.core", kind.core);
}

Contours read(of<Contours>, const Source& source) {
  const io::Archive& archive = source.archive;
  const auto& header = archive.header.at("sphere");
  const auto radius2 = archive.get<Vector>("sphere.radius2");
  return {archive.get<Vector>("sphere.beta"), header.at("norm").get<double>(),
          radius2.size() == 1 ? radius2[0] : std::nan(""), header.at("slack").get<double>(),
          archive.get<Labels>("sphere.core")};
}

bool fits(const Contours& kind, const Model& model) {
  const Index n = objects(model), k = model.clusters();
  const Gaussian* kernel = gaussian_of(model.kernel);
  const auto in_range = [k](int label) { return label >= -1 && label < k; };
  return n > 0 && kernel && !kernel->local && has_points(model) && shaped(kind.beta, n) &&
         std::isfinite(kind.norm) && std::isfinite(kind.radius2) && std::isfinite(kind.slack) &&
         static_cast<Index>(kind.core.size()) == n && labels_fit(model, n) &&
         std::all_of(kind.core.begin(), kind.core.end(), in_range) &&
         std::any_of(kind.core.begin(), kind.core.end(), [](int label) { return label >= 0; });
}

}  // namespace mercer::kinds
