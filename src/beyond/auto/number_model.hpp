// If clusters overlap, agreement can't decide: trees and graphs merge clusters without a gap. Then the number
// is that of the components of a mixture.
#pragma once

#include "beyond/auto/shared.hpp"
#include "mercer/beyond/number.hpp"

namespace mercer::automatic {

struct CountedComponents {
  Index components = 0;              // 0: the mixture does not describe the points
  double gain = 0;                   // of BIC over one component
  bool apart = false;                // whether the density falls between each two components
  std::vector<ModelEvidence> tried;  // by number, from 1 on
};
// The number and the kind, of eight, of largest BIC, from the labels of k-means for 2, 3, ... clusters, which
// are those of `means`. It counts if a mixture of that kind describes held-out points better than kernel
// densities do, in all axes and in the first 2, 3 and 4. A table is described by balls of one size, and
// judged by its numeric columns.
CountedComponents count_components(Shared& shared, bool table, const std::vector<Labels>& means);

// The gain on the same number of points and columns, uniform in a box: mixtures approximate a box, too.
// Components are clusters only if they gain more than that.
double gain_without_clusters(Index points, Index columns, std::uint64_t seed);

}  // namespace mercer::automatic
