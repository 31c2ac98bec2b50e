// The memory and the passes of spectra, spheres, contours and peaks.
#pragma once

#include <cstdint>

#include "mercer/data.hpp"
#include "mercer/options.hpp"

namespace mercer {

// Of the kernel rows that a solver keeps, at most.
inline constexpr std::uint64_t row_cache_bytes = 256'000'000;

// Bytes beyond those of a hard clustering; 0 for the others.
std::uint64_t beyond_bytes(const Data& data, const Options& options);
// Passes over the kernel matrix that are expected; 0 for the others.
double beyond_passes(const Method& method);
// Whether the method looks at the kernel matrix itself, also of the linear kernel.
bool needs_gram(const Method& method);
// Whether it looks at near points only.
bool is_neighbor_graph(const Method& method);

}  // namespace mercer
