// Placing the prototypes of a map in feature space without a product of K with dense weights.
//
// Where a point's weights follow from its winner alone, W = Z H: Z says who wins a point, H(l, j) how much
// the winner l pulls node j. So K W = (K Z) H, where K Z is a sum of kernel rows by winner, of which an
// iteration changes few, and H is only k x k.
#pragma once

#include "core/parallel.hpp"
#include "mercer/rules/som.hpp"
#include "rules/traits.hpp"
#include "space/gram_space.hpp"

namespace mercer {

// Rules whose weights follow from the winner alone.
template <class R>
constexpr bool by_winner = false;
template <>
inline constexpr bool by_winner<Som> = true;

// H: the weights that a rule gives to a point at each prototype in turn.
template <WeightRule R>
Matrix pulls(const R& rule, Index k) {
  Matrix H(k, k);
  for (Index l = 0; l < k; ++l) {
    Vector d2 = Vector::Ones(k);
    d2[l] = 0;
    rule(std::span<const double>(d2.data(), static_cast<std::size_t>(k)),
         std::span<double>(H.row(l).data(), static_cast<std::size_t>(k)));
  }
  return H;
}

class WinnerSums {
 public:
  // P, the prototypes whose distances gave the weights, become those of the weights; H is the same for every
  // start. A prototype without weight stays.
  void place(const GramSpace& space, const Matrix& H, const Vector& weights, Prototypes& P);

 private:
  Prototypes sums_;            // K Z
  std::vector<Index> winner_;  // column of each point's winner, point by point, start by start; -1: none yet
  Index moved_ = 0;            // rows since the sums were formed from scratch
};

}  // namespace mercer
