// New points under a mixture of Gaussians.
#pragma once

#include "beyond/mixture.hpp"
#include "mercer/model.hpp"

namespace mercer {

bool is_mixture(const Model& model);
// L(i,k) = log weight_k N(z_i; mean_k, covariance_k)
Matrix mixture_log_joint(const Model& model, const Data& points);
Labels mixture_labels(const Model& model, const Data& points);
// Whether the components fit one another and can be evaluated.
bool mixture_fits(const Model& model);

}  // namespace mercer
