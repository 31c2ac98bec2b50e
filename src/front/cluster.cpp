#include "mercer/cluster.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/parallel.hpp"
#include "embed/spectrum.hpp"
#include "engine/sample.hpp"
#include "front/check.hpp"
#include "front/run.hpp"
#include "init/init.hpp"
#include "kernels/resolve.hpp"

namespace mercer {

Index Run::restarts() const { return different_starts(options.init, options.clusters, options.restarts); }

std::vector<Labels> Run::starts(Index first) const {
  const HardOptions hard{options.clusters, options.max_iterations, false, weights, options.control};
  return initialise(options.init,
                    {space(), is_precomputed(kernel) ? nullptr : &data, hard, first,
                     std::min(plan.together, restarts() - first), options.seed, options.labels});
}

bool better(double objective, double best) { return objective < best - 1e-10 * std::abs(objective); }

void interrupted_early() { throw Error(Fault::failure, "interrupted before there was a first result"); }
void no_result(const Run& run) {
  if (run.stopped()) interrupted_early();
  // Some value of the kernel is no number: looking at all of them names it.
  constexpr Index together = 64;
  Matrix D2;
  for (Index from = 0; from < run.data.size(); from += together) {
    std::vector<Index> points;
    for (Index i = from; i < std::min(run.data.size(), from + together); ++i) points.push_back(i);
    run.space().to_points(points, D2);
  }
  throw Error(Fault::data,
              "the objective is not finite: kernel values overflow; scale the data (--standardize) or use "
              "--precision double");
}

namespace {

void warn_if_indefinite(Run& run) {
  const std::string why = indefinite_because(run.kernel);
  if (why.empty()) return;
  const std::vector<Index> sample = spread_sample(run.space().size(), 512);
  Matrix D2;
  run.space().between(sample, sample, D2);
  const Matrix K = centred_kernel(std::move(D2), Vector::Ones(static_cast<Index>(sample.size())));
  const double least = least_eigenvalue(K), most = largest_eigenvalues(K, 1)[0];
  if (least < -1e-8 * std::max(most, -least))
    run.warn(fmt::format("{}: its least eigenvalue{} is {:.4g} (largest {:.4g})", why,
                         run.space().size() > K.rows() ? " on a sample" : "", least, most),
             "distances can be negative and the objective may rise between iterations; prefer a positive "
             "definite kernel");
}

// What the model of a feature or input space needs beyond the prototypes' mass and norm.
void keep_points(Run& run) {
  Model& m = run.result.model;
  m.kernel = run.kernel;
  m.precision = run.plan.summary.precision;
  m.columns = run.data.dimensions();
  m.widths = run.built.widths;
  if (run.plan.summary.storage == Storage::vectors) return;
  if (!is_precomputed(run.kernel)) m.points = run.data;
  if (run.options.weights.size() > 0 && m.coefficients.size() == 0) m.weights = run.weights;
  if (std::holds_alternative<Precomputed>(run.kernel)) {
    const Vector& self = run.space().self();
    const bool constant = (self.array() - self[0]).abs().maxCoeff() <= 1e-9 * std::abs(self[0]);
    m.self = constant ? self[0] : std::nan("");
  }
}

}  // namespace

Result cluster(const Data& data, const Options& asked) {
  const Options options = settle_clusters(asked);
  check_options(data, options);
  const ThreadScope scope(options.threads);
  check_data(data, options);
  Run run{data, options, resolve(options.kernel, data), make_plan(data, options), {}, options.weights, {}};
  if (run.weights.size() == 0) run.weights = Vector::Ones(data.size());
  run.built = build(data, run.kernel, options.method, run.plan.summary, options.control);
  if (run.stopped()) interrupted_early();
  warn_if_indefinite(run);
  std::visit([&](const auto& method) { run_method(run, method); }, options.method);
  keep_points(run);
  run.result.plan = run.plan.summary;
  if (run.built.gram) run.result.evaluations = run.built.gram->evaluations();
  run.result.interrupted = run.stopped();
  if (!run.result.converged && !run.result.interrupted)
    run.warn(fmt::format("not converged after {} iterations", run.result.iterations),
             "raise max_iterations (--max-iterations)");
  return std::move(run.result);
}

}  // namespace mercer
