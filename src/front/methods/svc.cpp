// Support vector clustering through the front door: the sphere, its contours, and a sweep over widths.
#include <algorithm>
#include <cmath>

#include "beyond/contours.hpp"
#include "core/parallel.hpp"
#include "front/sphere_run.hpp"
#include "gram/point_gram.hpp"
#include "kernels/functions.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {
namespace {

double most_weight(Index n, double outliers) {
  const double expected = static_cast<double>(n) * outliers;
  return expected > 1 ? 1 / expected : 1;
}

// Widths from that of the whole data (one cluster) to half the median distance of nearest neighbours.
std::vector<double> widths_to_try(const Matrix& X, int count) {
  const double wide = (X.rowwise() - X.colwise().mean()).rowwise().norm().maxCoeff();
  Vector near = nearest_neighbors(X, 1).distances.col(0);
  std::sort(near.begin(), near.end());
  double narrow = near[near.size() / 2] / 2;
  if (!(narrow > 0)) narrow = wide / 100;
  std::vector<double> widths;
  widths.reserve(static_cast<std::size_t>(count));
  for (int t = 0; t < count; ++t)
    widths.push_back(wide * std::pow(narrow / wide, count > 1 ? static_cast<double>(t) / (count - 1) : 0.0));
  return widths;
}

// The number of clusters at each width.
void sweep(Run& run, const Matrix& X, const SupportVectorClustering& method) {
  if (X.rows() < 2) return;
  std::vector<double> widths = widths_to_try(X, method.sweep), counts;
  Progress progress(run.options.control, "widths", method.sweep);
  for (const double sigma : widths) {
    if (progress.stopped()) break;
    const Gaussian kernel{.sigma = sigma};
    const PointGram<double> gram(std::make_shared<const KernelTiles<double>>(Data(X), kernel, true));
    const Svdd sphere = svdd(gram, {.C = most_weight(X.rows(), method.outliers),
                                    .cache_bytes = std::min(most_row_bytes, run.plan.room),
                                    .control = run.options.control});
    if (sphere.cut) break;
    const Contour contour(X, sphere.beta, gamma_of(kernel), sphere.norm, sphere.radius2);
    const ContourLabels found = label_contours(contour, X, method.graph, run.options.control);
    if (progress.stopped()) break;  // too many: not all were joined
    counts.push_back(static_cast<double>(found.clusters));
    progress.done();
  }
  widths.resize(counts.size());
  run.find("widths", widths, "sigma, from wide to narrow ...");
  run.find("counts", counts,
           "... and the number of clusters at each; trust a number that several widths share");
}

// Widths that say nothing are named.
void warn_about_width(Run& run, const ContourLabels& found) {
  const double sigma = std::sqrt(0.5 / gamma_of(*one_width(run.kernel)));
  const auto inside = std::count_if(found.core.begin(), found.core.end(), [](int c) { return c >= 0; });
  if (found.clusters == 1 && run.data.size() > 1)
    run.warn(fmt::format("at sigma = {:.4g} all points are in one contour", sigma),
             "lower sigma, or allow outliers; svc:sweep=12 shows the number of clusters at other widths");
  else if (found.clusters == inside && inside > 2)
    run.warn(fmt::format("at sigma = {:.4g} every point inside is a cluster of its own", sigma),
             "raise sigma; svc:sweep=12 shows the number of clusters at other widths");
}

}  // namespace

template <>
struct Front<SupportVectorClustering> {
  static Needs needs(const SupportVectorClustering&) {
    return {.base = Base::gram, .weights = false, .passes = 4};
  }
  static void settle(SupportVectorClustering&, Options& o) {
    if (is_none(o.kernel)) o.kernel = Gaussian{};
  }
  static void check(const SupportVectorClustering&, const Shape&, const Options& o) {
    if (!one_width(o.kernel))
      refuse(
          "method svc needs the gaussian kernel with one width, since its contours are those of a sphere "
          "there; "
          "use `kernel = gaussian`");
  }
  // The points once more, and the pairs whose segments are tested.
  static Memory bytes(const SupportVectorClustering& method, const Extent& e) {
    const std::uint64_t n = e.points();
    const std::uint64_t pairs = method.graph == SegmentGraph::complete ? 12 * n * n : 1024 * n;
    Memory sphere = sphere_bytes(e, method.outliers);
    sphere.beside += 24 * n * e.columns() + pairs;
    return sphere;
  }
  static Shows shows(const SupportVectorClustering&, const Options&) {
    return {.starts = false, .own_clusters = true, .outlier_scores = true};
  }

  static void run(Run& run, SupportVectorClustering method) {
    Result& r = run.result;
    r.model.method = method;
    const Matrix X = run.data.dense();
    const double C = most_weight(X.rows(), method.outliers);
    const Svdd sphere = solve_sphere(run, C);
    report_sphere(run, sphere, C);
    const double gamma = gamma_of(*one_width(run.kernel));
    const Contour contour(X, sphere.beta, gamma, sphere.norm, sphere.radius2);
    ContourLabels found = label_contours(contour, X, method.graph, run.options.control);
    if (found.clusters == 0)
      throw Error(
          Fault::data,
          "rounding leaves no point inside the sphere; raise sigma, or scale the data (`standardize`)");
    run.find("segments", {static_cast<double>(found.segments)}, "tested to see which points share a contour");
    warn_about_width(run, found);
    if (method.sweep > 0) sweep(run, X, method);
    r.labels = found.labels;
    r.outlier_scores = sphere.distances2.array() - sphere.radius2;
    r.model.mass = Vector::Zero(found.clusters);
    for (const int label : r.labels) r.model.mass[label] += 1;
    r.model.norm = Vector::Zero(found.clusters);
    r.model.labels = r.labels;
    r.model.kind =
        kinds::Contours{sphere.beta, sphere.norm, sphere.radius2, Contour::slack, std::move(found.core)};
  }
};
template const MethodDoor& door_of<SupportVectorClustering>();

}  // namespace mercer
