// How many clusters? At the right number very different methods find the same clusters; at a wrong one each
// merges or splits in its own way.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

// Of one number of clusters: the winner of auto's contest.
struct NumberEvidence {
  Index clusters = 0;
  double agreement = 0;   // of the winner with all candidates
  double separation = 0;  // of its clusters, 0 to 1
  std::string representation, winner;
  Labels labels;  // of the winner, at the number that is best and at the next peaks

  // E = A (1 + s / 2): what all find, and what has gaps around it.
  double evidence() const { return agreement * (1 + separation / 2); }
  // Of equally good answers the finer.
  double rank() const;
};

// A mixture of so many components.
struct ModelEvidence {
  Index components = 0;
  double bic = 0;  // per point, larger is better
};

enum class Clarity {
  clear,  // no set without clusters has reached such evidence
  hint,
  none,  // no clusters stand out
  few    // there are too few points, or too few different ones, to say anything
};

template <>
struct EnumNames<Clarity> {
  static constexpr std::array<std::string_view, 4> values = {"clear", "hint", "none", "few"};
};

struct NumberSearch {
  Index clusters = 1;
  Clarity clarity = Clarity::few;
  std::vector<NumberEvidence> tried;  // by number, 2 and more
  Index highest = 0;                  // the number of largest rank; 0: nothing was tried
  Index best = 0;                     // the same, or the coarser or finer one that took its place
  // The agreement within the clusters of the coarser of the last two; NaN: none took the place of another.
  double within = std::numeric_limits<double>::quiet_NaN();
  std::vector<Index> also;  // the next peaks of the evidence, two at most
  // The largest evidence among sets without clusters that are alike in size and extent; NaN: not needed.
  double without_clusters = std::numeric_limits<double>::quiet_NaN();
  std::vector<ModelEvidence> models;  // of mixtures, where clusters may overlap
  bool by_model = false;              // the clusters overlap, and a mixture counts them
  Index different = 0;                // points, of those that were looked at
  Index sampled = 0;                  // random points that were looked at, when not all of them
  bool interrupted = false;           // the numbers that were tried are not all

  const NumberEvidence* at(Index number) const;
  // "3 clusters: evidence 1.02 (agreement 0.70, separation 0.89); without clusters 0.76; also 14 (0.68)"
  std::string text() const;
};

}  // namespace mercer
