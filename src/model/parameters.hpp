// Parameters of methods and kernels that a file gives: whether new points can be assigned with them.
#pragma once

#include "mercer/embed.hpp"
#include "mercer/options.hpp"

namespace mercer {

bool is_sane(const Kernel& kernel);
bool is_sane(const Method& method, Index clusters);

// Whether a method may leave points without a cluster, and find none at all: label -1 is noise.
bool knows_noise(const Method& method);
// Whether the data are similarities, behind which k(z, z) may follow as one more column.
bool gives_similarities(const Kernel& kernel);
// Whether new points can be compared with the others: a new vertex of a graph changes all of diffusion.
bool takes_new_points(const Kernel& kernel);
// The coordinates of a random walk; null where they are those of a kernel's components.
const SpectralCoordinates* walk_of(const CoordinateMethod& method);

}  // namespace mercer
