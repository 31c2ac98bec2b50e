// Where the points are to be seen. What a page may weigh decides how many of them, and how exactly.
#include <cmath>
#include <limits>

#include "engine/sample.hpp"
#include "evaluate/entries.hpp"
#include "front/report.hpp"
#include "mercer/embed.hpp"
#include "model/kind.hpp"
#include "report/groups.hpp"
#include "report/principal.hpp"

namespace mercer {
namespace {

constexpr Index most_exact = 250'000;         // values of the data that are kept as they are
constexpr Index most_coarse = 2'000'000;      // that are kept in sixteen bits
constexpr Index most_pictured_columns = 300;  // of those
constexpr Index most_learned = 20'000;        // points that the principal components are learnt from
constexpr Index most_embedded = 100'000;      // points in kernel principal components
constexpr double most_products = 1e8;         // kernel values for those, and for the decision regions
constexpr double most_votes = 2e9;            // distances for those where neighbours vote
constexpr Index finest = 140, coarsest = 40;  // cells of the decision regions, a side

Json axis(const std::string& name, Json values) { return {{"name", name}, {"values", std::move(values)}}; }

Json packed_for(const Eigen::Ref<const Vector>& values) {
  return values.size() <= most_embedded ? packed_single(values) : packed_coarse(values);
}

std::string sample_note(std::size_t rows, Index of) {
  return fmt::format("A sample of {} of {} points.", with_commas(static_cast<Index>(rows)), with_commas(of));
}

Json view(const char* kind, const char* name, Json axes, const std::vector<Index>& rows, Index size) {
  Json made = {{"kind", kind}, {"name", name}, {"axes", std::move(axes)}, {"equal", true}, {"exact", false}};
  if (static_cast<Index>(rows.size()) < size) {
    made["rows"] = packed_indices(rows);
    made["note"] = sample_note(rows.size(), size);
  }
  return made;
}

Vector column_of(const Data& data, const std::vector<Index>& rows, Index column) {
  Vector values(static_cast<Index>(rows.size()));
  data.visit([&]<class X>(const X& x) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if constexpr (std::is_same_v<X, SparseMatrix>)
        values[static_cast<Index>(r)] = x.coeff(rows[r], column);
      else
        values[static_cast<Index>(r)] = static_cast<double>(x.row(rows[r])[column]);
    }
  });
  return values;
}

void add_columns(const ReportInput& in, Json& report) {
  const Index n = in.raw.size(), d = in.raw.dimensions(), shown = std::min(d, most_pictured_columns);
  if (in.raw.is_sparse() && d > most_pictured_columns) return;
  const bool exact = n * d <= most_exact && d == shown;
  // Two columns are the picture itself; of more, as many rows as there is room for, beside the components.
  const Index fit = most_coarse / shown, room = exact || d <= 2 || n <= fit ? n : fit / 2;
  const std::vector<Index> rows = spread_sample(n, std::min(room, in.options.most_points));
  Json axes = Json::array();
  const Model& model = in.result.model;
  const auto& names = model.names.empty() && model.vocabulary ? model.vocabulary->terms : model.names;
  for (Index c = 0; c < shown; ++c) {
    const auto at = static_cast<std::size_t>(c);
    const Vector values = column_of(in.raw, rows, c);
    axes.push_back(axis(at < names.size() ? names[at] : fmt::format("column {}", c + 1),
                        exact ? packed_exact(values) : packed_coarse(values)));
  }
  Json made = view("columns", "Own columns", std::move(axes), rows, n);
  made["equal"] = false;
  made["exact"] = exact;
  if (shown < d)
    report["notes"].push_back(
        fmt::format("The page holds the first {} of {} columns.", shown, with_commas(d)));
  report["views"].push_back(std::move(made));
}

void add_components(const ReportInput& in, Json& report) {
  const Index n = in.points.size();
  const PrincipalPlane plane = principal_plane(in.points, spread_sample(n, most_learned));
  const std::vector<Index> rows = spread_sample(n, in.options.most_points);
  const Matrix Y = plane.project(in.points, rows);
  Json axes = Json::array();
  for (Index a = 0; a < 2; ++a)
    axes.push_back(axis(fmt::format("principal component {} ({:.0f} %)", a + 1, 100 * plane.share[a]),
                        packed_for(Y.col(a))));
  report["views"].push_back(view("pca", "Principal components", std::move(axes), rows, n));
}

struct Components {
  const char *kind, *name, *axis;
  Kernel kernel;
  bool sample_alone;  // the other points are not placed: that would take too long, or can't be
};

