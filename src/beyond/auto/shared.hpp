// What contests for several numbers of clusters share: parts that don't depend on the number, and trees that
// are cut for each number.
#pragma once

#include "beyond/auto/densities.hpp"
#include "beyond/auto/hierarchies.hpp"
#include "beyond/auto/sample.hpp"
#include "beyond/auto/separation.hpp"

namespace mercer::automatic {

// How thoroughly a contest looks: a search over many numbers takes less than a single fit.
struct Effort {
  Index mixture_rows = large;  // points that mixtures are fitted to
  Index gate_rows = HeldOut::all_points;
  Index restarts = 10;     // of k-means, also among eigenvectors
  bool all_starts = true;  // mixtures begin with the labels of several candidates
};

struct Shared {
  Shared(const Parts& all, Index least, Index most, std::uint64_t seed_of_all, const Effort& how = {})
      : parts(all), seed(seed_of_all), effort(how), hierarchies(all, least, most) {
    if (!all.given() && !all.points.is_sparse())
      densities.emplace(all.points.dense(), seed_of_all, how.gate_rows);
  }

  const Parts& parts;
  std::uint64_t seed;
  Effort effort;
  Hierarchies hierarchies;
  InnerGaps gaps;
  std::optional<Densities> densities;  // none for points without coordinates
  // For a table's numeric columns, and for their ranks; computed on first use.
  std::optional<Densities> numeric_densities, ranked_densities;
};

}  // namespace mercer::automatic
