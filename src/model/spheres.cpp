#include "model/spheres.hpp"

#include <algorithm>

#include "beyond/contours.hpp"
#include "core/parallel.hpp"
#include "kernels/functions.hpp"
#include "mercer/neighbors.hpp"
#include "model/assign.hpp"
#include "model/products.hpp"

namespace mercer {
namespace {

bool has_contours(const Model& model) {
  return std::holds_alternative<SupportVectorClustering>(model.method);
}

Contour contour_of(const Model& model, const Matrix& training) {
  const SphereModel& sphere = *model.spheres;
  return {training, sphere.beta, gamma_of(std::get<Gaussian>(model.kernel)), sphere.norm, sphere.radius2[0]};
}

// Core points: where contours are.
struct Core {
  Matrix points;
  Labels labels;
};
Core core_of(const Model& model, const Matrix& training) {
  std::vector<Index> rows;
  Core core;
  for (std::size_t i = 0; i < model.spheres->core.size(); ++i)
    if (model.spheres->core[i] >= 0) {
      rows.push_back(static_cast<Index>(i));
      core.labels.push_back(model.spheres->core[i]);
    }
  core.points = training(rows, Eigen::all);
  return core;
}

// The nearest core points of z, near to far, until a segment inside leads to one; else the nearest.
int contour_label(const Contour& contour, const Core& core, const Eigen::RowVectorXd& z,
                  const Eigen::Ref<const Eigen::RowVectorXi>& near) {
  if (contour.inside(z, Contour::point_slack))
    for (const int h : near)
      if (contour.joined(z, core.points.row(h))) return core.labels[static_cast<std::size_t>(h)];
  return core.labels[static_cast<std::size_t>(near[0])];
}

Labels contour_labels(const Model& model, const Data& points) {
  constexpr Index most = 64;  // nearest core points that are asked
  const Matrix training = model.points.dense(), Z = points.dense();
  const Contour contour = contour_of(model, training);
  const Core core = core_of(model, training);
  const std::vector<Index> known = find_known(model.points, points);
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

Labels sphere_labels(const Model& model, const Data& points) {
  if (has_contours(model)) return contour_labels(model, points);
  const Vector scores = sphere_scores(model, points);
  Labels labels;
  for (const double score : scores) labels.push_back(score <= model.spheres->slack ? 0 : -1);
  return labels;
}

Vector sphere_scores(const Model& model, const Data& points) {
  const Vector& radius2 = model.spheres->radius2;
  if (has_contours(model)) {
    const Matrix Z = points.dense();
    const Contour contour = contour_of(model, model.points.dense());
    Vector scores(Z.rows());
    for (Index i = 0; i < Z.rows(); ++i) scores[i] = contour.distance2(Z.row(i)) - radius2[0];
    return scores;
  }
  const Assignment a = assign_known(model, points);
  require_self(a, model.columns);
  return (a.D2.rowwise() - radius2.transpose()).rowwise().minCoeff();
}

}  // namespace mercer
