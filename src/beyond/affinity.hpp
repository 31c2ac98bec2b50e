// A kernel matrix as a graph: points are joined by their affinity a_ih = k(x_i, x_h), i != h; none with
// itself.
#pragma once

#include "embed/eigensolver.hpp"
#include "gram/gram.hpp"

namespace mercer {

struct Affinity {
  std::shared_ptr<const Gram> gram;
  Data graph;     // the same as a sparse matrix, where it is one
  Vector self;    // k(x_i, x_i), which is left out
  Vector degree;  // d_i = sum_h a_ih

  Index size() const { return gram->size(); }
  // AX = A X; incomplete after a stop
  void apply(const Matrix& X, Matrix& AX, Control* control = nullptr) const;
};
// Throws when a point has no affinity to the others, or a negative one on the whole. After a stop
// the degrees are incomplete and nothing is checked.
Affinity affinity_of(std::shared_ptr<const Gram> gram, Data graph = {}, Control* control = nullptr);

// D^-1/2 A D^-1/2 X; its eigenvalues lie between -1 and 1, and 1 occurs once for every piece of the graph.
Product normalised_product(const Affinity& affinity, Control* control = nullptr);

// sum over the clusters of (affinity that leaves it) / (summed degrees of its points)
double normalised_cut(const Affinity& affinity, const Labels& labels, Index clusters);

}  // namespace mercer
