// The one-class SVM through the front door.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "beyond/svdd.hpp"
#include "front/plan_beyond.hpp"
#include "front/sphere_run.hpp"
#include "model/products.hpp"

namespace mercer {

Svdd solve_sphere(Run& run, double C) {
  // Rows are quick to make; a stop is seen between the steps, never inside a row.
  run.built.gram->control = nullptr;
  SvddOptions options{.C = C, .control = run.options.control};
  options.cache_bytes = std::min(row_cache_bytes, memory_budget(run.options) / 2);
  Svdd sphere = svdd(*run.built.gram, options);
  if (!std::isfinite(sphere.objective)) no_result(run);
  run.result.iterations = sphere.steps;
  run.result.converged = sphere.converged;
  run.result.objective = sphere.objective;
  run.result.restarts = 1;
  return sphere;
}

double slack_of(const Svdd& sphere) { return 1e-5 * sphere.scale; }

void report_sphere(Run& run, const Svdd& sphere, double C) {
  const auto support = static_cast<double>(sphere.support().size());
  const auto bounded = static_cast<double>((sphere.beta.array() > C * (1 - 1e-8)).count());
  run.find("radius", {std::sqrt(sphere.radius2)}, "of the sphere in feature space");
  run.find("support", {support, bounded}, "points that shape it, and those of them that lie outside");
}

namespace {

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

void run_method(Run& run, OneClass method) {
  Result& r = run.result;
  if (!method.nu && !method.C) method.nu = 0.1;
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

}  // namespace mercer
