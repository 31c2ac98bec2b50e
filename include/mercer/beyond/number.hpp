// How many clusters? At the right number very different methods find the same clusters; at a wrong one each
// merges or splits in its own way.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

// The evidence for one number of clusters: that of the winner of auto's contest.
struct NumberEvidence {
  Index clusters = 0;
  double agreement = 0;   // of the winner with all candidates
  double separation = 0;  // of its clusters, 0 to 1
  std::string representation, winner;
  Labels labels;  // of the winner, at the number that is best and at the next peaks

  // E = A (1 + s / 2): large if all candidates find the clusters, and gaps surround them.
  double evidence() const { return agreement * (1 + separation / 2); }
  // Among equally good numbers, prefers the larger one.
  double rank() const;
};

// A mixture with this number of components.
struct ModelEvidence {
  Index components = 0;
  double bic = 0;  // per point, larger is better
};

enum class Clarity {
  clear,  // no set without clusters has reached this evidence
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
  Index best = 0;                     // `highest`, or the smaller or larger number that replaced it
  // How well the candidates agree on the division of the coarser of these two; NaN: nothing was replaced.
  double within = std::numeric_limits<double>::quiet_NaN();
  std::vector<Index> also;  // the next peaks of the evidence, two at most
  // The largest evidence among sets without clusters, of similar size and extent; NaN: not needed.
  double without_clusters = std::numeric_limits<double>::quiet_NaN();
  // Mixtures, if clusters may overlap, or the latent classes of a table; by number, from 1.
  std::vector<ModelEvidence> models;
  bool by_model = false;     // whether the components decided, not the evidence
  Index different = 0;       // distinct points among those that were looked at
  Index sampled = 0;         // number of random points that were looked at; 0: all points
  bool interrupted = false;  // not all numbers were tried

  const NumberEvidence* at(Index number) const;
  // How much this number of components gains in log likelihood per point over one, by BIC; NaN: not tried.
  double gain(Index components) const;
  // "3 clusters: evidence 1.02 (agreement 0.70, separation 0.89); without clusters 0.76; also 14 (0.68)"
  std::string text() const;
};

}  // namespace mercer
