// New points that take the label of most of their neighbours.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// Of the 5 nearest (or all, of fewer); of labels with equally many votes the one of the nearest voter.
Labels labels_by_vote(const Data& queries, const Data& points, const Labels& labels);

// Rows of similarities to the labelled points: the label with the largest sum, the least of equals. A row
// without any is an error.
Labels labels_by_edges(const Data& rows, const Labels& labels, Index clusters);

}  // namespace mercer
