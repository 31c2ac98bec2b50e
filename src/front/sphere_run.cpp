#include "front/sphere_run.hpp"

#include <algorithm>

namespace mercer {
namespace {

constexpr std::uint64_t most_row_bytes = 256'000'000;

}  // namespace

Svdd solve_sphere(Run& run, double C) {
  SvddOptions options{.C = C, .control = run.options.control};
  options.cache_bytes = std::min(most_row_bytes, memory_budget(run.options) / 2);
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
  run.find("support", {support, bounded}, "support vectors, and how many of them lie outside");
}

std::uint64_t row_cache_bytes(const Extent& extent) {
  return std::min(most_row_bytes, 8 * extent.points() * extent.points());
}
std::uint64_t sphere_bytes(const Extent& extent) { return row_cache_bytes(extent) + 64 * extent.points(); }

}  // namespace mercer
