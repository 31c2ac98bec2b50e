// Where clustering starts: labels for each start.
#pragma once

#include "engine/hard.hpp"
#include "mercer/data.hpp"
#include "mercer/options.hpp"

namespace mercer {

struct InitContext {
  const Space& space;
  const Data* points;  // null when the data are a kernel matrix
  HardOptions hard;    // clusters, weights, control
  Index first = 0;     // number of the first of these starts: each has random numbers of its own
  Index restarts = 1;
  std::uint64_t seed = 1;
  const Labels& given;  // for GivenLabels
};

// How many of `restarts` starts can differ: one where nothing is left to chance.
Index different_starts(const Init& init, Index clusters, Index restarts);

// One set of labels a start; fewer than `restarts` when the initialisation leaves nothing to chance.
std::vector<Labels> initialise(const Init& init, const InitContext& context);

// Greedy k-means++ in feature space (2 + floor(ln k) candidates a step), all starts together: labels by the
// nearest seed. `first` gives the first seed of every start; negative: drawn.
std::vector<std::vector<Index>> plus_plus_seeds(const InitContext& context, Index seeds, Index first = -1);

// Every point to its nearest seed; seed j gets label j.
std::vector<Labels> nearest_seed_labels(const Space& space, const std::vector<std::vector<Index>>& seeds,
                                        Control* control = nullptr);

}  // namespace mercer
