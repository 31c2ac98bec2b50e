// What the methods of spheres share at the front door.
#pragma once

#include "beyond/svdd.hpp"
#include "front/method_file.hpp"

namespace mercer {

// The smallest sphere around the run's points, and how that went.
Svdd solve_sphere(Run& run, double C);
// How far beyond its radius a point still counts as inside: those on the sphere are there up to rounding.
double slack_of(const Svdd& sphere);
// Radius and support in the findings.
void report_sphere(Run& run, const Svdd& sphere, double C);

// Kernel rows that are kept, at most.
std::uint64_t row_cache_bytes(const Extent& extent);
// The same with gradient and weights.
std::uint64_t sphere_bytes(const Extent& extent);

}  // namespace mercer
