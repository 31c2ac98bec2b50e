// If clusters overlap, trees and graphs make the same mistakes and outvote the rest. So there is one more
// candidate, which has no vote: a mixture of the kind that fits the data best. It wins if it describes the
// data better than any kernel density does.
#pragma once

#include "beyond/auto/contest.hpp"

namespace mercer::automatic {

// Fits the model and, if it is better than kernel densities in the space of the mixtures (delta) and in the
// first 2, 3 and 4 principal axes, makes it the winner of the contest. Does nothing if delta is not above 0,
// or for more than 30 clusters. A table is always tried, by its numeric columns.
void consider_model(Shared& shared, Index clusters, Held& held);

// Whether a mixture of a kind, started from some labels, describes held-out points better than kernel
// densities do, in some principal axes and in the first 2, 3 and 4; of a table its numeric columns.
bool describes(Shared& shared, bool table, const Labels& labels, Index clusters, const MixtureKind& kind,
               Index axes);

// The densities by which a winner labels new points, and their axes (empty: the columns); none unless a
// mixture won.
struct DensityRule {
  const Gaussians* gaussians = nullptr;
  Matrix axes;
};
DensityRule density_rule(const Held& held);

// The labels of all points of a representation under the rule.
Labels labels_under(const DensityRule& rule, const Matrix& points);

}  // namespace mercer::automatic
