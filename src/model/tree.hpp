// New points against a model with the connectivity kernel: each is reached through its nearest object.
#pragma once

#include "graph/ultrametric.hpp"
#include "model/products.hpp"

namespace mercer {

TreeModel tree_model(const Ultrametric& tree, Vector core);

Products tree_products(const KnownTree& known, Query& query, const Matrix& W);

}  // namespace mercer
