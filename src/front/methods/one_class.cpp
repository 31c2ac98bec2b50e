// The one-class SVM through the front door.
#include <algorithm>

#include "front/sphere_run.hpp"
#include "model/products.hpp"

namespace mercer {
namespace {

constexpr double default_nu = 0.1;

// Support vectors are all that new points need, unless widths or similarities refer to every point. The norm
// of the centre is about the origin that these alone have.
void keep_support(Run& run, const Svdd& sphere, Matrix& coefficients) {
  Model& m = run.result.model;
  const std::vector<Index> support = sphere.support();
  const Data points = run.data.take(support);
  m.known = KnownPoints{points, run.built.widths};
  coefficients = sphere.beta(support);
  Query query{run.kernel, run.plan.summary.precision, m.known, points.dimensions(), points};
  const Matrix KB = kernel_products(query, coefficients).KW;
  m.norm = Vector::Constant(1, coefficients.col(0).dot(KB.col(0)));
}

}  // namespace

template <>
struct Front<OneClass> {
  static Needs needs(const OneClass&) { return {.base = Base::gram, .weights = false, .passes = 4}; }
  static void settle(OneClass&, Options& o) {
    if (is_none(o.kernel)) o.kernel = Linear{};
  }
  static void check(const OneClass& method, const Shape& shape, const Options&) {
    if (method.nu && method.C)
      refuse("one-class: nu and C are the same option (C = 1 / (nu n)); leave one of them out");
    const double least = 1 / static_cast<double>(shape.points);
    if (method.C && !(*method.C >= least * (1 - 1e-12) && *method.C <= 1))
      refuse(fmt::format("one-class: C = {:g} must lie between 1/n = {:g} and 1", *method.C, least));
  }
  static Memory bytes(const OneClass& method, const Extent& extent) {
    const double by_C = method.C ? 1 / (*method.C * static_cast<double>(extent.points())) : default_nu;
    return sphere_bytes(extent, method.nu.value_or(by_C));
  }
  static Shows shows(const OneClass&, const Options&) {
    return {.starts = false, .own_clusters = true, .outlier_scores = true};
  }

  static void run(Run& run, OneClass method) {
    Result& r = run.result;
    if (!method.nu && !method.C) method.nu = default_nu;
    r.model.method = method;
    const auto n = static_cast<double>(run.data.size());
    const double C = method.C ? *method.C : std::min(1.0, 1 / (*method.nu * n));
    const Svdd sphere = solve_sphere(run, C);
    report_sphere(run, sphere, C);
    const double slack = slack_of(sphere);
    r.outlier_scores = sphere.distances2.array() - sphere.radius2;
    r.labels.resize(static_cast<std::size_t>(run.data.size()));
    for (Index i = 0; i < run.data.size(); ++i)
      r.labels[static_cast<std::size_t>(i)] = r.outlier_scores[i] <= slack ? 0 : -1;
    Matrix coefficients = sphere.beta;
    r.model.mass = Vector::Ones(1);
    r.model.norm = Vector::Constant(1, sphere.norm);
    if (!is_precomputed(run.kernel) && run.built.widths.size() == 0) keep_support(run, sphere, coefficients);
    r.model.kind = kinds::Spheres{std::move(coefficients), Vector::Constant(1, sphere.radius2), slack, true};
  }
};
template const MethodDoor& door_of<OneClass>();

}  // namespace mercer
