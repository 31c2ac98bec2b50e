// Mean shift through the front door: the peaks become prototypes, and points go to the nearest.
#include "beyond/mean_shift.hpp"

#include "front/method_file.hpp"
#include "model/assign.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// Peaks as prototypes of the model; one that is nearest to no point is not a cluster.
Matrix nearest_to_some(const Matrix& peaks, const Labels& labels) {
  std::vector<bool> used(static_cast<std::size_t>(peaks.rows()));
  for (const int label : labels) used[static_cast<std::size_t>(label)] = true;
  std::vector<Index> kept;
  for (Index j = 0; j < peaks.rows(); ++j)
    if (used[static_cast<std::size_t>(j)]) kept.push_back(j);
  return peaks(kept, Eigen::all);
}

void place(Model& m, const Matrix& peaks, const Vector& centre) {
  const Matrix prototypes = peaks.rowwise() - centre.transpose();
  m.mass = Vector::Ones(peaks.rows());
  m.norm = prototypes.rowwise().squaredNorm();
  m.kind = kinds::Vectors{prototypes, centre};
}

}  // namespace

template <>
struct Front<MeanShift> {
  static Needs needs(const MeanShift&) {
    return {
        .base = Base::points, .weights = false, .without_kernel = "the peaks are points of the input space"};
  }
  static void settle(MeanShift&, Options&) {}
  static void check(const MeanShift&, const Shape&, const Options& o) {
    if (!is_none(o.kernel)) refuse("method mean-shift works in the input space; leave `kernel` out");
  }
  // The points once more, and distances to as many seeds as there may be.
  static Memory bytes(const MeanShift&, const Extent& e) {
    return {.beside = 40 * e.points() * e.columns() + 2048 * e.points()};
  }
  static Shows shows(const MeanShift&, const Options&) { return {.starts = false, .own_clusters = true}; }

  static void run(Run& run, MeanShift method) {
    Result& r = run.result;
    if (!method.bandwidth) method.bandwidth = automatic_bandwidth(run.data, method.profile);
    r.model.method = method;
    const Modes modes = find_modes(run.data, {*method.bandwidth, method.profile, method.binning,
                                              run.options.max_iterations, run.options.control});
    r.iterations = modes.iterations;
    r.converged = modes.converged;
    r.restarts = 1;
    Model& m = r.model;
    const Vector& centre = dynamic_cast<const VectorSpace&>(run.space()).centre();
    m.columns = run.data.dimensions();
    place(m, modes.points, centre);
    place(m, nearest_to_some(modes.points, m.predict(run.data, run.options.threads)), centre);
    r.labels = m.predict(run.data, run.options.threads);
    const Matrix distances = m.transform(run.data, run.options.threads);
    r.objective = distances.rowwise().minCoeff().squaredNorm();
    m.mass.setZero();
    for (const int label : r.labels) m.mass[label] += 1;
    m.norm = m.norm.cwiseProduct(m.mass.cwiseAbs2());
    run.find("bandwidth", {*method.bandwidth}, "radius within which points count");
    run.find("seeds", {static_cast<double>(modes.seeds)}, "starting points of the climbs");
    if (m.clusters() == 1 && run.data.size() > 1)
      run.warn(fmt::format("at bandwidth = {:.4g} there is one peak", *method.bandwidth), "lower bandwidth");
  }
};
template const MethodDoor& door_of<MeanShift>();

}  // namespace mercer