// Learnt from a sample, in which the other points are then placed; of a given matrix only the sample.
void add_kernel_components(const ReportInput& in, const Components& of, Json& report) {
  const Index n = in.points.size();
  if (n < 3) return;
  const bool alone = of.sample_alone;
  const Index shown = std::min({n, alone ? in.options.sample : most_embedded, in.options.most_points});
  const Index landmarks =
      std::min(in.options.sample,
               std::max<Index>(200, static_cast<Index>(most_products / static_cast<double>(shown))));
  const EmbedResult learnt =
      embed(sampled_points(in, spread_sample(n, landmarks)),
            {.kernel = of.kernel, .threads = in.options.threads, .seed = in.options.seed});
  const std::vector<Index> rows = spread_sample(n, alone ? landmarks : shown);
  const bool all = static_cast<Index>(rows.size()) == learnt.coordinates.rows();
  const Matrix Y =
      all ? learnt.coordinates : learnt.model.transform(in.points.take(rows), in.options.threads);
  Json axes = Json::array();
  for (Index a = 0; a < Y.cols(); ++a)
    axes.push_back(axis(fmt::format("{} {} ({:.0f} %)", of.axis, a + 1,
                                    learnt.total > 0 ? 100 * learnt.values[a] / learnt.total : 0.0),
                        packed_for(Y.col(a))));
  Json made = view(of.kind, of.name, std::move(axes), rows, n);
  if (!all)
    made["note"] = fmt::format("{}The axes were learnt from {} of them.",
                               made.contains("note") ? made["note"].get<std::string>() + " " : "",
                               with_commas(landmarks));
  report["views"].push_back(std::move(made));
}

// Pairs of a place and a point that may be looked at: prototypes need few, neighbours that vote are quickly
// found.
double pairs_for_regions(const Model& model) {
  switch (effort_of(model.kind)) {
    case Effort::prototypes:
      return std::numeric_limits<double>::infinity();
    case Effort::neighbors:
      return most_votes;
    default:
      return most_products;
  }
}

// Which cluster a new point would join, over the plane of the data.
void add_regions(const ReportInput& in, Json& report) {
  const Index n = in.raw.size();
  const double cells =
      std::min<double>(finest * finest, pairs_for_regions(in.result.model) / static_cast<double>(n));
  const auto side = static_cast<Index>(std::sqrt(cells));
  if (side < coarsest)
    throw Error(Fault::usage, fmt::format("{} points are too many for them", with_commas(n)));
  const std::vector<Index> rows = spread_sample(n, n);
  double low[2], step[2];
  Json range[2];
  for (Index a = 0; a < 2; ++a) {
    const Vector values = column_of(in.raw, rows, a);
    const double least = values.minCoeff(), width = std::max(values.maxCoeff() - least, 1e-12);
    low[a] = least - 0.25 * width;
    step[a] = 1.5 * width / static_cast<double>(side);
    range[a] = {low[a], low[a] + 1.5 * width};
  }
  Matrix grid(side * side, 2);
  for (Index i = 0; i < grid.rows(); ++i)
    for (Index a = 0; a < 2; ++a)
      grid(i, a) = low[a] + (static_cast<double>(a == 0 ? i % side : i / side) + 0.5) * step[a];
  report["regions"] = {{"columns", side},
                       {"rows", side},
                       {"x", range[0]},
                       {"y", range[1]},
                       {"labels", packed_labels(in.result.model.predict(grid, in.options.threads))}};
}

}  // namespace

void add_views(const ReportInput& in, Json& report) {
  report["views"] = Json::array();
  if (!is_precomputed(in.kernel)) {
    add_columns(in, report);
    if (in.points.dimensions() > 2)
      attempt(report, "Principal components are", [&] { add_components(in, report); });
    if (in.raw.dimensions() == 2 && !in.raw.is_sparse())
      attempt(report, "Decision regions are", [&] { add_regions(in, report); });
  }
  if (!is_plain(in.kernel))
    attempt(report, "Kernel principal components are", [&] {
      add_kernel_components(in,
                            {"kernel-pca", "Kernel principal components", "kernel component", in.kernel,
                             is_precomputed(in.kernel)},
                            report);
    });
  // Of many columns two seldom show the clusters: the components come first; of documents those of the
  // kernel, which does not see how long they are.
  Json& views = report["views"];
  if (views.size() > 1 && in.raw.dimensions() > 2 && (in.raw.is_sparse() || views[0]["kind"] == "columns"))
    std::swap(views[0], views[1]);
}

void add_geodesic_view(const ReportInput& in, Json& report) {
  if (is_precomputed(in.kernel) || comes_whole(in.kernel)) return;
  attempt(report, "The geodesic embedding is", [&] {
    add_kernel_components(in, {"geodesic", "Geodesic embedding", "geodesic axis", Geodesic{}, true}, report);
  });
}

}  // namespace mercer
