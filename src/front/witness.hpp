// How well a clustering is supported: others that were made in nearly the same way agree, and gaps lie around
// its clusters.
#pragma once

#include "beyond/auto/separation.hpp"
#include "mercer/options.hpp"

namespace mercer {

struct Testimony {
  double agreement = 0;   // mean adjusted Rand index with the others
  double separation = 0;  // 0 to 1; 0 for points without coordinates
  double evidence() const { return agreement * (1 + separation / 2); }
};

class Witness {
 public:
  Witness(const Data& data, const Kernel& kernel, Control* control);
  Testimony hear(const Labels& labels, const std::vector<Labels>& others);

 private:
  automatic::Parts parts_;  // none for points without coordinates
  automatic::InnerGaps gaps_;
};

// What very different methods find: the clusters of auto's candidates, for the number of clusters, seed and
// threads of these options. Runs of one method may agree on a mistake that they share, and values at which a
// kernel means nearly nothing agree with each other; they don't agree with these. None for points without
// coordinates, where auto would look at a sample, or after a stop.
std::vector<Labels> labels_of_candidates(const Data& data, const Options& options);

}  // namespace mercer
