// What methods with hard clusters share: the best start, and how labels become a result.
#pragma once

#include "front/run.hpp"

namespace mercer {

// Hard clusters in the run's space: the best of the starts, and of the search beyond them.
HardStart best_hard_start(Run& run, const Hard& method);
// The result of hard clusters.
void finish_hard(Run& run, const HardStart& best);
// The result of labels that were found without a loop, as hard clusters of the run's space.
void finish_partition(Run& run, const Labels& labels);

// The result of labels that have no prototypes: new points take the label of their neighbours.
void finish_labels(Run& run, Labels labels);
// The same for the vertices of a given graph; the objective is the normalised cut.
void finish_vertices(Run& run, Labels labels, const SparseMatrix& graph);

}  // namespace mercer
