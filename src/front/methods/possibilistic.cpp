// Possibilistic c-means through the front door: scales from fuzzy c-means, and prototypes that coincide.
#include <algorithm>

#include "engine/scales.hpp"
#include "front/soft_run.hpp"
#include "model/assign.hpp"

namespace mercer {
namespace {

// Pairs of prototypes closer than a tenth of their scale.
void report_coincident(Run& run, const Possibilistic& rule, const Finished& end) {
  const Matrix apart = run.space().apart(end.W, end.P);
  std::vector<std::string> pairs;
  for (Index j = 0; j < apart.rows(); ++j)
    for (Index l = j + 1; l < apart.cols(); ++l)
      if (apart(j, l) <
          0.1 * std::min(rule.scales[static_cast<std::size_t>(j)], rule.scales[static_cast<std::size_t>(l)]))
        pairs.push_back(fmt::format("{} and {}", j, l));
  run.find("coincident", {static_cast<double>(pairs.size())},
           "pairs of prototypes whose squared distance is below 0.1 eta");
  if (pairs.empty()) return;
  constexpr std::size_t shown = 5;
  const bool more = pairs.size() > shown;
  if (more) pairs.resize(shown);
  run.warn(fmt::format("prototypes coincide: {}{}", fmt::join(pairs, ", "), more ? ", ..." : ""),
           "nothing keeps possibilistic prototypes apart; lower m or eta, or use fuzzy");
}

}  // namespace

template <>
struct Front<Possibilistic> {
  static Needs needs(const Possibilistic&) { return {}; }
  static void settle(Possibilistic&, Options&) {}
  static void check(const Possibilistic&, const Shape&, const Options&) {}
  static Memory bytes(const Possibilistic&, const Extent& extent) { return soft_bytes(extent); }
  static Shows shows(const Possibilistic&, const Options&) { return {.outlier_scores = true}; }

  static void run(Run& run, Possibilistic method) {
    const Critical at = settle_fuzziness(run, method);
    const Fit fuzzy = best_of_starts(run, Fuzzy{.m = method.m, .prototypes = method.prototypes});
    const bool median = method.eta_rule == ScaleRule::median ||
                        (method.eta_rule == ScaleRule::automatic && !has_preimages(run));
    method.scales = scales_of(run.space(), run.weights.asDiagonal() * fuzzy.weights, fuzzy.prototypes,
                              median ? Scale::median : Scale::mean, at.variance, run.options.control);
    if (method.eta) std::fill(method.scales.begin(), method.scales.end(), *method.eta);
    Fit best = none_yet();
    consider(run, method, fuzzy.weights, best);
    --run.result.restarts;       // the same start, gone on with
    run.result.courses.clear();  // another objective
    run.result.winner = 0;
    if (best.weights.size() == 0) no_result(run);
    take_course(run, best);
    const Finished end = finish_soft(run, method, run.weights.asDiagonal() * best.weights, best.prototypes);
    run.result.outlier_scores = outlier_scores_of(run.result.memberships);
    run.find("eta", method.scales,
             fmt::format("squared distance at which a point is half typical, by cluster; {}",
                         method.eta ? "given"
                         : median   ? "eta_rule=median"
                                    : "eta_rule=mean"));
    report_coincident(run, method, end);
    warn_if_fewer(run, Possibilistic::when_fewer);
  }
};
template const MethodDoor& door_of<Possibilistic>();

}  // namespace mercer
