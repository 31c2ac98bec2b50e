// Kernels between the vertices of a graph, from its Laplacian.
#pragma once

#include "mercer/control.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// D - A, or I - D^-1/2 A D^-1/2, where an isolated vertex has a row of zeros. Loops don't count.
SparseMatrix laplacian(const SparseMatrix& adjacency, bool normalized);

// f(L) for f(x) = exp(-time x) or 1 / (1 + time x): n x n, to rounding. A stop (control) leaves it
// incomplete.
Matrix diffusion_kernel(const SparseMatrix& adjacency, const Diffusion& kernel, Control* control);

}  // namespace mercer
