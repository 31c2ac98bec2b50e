// Mini-batch kernel k-means at the front door: the run, one pass over all points, and a model of few points.
#include "beyond/mini_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "front/mini_batch.hpp"
#include "model/assign.hpp"
#include "model/kind.hpp"

namespace mercer {
namespace {

// The support points and their coefficients; for a given matrix, coefficients of all points.
Model model_of(const MiniBatchRun& run, const Support& support) {
  Model m;
  m.method = method_of(run.options);
  m.kernel = run.kernel;
  m.approx = run.choice;
  m.columns = run.data.dimensions();
  m.mass = Vector::Ones(support.clusters());
  m.norm = support.norm;
  const auto owner_of = [&](Index s) {
    const auto after = std::upper_bound(support.start.begin(), support.start.end(), s);
    return static_cast<int>(after - support.start.begin()) - 1;
  };
  const auto count = static_cast<Index>(support.points.size());
  if (is_precomputed(run.kernel)) {
    m.labels.assign(static_cast<std::size_t>(run.data.size()), 0);
    Matrix coefficients = Matrix::Zero(run.data.size(), support.clusters());
    for (Index s = 0; s < count; ++s)
      coefficients(support.points[static_cast<std::size_t>(s)], owner_of(s)) += support.coefficients[s];
    m.kind = kinds::Expansion{std::move(coefficients), {}};
    const bool similar = std::holds_alternative<Precomputed>(run.kernel);
    m.known = KnownMatrix{similar ? constant_self(run.gram.diagonal()) : 0};
    return m;
  }
  m.known = KnownPoints{run.data.take(support.points), {}};
  m.kind = kinds::Expansion{{}, support.coefficients};
  for (Index s = 0; s < count; ++s) m.labels.push_back(owner_of(s));
  return m;
}

// Labels and objective of all points, as `predict` gives them.
void assign_all(const MiniBatchRun& run, Result& r) {
  constexpr Index chunk = 16384;
  const Vector norms = prototype_norms(r.model), diagonal = run.gram.diagonal();
  r.objective = 0;
  for (Index begin = 0; begin < run.data.size(); begin += chunk) {
    std::vector<Index> rows;
    for (Index i = begin; i < std::min(run.data.size(), begin + chunk); ++i) rows.push_back(i);
    const Nearness a = nearness(r.model, run.data.take(rows));
    const Labels labels = nearest_labels(a.D2, a.self, norms, a.epsilon);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double unknown = a.self_known ? 0 : diagonal[rows[i]];
      r.objective += run.weights[rows[i]] * (a.D2(static_cast<Index>(i), labels[i]) + unknown);
    }
    r.labels.insert(r.labels.end(), labels.begin(), labels.end());
  }
}

void require_all_clusters(const Labels& labels, Index clusters) {
  std::vector<bool> used(static_cast<std::size_t>(clusters));
  for (const int label : labels) used[static_cast<std::size_t>(label)] = true;
  const auto empty = std::count(used.begin(), used.end(), false);
  if (empty > 0)
    refuse(
        fmt::format("{} of {} clusters stay empty; lower `clusters`, raise minibatch's "
                    "size, or leave `approx` out",
                    empty, clusters));
}

}  // namespace

void run_mini_batch(const MiniBatchRun& run, Result& r) {
  const Options& o = run.options;
  const HardOptions hard{o.clusters, o.max_iterations, false, run.weights, o.control};
  const MiniBatchContext context{
      run.gram, is_precomputed(run.kernel) ? nullptr : &run.data, hard, run.choice, o.init, o.restarts,
      o.seed};
  MiniBatchFit fit = mini_batch(context);
  r.model = model_of(run, fit.support);
  r.model.precision = run.precision;
  assign_all(run, r);
  const bool stopped = o.control && o.control->stop;
  if (!stopped) require_all_clusters(r.labels, o.clusters);
  if (!std::isfinite(r.objective))
    throw Error(Fault::data,
                "the objective is not finite: kernel values overflow; scale the data "
                "(`standardize`) or use `precision = double`");
  if (!is_precomputed(run.kernel))  // the pass over all points; the rest is counted by the Gram
    r.evaluations = static_cast<std::uint64_t>(run.data.size()) * fit.support.points.size();
  r.iterations = fit.batches;
  r.converged = fit.converged;
  r.history = std::move(fit.history);
  r.restarts = different_starts(o.init, o.clusters, o.restarts);
  r.approximation = {
      format_choice(Approx(run.choice)), static_cast<Index>(fit.support.points.size()),
      std::max(0.0, mean_gap(context, fit.support, r.labels)) / r.objective,
      "share of the objective that the exact means of these clusters would save, estimated on a "
      "sample"};
}

}  // namespace mercer
