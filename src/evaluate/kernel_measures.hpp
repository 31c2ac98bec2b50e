// How good a clustering is in feature space, from only the kernel matrix. Its columns are visited one block
// at a time, so the memory is that block's. NaN when `control` stops the work. Points with a negative
// label belong to no cluster and are left out.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

// J = sum_i w_i K_ii - sum_k s_k / W_k, with s_k = sum of w_i w_j K_ij and W_k = sum of w_i inside cluster k.
// No weights are weights of one.
double kernel_objective(const Gram& gram, const Labels& labels, const Vector& weights = {},
                        Control* control = nullptr);

// Mean over the points of (b - a) / max(a, b): a = mean distance to the rest of the own cluster, b = to the
// nearest other one, by |phi_i - phi_j| = sqrt(K_ii + K_jj - 2 K_ij). A singleton counts 0, a single cluster
// too.
double kernel_silhouette(const Gram& gram, const Labels& labels, Control* control = nullptr);
// The same of each point: NaN in no cluster; none at all when stopped.
Vector kernel_silhouettes(const Gram& gram, const Labels& labels, Control* control = nullptr);

}  // namespace mercer
