// What methods that end in hard clusters share: the best start, and what becomes of labels.
#pragma once

#include "front/run.hpp"

namespace mercer {

// Hard clusters in the run's space: the best of the starts, and of the search beyond them.
HardStart best_hard_start(Run& run, bool refine);
// The result of hard clusters.
void finish_hard(Run& run, const HardStart& best);
// The result of labels that were found without a loop, as hard clusters of the run's space.
void finish_partition(Run& run, const Labels& labels);

// The result of labels that have no prototypes: new points will ask their neighbours.
void finish_labels(Run& run, Labels labels);
// The same for the vertices of a given graph; the objective is the normalised cut.
void finish_vertices(Run& run, Labels labels, const SparseMatrix& graph);

}  // namespace mercer
