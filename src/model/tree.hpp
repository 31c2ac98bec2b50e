// New points against a model with the connectivity kernel: each is reached through its nearest object.
#pragma once

#include "graph/ultrametric.hpp"
#include "io/archive.hpp"
#include "model/products.hpp"

namespace mercer {

TreeModel tree_model(const Ultrametric& tree, Vector core);

// KW = k(Z, X) W and self_i = k(z_i, z_i); the relative rounding error is returned.
double tree_products(const KnownPoints& known, const Data& Z, const Matrix& W, Matrix& KW, Vector& self);

// Whether it is a tree of n points; none for kernels that need none.
bool tree_fits(const TreeModel& tree, const Kernel& kernel, Index n);

void pack(const TreeModel& tree, io::Archive& archive);
TreeModel read_tree(const io::Archive& archive);

}  // namespace mercer
