// Points that come block by block, because there are too many to hold or because they lie on several
// machines.
//
// A model whose prototypes are means of vectors (the points themselves, or features that approximate a
// kernel) says what a block adds to these means. The caller adds up the sums of blocks, in the order of the
// blocks, and the model goes on from the new means: an iteration of k-means, or a step towards a mini-batch.
#pragma once

#include "mercer/model.hpp"

namespace mercer {

struct ClusterSums {
  Labels labels;         // the nearest prototype of each point
  Matrix sums;           // k x rank: sum of w_i z_i over the points of each cluster
  Vector mass;           // sum of w_i
  double objective = 0;  // sum of w_i |phi(x_i) - v_j|^2
};

// Weights may be empty: all 1.
ClusterSums block_sums(const Model& model, const Data& block, const Vector& weights = {}, int threads = 0);

// The vectors z of points, one row per point: x about the centre of the first fit, or features.
Matrix block_vectors(const Model& model, const Data& points, int threads = 0);
// The prototypes among them, k x rank; and the same model with others.
Matrix prototype_vectors(const Model& model);
Model with_prototypes(Model model, Matrix vectors, Vector mass);

}  // namespace mercer
