// Distances along a graph as affinities, for spectra: a = exp(-g^2 / (s_i s_h)), where s is how far the
// seventh nearest point is along the graph (the self-tuning widths of Zelnik-Manor and Perona).
#pragma once

#include "gram/stored_gram.hpp"

namespace mercer {

template <class T>
struct PathAffinity {
  std::shared_ptr<StoredGram<T>> gram;
  Vector widths;
};
template <class T>
PathAffinity<T> path_affinity(Packed<T> G);

// The width of a point with these distances to the training points; `self` is the one that it is itself, or
// -1.
double path_width(std::span<const double> distances, Index self);

// Distances of a point of width s to those of the given widths become affinities.
void to_affinities(double s, const Vector& widths, Eigen::Ref<Eigen::RowVectorXd> distances);

}  // namespace mercer
