// Points that are held out, and those that are learnt from.
#pragma once

#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// One fold, its points as places in the order of all.
struct Fold {
  std::vector<Index> known_places, held_places;
  Matrix known, held;
  Labels labels;  // of the known ones
};
// Every `folds`-th point is held out, from the f-th on; the order is random already.
Fold fold_of(const Matrix& Y, const Labels& labels, Index f, Index folds);

// A density that knows little is mixed with this share of one that knows nearly nothing: what has not been
// seen is not impossible.
constexpr double background_share = 0.05;
// log of that share of a diagonal Gaussian of 4 times the variances, at the held-out points.
Vector background(const Fold& fold);
// log(a + b) of logarithms
double log_add(double a, double b);
// log((1 - share) p + background) of the log densities of the held-out points
Vector with_background(const Vector& log_densities, const Vector& background);

}  // namespace mercer
