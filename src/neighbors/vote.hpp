// New points that take the label of most of their nearest neighbours.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// Of the 5 nearest (or all, of fewer); of labels with equally many votes the one of the nearest voter.
Labels labels_by_vote(const Data& queries, const Data& points, const Labels& labels);

}  // namespace mercer
