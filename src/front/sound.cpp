#include "front/sound.hpp"

#include <algorithm>

#include "engine/sample.hpp"
#include "model/kind.hpp"
#include "model/parameters.hpp"

namespace mercer {
namespace {

constexpr Index looked_at = 256;  // training points that are predicted
constexpr Index few = 20000;      // as many training objects may be asked about them

// Whether new points can be made from the data (rows of a given matrix are some), at a cost that is small
// beside that of the fit.
bool can_predict(const Run& run) {
  if (!takes_new_points(run.kernel) || run.data.size() == 0) return false;
  return run.data.size() <= few || effort_of(run.result.model.kind) == Effort::prototypes;
}

const char* reason_of(const Run& run) {
  return run.early || !run.result.converged ? "the iterations ended while labels still changed"
                                            : "they are equally near to several clusters, up to rounding";
}

const char* remedy_of(const Run& run) {
  if (run.early) return "lower `tolerance`";
  if (!run.result.converged) return "raise `max_iterations`";
  if (is_precomputed(run.kernel))
    return "lower `clusters`, or give a positive semidefinite matrix in which points differ";
  return is_plain(run.kernel)
             ? "scale the data (`standardize`), or remove points that are far from all others"
             : "scale the data (`standardize`), or choose a kernel whose width is near the "
               "distances between points";
}

}  // namespace

void require_sound(const Run& run) {
  const Model& m = run.result.model;
  const auto is_number = [](double step) { return std::isfinite(step); };
  if (!std::isfinite(run.result.objective) || !std::ranges::all_of(run.result.history, is_number))
    no_result(run);
  if ((m.mass.array() <= 0).any() && m.mass.allFinite())
    throw Error(
        Fault::data,
        fmt::format("{} of {} clusters have no weight left, since others are nearer to every point; lower "
                    "`clusters`, or scale the data (`standardize`)",
                    (m.mass.array() <= 0).count(), m.clusters()));
  if (!model_fits(m))
    throw Error(
        Fault::data,
        "the clusters can't be described by finite numbers: squares or kernel values overflow; scale the "
        "data (`standardize`), or use another kernel");
}

void warn_if_relabelled(Run& run) {
  if (!can_predict(run)) return;
  const std::vector<Index> sample = spread_sample(run.data.size(), looked_at);
  What what;
  what.device.where = DeviceChoice::Where::cpu;
  Labels again;
  try {
    again = run.result.model.assign(run.data.take(sample), what, run.options.threads).labels;
  } catch (const Error& e) {
    if (e.fault() != Fault::data) throw;
    return run.warn("the model can't predict its own training points", e.what());
  }
  Index others = 0;
  for (std::size_t i = 0; i < sample.size(); ++i)
    others += again[i] != run.result.labels[static_cast<std::size_t>(sample[i])];
  if (others > 0)
    run.warn(fmt::format("the model gives {} of {} training points another label: {}", others, sample.size(),
                         reason_of(run)),
             remedy_of(run));
}

}  // namespace mercer
