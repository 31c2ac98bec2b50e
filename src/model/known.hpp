// The training objects of a model in its file, and whether they can be trusted.
#pragma once

#include "io/archive.hpp"
#include "mercer/kernels.hpp"
#include "mercer/model/known.hpp"

namespace mercer {

// How many there are. Of a given matrix as many as new points have columns.
Index count_of(const Known& known, Index columns);

void pack(const Known& known, io::Archive& archive);
// What the kernel needs; points under other kernels, where the file has any.
Known read_known(const io::Archive& archive, const Kernel& kernel);
// Whether the parts fit one another, the kernel and the columns of new points.
bool known_fits(const Known& known, const Kernel& kernel, Index columns);

}  // namespace mercer
