#include "front/soft_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/critical.hpp"
#include "engine/sample.hpp"
#include "engine/scales.hpp"
#include "engine/stiffness.hpp"
#include "model/assign.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

Matrix one_hot(const std::vector<Labels>& labels, Index clusters) {
  const auto n = static_cast<Index>(labels.front().size());
  Matrix W = Matrix::Zero(n, clusters * static_cast<Index>(labels.size()));
  for (std::size_t s = 0; s < labels.size(); ++s)
    for (Index i = 0; i < n; ++i)
      W(i, static_cast<Index>(s) * clusters + labels[s][static_cast<std::size_t>(i)]) = 1;
  return W;
}

// A soft prototype needs a point to start from.
void fill_starts(const Run& run, std::vector<Labels>& starts) {
  const HardOptions hard{run.options.clusters, 1, false, run.weights, run.options.control};
  for (Labels& labels : starts) {
    const std::set<int> used(labels.begin(), labels.end());
    if (static_cast<Index>(used.size()) == run.options.clusters) continue;
    HardState state = assemble(run.space(), {labels}, hard);
    if (run.stopped()) return;
    fill_empty(run.space(), state, 0, hard);
    labels = state.starts[0].labels;
  }
}

// The stiffness, when it was left to us; a given one below the critical value is named.
void resolve_stiffness(Run& run, Softmax& method) {
  if (run.options.clusters == 1) {
    if (!method.beta) method.beta = 1;
    return;
  }
  const Stiffness s = stiffness(run.space(), run.options.clusters, run.weights);
  run.find("beta_c", {s.critical}, "below this stiffness all responsibilities become equal");
  if (!method.beta)
    method.beta = s.chosen;
  else if (*method.beta < s.critical)
    run.warn(
        fmt::format("beta = {:.4g} is below the critical stiffness {:.4g}: all responsibilities become equal",
                    *method.beta, s.critical),
        fmt::format("leave beta out (auto takes {:.4g}) or raise it", s.chosen));
}

// Prototypes that are points of the input space obey no critical value of the feature space.
bool has_preimages(const Run& run) {
  return prototypes_in_input(run.options.method) && std::holds_alternative<Gaussian>(run.kernel);
}

// The fuzziness, when it was left to us.
template <class Rule>
Critical settle_fuzziness(Run& run, Rule& method) {
  const Critical at = critical(run.space(), run.weights);
  if (!method.m) method.m = has_preimages(run) ? 2 : automatic_fuzziness(at);
  if (!has_preimages(run))
    run.find("m_crit", {at.fuzziness}, "above it prototypes that all coincide are a stable solution");
  return at;
}

void warn_if_collapsed(Run& run, double m, const Critical& at, const Finished& end) {
  if (run.options.clusters == 1 || end.W.rows() == 0) return;
  const double largest = run.space().apart(end.W, end.P).maxCoeff();
  if (largest < 1e-6 * at.variance)
    run.warn(
        fmt::format("all prototypes coincide: fuzziness m = {:.4g}, critical value {:.4g}", m, at.fuzziness),
        fmt::format("leave m out (auto takes {:.4g}) or lower it", automatic_fuzziness(at)));
}

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
           "pairs of prototypes closer than 0.1 eta, squared");
  if (pairs.empty()) return;
  constexpr std::size_t shown = 5;
  const bool more = pairs.size() > shown;
  if (more) pairs.resize(shown);
  run.warn(fmt::format("prototypes coincide: {}{}", fmt::join(pairs, ", "), more ? ", ..." : ""),
           "nothing keeps possibilistic prototypes apart; lower m or eta, or use fuzzy");
}

}  // namespace

Matrix starting_weights(const Run& run, Index first) {
  std::vector<Labels> labels = run.starts(first);
  fill_starts(run, labels);
  return one_hot(labels, run.options.clusters);
}

void take_course(Run& run, const Fit& best) {
  run.result.objective = best.energy;
  run.result.iterations = best.iterations;
  run.result.converged = best.converged;
  run.result.history = best.history;
}

Finished finish_soft(Run& run, const Method& method, Matrix W, Prototypes before) {
  Result& r = run.result;
  r.model.method = method;
  if (run.built.gram)
    run.built.gram->control = nullptr;  // a stop must not leave this last product incomplete
  Finished end{std::move(W), std::move(before), {}};
  run.space().place(end.W, end.P);
  end.D2 = all_distances(run.space(), end.P);
  r.memberships = memberships_of(method, end.D2);
  r.model.mass = end.P.mass;
  r.model.norm = end.P.norm;
  r.labels = labels_of(method, end.D2, run.space().self(), prototype_norms(r.model), run.space().epsilon());
  if (const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space())) {
    r.model.kind = kinds::Vectors{vectors->means(end.P), vectors->centre()};
  } else {
    r.model.kind = kinds::Expansion{end.W, {}};
    r.model.labels = r.labels;
  }
  return end;
}

void warn_if_fewer(Run& run, std::string_view remedy) {
  const std::set<int> used(run.result.labels.begin(), run.result.labels.end());
  if (static_cast<Index>(used.size()) < run.options.clusters)
    run.warn(
        fmt::format("only {} of {} clusters are nearest to any point: prototypes coincide or stand aside",
                    used.size(), run.options.clusters),
        std::string(remedy));
}

void run_method(Run& run, Softmax method) {
  resolve_stiffness(run, method);
  run_soft(run, method);
}

void run_method(Run& run, Fuzzy method) {
  const Critical at = settle_fuzziness(run, method);
  warn_if_collapsed(run, *method.m, at, run_soft(run, method));
}

// From the matching fuzzy c-means, which gives each cluster its scale.
void run_method(Run& run, Possibilistic method) {
  const Critical at = settle_fuzziness(run, method);
  const Fit fuzzy = best_of_starts(run, Fuzzy{.m = method.m, .prototypes = method.prototypes});
  const bool median = method.eta_rule == ScaleRule::median ||
                      (method.eta_rule == ScaleRule::automatic && !has_preimages(run));
  method.scales = scales_of(run.space(), run.weights.asDiagonal() * fuzzy.weights, fuzzy.prototypes,
                            median ? Scale::median : Scale::mean, at.variance);
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
  run.find("eta", method.scales, "squared distance at which a point is half typical, by cluster");
  report_coincident(run, method, end);
  warn_if_fewer(run, Possibilistic::when_fewer);
}

void run_method(Run& run, KHarmonic method) {
  const double variance = SampledKernel(run.space(), run.weights).variance();
  if (variance > 0) method.unit = variance;
  run_soft(run, method);
}

}  // namespace mercer
