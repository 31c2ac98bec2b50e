// The foot of the ladder. Where the data are a graph whose vertices are compared, the kernel matrix of these
// vertices takes their place, and everything else is as with a matrix that was given.
#pragma once

#include "data/shape.hpp"
#include "mercer/control.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// What the rest of the ladder starts from: the data and kernel as they are, or the matrix of the vertices.
struct Foot {
  Data data;
  Kernel kernel;
};
// Checks the graph; `budget` is in bytes.
Foot foot_of(const Data& data, const Kernel& kernel, std::uint64_t budget, Control* control);

// The same before anything is computed: whether the data will be replaced, by which kernel, how large they
// will be, and what that takes (0: nothing). Throws where it takes more than the budget.
bool is_replaced(const Kernel& kernel);
Kernel kernel_at_foot(const Kernel& kernel);
Shape shape_at_foot(const Shape& data, const Kernel& kernel);
std::uint64_t foot_bytes(const Shape& data, const Kernel& kernel, std::uint64_t budget);

}  // namespace mercer
