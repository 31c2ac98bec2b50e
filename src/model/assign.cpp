#include "model/assign.hpp"

#include <fmt/format.h>

#include "core/listed.hpp"
#include "core/nearest.hpp"
#include "core/parallel.hpp"
#include "data/finite.hpp"
#include "model/parameters.hpp"
#include "rules/traits.hpp"

namespace mercer {
namespace {

// Whether the rule needs the distances themselves, k(z, z) and all, and not only their differences.
bool needs_distances(const Method& method) {
  return std::visit(
      []<class M>(const M&) {
        if constexpr (is_rule<M>)
          return is_absolute<M>();
        else
          return false;
      },
      method);
}

// The scale of each cluster, where the rule has them.
const std::vector<double>* scales_of(const Method& method) {
  return std::visit(
      [](const auto& rule) -> const std::vector<double>* {
        if constexpr (requires { rule.scales; })
          return &rule.scales;
        else
          return nullptr;
      },
      method);
}

}  // namespace

Query query_of(const Model& model, const Data& points, const What& what) {
  if (!takes_new_points(model.kernel))
    throw Error(
        Fault::usage,
        "the diffusion kernel can't be used for new vertices, since each would change the whole kernel; "
        "fit the whole graph again");
  const Index extra = gives_similarities(model.kernel) ? 1 : 0;
  if (points.dimensions() != model.columns && points.dimensions() != model.columns + extra)
    throw Error(Fault::data,
                fmt::format("the points have {} columns but the model was fitted on {}; give the same "
                            "columns (`columns`, `drop`)",
                            points.dimensions(), model.columns));
  check_finite(points);
  return {model.kernel, model.precision, model.known, model.columns, model.standardizer.apply(points), what};
}

void require_self(const Nearness& near, Index columns) {
  if (!near.self_known)
    throw Error(Fault::data,
                fmt::format("distances need k(z, z) of each new point: give it as column {} after the {} "
                            "similarities",
                            columns + 1, columns));
}

// |phi(z) - v|^2 = |features - v|^2 + what the features miss
Matrix distances_of(const Nearness& near, Index columns) {
  require_self(near, columns);
  Matrix D2 = near.D2.cwiseMax(0.0);
  if (near.residual.size() > 0) D2.colwise() += near.residual.cwiseMax(0.0);
  return D2.cwiseSqrt();
}

Assignment by_rule(const Model& model, const Nearness& near, const What& what) {
  const bool soft = has_memberships(model.method), scaled = scales_of(model.method);
  Assignment out;
  if (what.labels || (what.memberships && !soft)) {
    if (scaled) require_self(near, model.columns);
    out.labels = labels_of(model.method, near.D2, near.self, prototype_norms(model), near.epsilon);
  }
  if (what.distances) out.distances = distances_of(near, model.columns);
  if (what.outlier_scores && !scaled) no_outlier_scores();
  if (!soft) {
    if (what.memberships) out.memberships = whole_memberships(out.labels, model.clusters());
  } else if (what.memberships || what.outlier_scores) {
    if (needs_distances(model.method)) require_self(near, model.columns);
    out.memberships = memberships_of(model.method, near.D2);
    if (what.outlier_scores) out.outlier_scores = outlier_scores_of(out.memberships);
  }
  return out;
}

Assignment with_labels(const Model& model, Labels labels, const What& what) {
  Assignment out;
  if (what.memberships) out.memberships = whole_memberships(labels, model.clusters());
  out.labels = std::move(labels);
  return out;
}

Matrix whole_memberships(const Labels& labels, Index clusters) {
  Matrix W = Matrix::Zero(static_cast<Index>(labels.size()), clusters);
  for (Index i = 0; i < W.rows(); ++i)
    if (const int label = labels[static_cast<std::size_t>(i)]; label >= 0) W(i, label) = 1;
  return W;
}

void no_outlier_scores() {
  std::vector<std::string_view> names;
  for_each_alternative<Method>([&]<class M>() {
    if (scores_outliers(M{})) names.push_back(M::name);
  });
  throw Error(Fault::usage, fmt::format("outlier scores need a model of method {}; fit one", one_of(names)));
}

void keep_known_labels(const Model& model, const Query& query, Labels& labels) {
  const std::vector<Index> known = find_known(points_of(model.known), query.points);
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] >= 0) labels[i] = model.labels[static_cast<std::size_t>(known[i])];
}

Vector prototype_norms(const Model& model) { return model.norm.array() / model.mass.array().square(); }

Labels nearest_labels(const Matrix& D2, const Vector& self, const Vector& prototype_norms, double epsilon) {
  Labels labels(static_cast<std::size_t>(D2.rows()));
  parallel_points(D2.rows(), D2.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest(
          D2.row(i), self[i], [&](Index j) { return prototype_norms[j]; }, epsilon));
  });
  return labels;
}

Labels labels_of(const Method& method, Matrix D2, const Vector& self, Vector prototype_norms,
                 double epsilon) {
  const std::vector<double>* scales = scales_of(method);
  if (!scales) return nearest_labels(D2, self, prototype_norms, epsilon);
  // The largest typicality is the least d2 / eta.
  const Eigen::Map<const Vector> eta(scales->data(), D2.cols());
  D2.array().rowwise() /= eta.transpose().array();
  prototype_norms.array() /= eta.array();
  return nearest_labels(D2, self / eta.minCoeff(), prototype_norms, epsilon);
}

bool has_memberships(const Method& method) {
  return std::visit([]<class M>(const M&) { return is_rule<M>; }, method);
}

Vector outlier_scores_of(const Matrix& typicalities) {
  return (1 - typicalities.rowwise().maxCoeff().array()).matrix();
}

Matrix memberships_of(const Method& method, const Matrix& D2) {
  Matrix W(D2.rows(), D2.cols());
  std::visit(
      [&]<class M>(const M& given) {
        if constexpr (is_rule<M>) {
          const auto rule = settled(given);
          const auto k = static_cast<std::size_t>(D2.cols());
          parallel_points(D2.rows(), 8 * D2.cols(), [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
              memberships(rule, std::span<const double>(D2.row(i).data(), k),
                          std::span<double>(W.row(i).data(), k));
          });
        }
      },
      method);
  return W;
}

}  // namespace mercer
