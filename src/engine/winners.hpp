// A map: the loop of fit.hpp for a rule whose weights follow only from a point's winner.
//
// There W = Z H: Z holds the winner of each point, H(l, j) says how much the winner l pulls node j. So only
// the winners are kept, and prototypes come from the sums over the points that each node has won, of which an
// iteration changes few; the space spreads them by H, which is only k x k.
#pragma once

#include "engine/fit.hpp"
#include "mercer/rules/som.hpp"

namespace mercer {

// As fit(space, rule, W, options), to the same end.
std::vector<Fit> fit_map(const Space& space, const Som& rule, Matrix W, const FitOptions& options);

}  // namespace mercer
