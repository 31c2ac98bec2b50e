#include "front/sphere_run.hpp"

#include <algorithm>

namespace mercer {

Svdd solve_sphere(Run& run, double C) {
  SvddOptions options{.C = C, .control = run.options.control};
  options.cache_bytes = std::min(most_row_bytes, run.plan.room);
  Svdd sphere = svdd(*run.built.gram, options);
  if (sphere.cut) interrupted_early();
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
  run.find("support", {support, bounded}, "support vectors, and how many of them lie outside");
}

// The solver asks for the rows of points that move, about four in ten of those outside. Measured, on round
// groups; up to `most_row_bytes` are kept of however many it asks for.
Memory sphere_bytes(const Extent& extent, double outside) {
  const double n = static_cast<double>(extent.points()), value = extent.points() > 4096 ? 4 : 8;
  const auto rows = static_cast<std::uint64_t>(value * n * std::max(16.0, n * std::max(0.04, 0.4 * outside)));
  return {.beside = 64 * extent.points(), .at_will = std::min(most_row_bytes, rows)};
}

}  // namespace mercer
