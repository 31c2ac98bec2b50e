// What looks at pairs of points, and so at a sample of them where there are many.
#include <algorithm>
#include <cmath>

#include "embed/spectrum.hpp"
#include "engine/sample.hpp"
#include "evaluate/kernel_measures.hpp"
#include "front/part.hpp"
#include "front/report.hpp"
#include "gram/given.hpp"
#include "mercer/cluster.hpp"
#include "mercer/order.hpp"
#include "report/groups.hpp"

namespace mercer {
namespace {

constexpr Index most_cells = 400;   // of the kernel matrix, a side
constexpr double most_given = 2e8;  // values of a given matrix that are read for a sample
constexpr Index shown_values = 12;  // eigenvalues without a suggestion

struct Sample {
  std::vector<Index> rows;
  Labels labels;
  Matrix K;
  Kernel kernel;  // of K
};

// The geometry in which the clusters were found. Method auto has no kernel of its own: where its winner
// follows gaps or neighbours, so must those who judge it.
Kernel geometry_of(const ReportInput& in) {
  const Candidate* best =
      in.result.choice && is_none(in.kernel) ? in.result.choice->contest().best() : nullptr;
  if (!best) return in.kernel;
  switch (best->spec.kind) {
    case CandidateKind::genie:
    case CandidateKind::tree_cut:
      return Connectivity{.min_points = static_cast<int>(best->spec.min_points)};
    case CandidateKind::cells:
    case CandidateKind::graph_linkage:
    case CandidateKind::spectral:
      return Geodesic{.neighbors = best->spec.neighbors};
    default:
      return in.kernel;
  }
}

std::string geometry_name(const Kernel& kernel) {
  if (source_of(kernel) == KernelSource::tree)
    return "Distances are the largest gaps on the way (connectivity).";
  if (source_of(kernel) == KernelSource::paths)
    return "Distances are measured along the data, through near neighbours.";
  return "";
}

// Without a kernel: products of the points about their mean, whose blocks don't drown in an offset.
void centre(Matrix& K) {
  const Vector mean = K.rowwise().mean();
  const double all = mean.mean();
  for (Index i = 0; i < K.rows(); ++i)
    for (Index j = 0; j < K.cols(); ++j) K(i, j) += all - mean[i] - mean[j];
}

Sample sample_of(const ReportInput& in) {
  Sample s;
  s.rows = spread_sample(in.points.size(), in.options.sample);
  for (const Index i : s.rows) s.labels.push_back(in.result.labels[static_cast<std::size_t>(i)]);
  s.kernel = geometry_of(in);
  s.K = gram(sampled_points(in, s.rows), s.kernel, in.options.threads);
  if (is_plain(s.kernel)) centre(s.K);
  return s;
}

void add_silhouettes(const ReportInput& in, const Sample& s, Json& report) {
  const Vector values = kernel_silhouettes(*given_gram(s.K, Precomputed{}), s.labels);
  double sum = 0;
  Index counted = 0;
  for (const double value : values)
    if (!std::isnan(value)) {
      sum += value;
      ++counted;
    }
  if (counted == 0 || in.result.model.clusters() < 2) return;
  Json& part = report["silhouettes"];
  part = {{"mean", sum / static_cast<double>(counted)}, {"values", packed_single(values)}};
  if (const std::string geometry = geometry_name(s.kernel); !geometry.empty()) part["geometry"] = geometry;
  if (static_cast<Index>(s.rows.size()) < in.points.size()) part["rows"] = packed_indices(s.rows);
}

// The value that a share of all are below: a few extremes must not decide what is light and dark.
double quantile(std::vector<double> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

void add_heatmap(const Sample& s, Json& report) {
  const std::vector<Index> some = spread_sample(s.K.rows(), most_cells);
  Labels labels;
  for (const Index i : some) labels.push_back(s.labels[static_cast<std::size_t>(i)]);
  const std::vector<Index> order = label_order(labels);
  const Matrix K = reordered(Matrix(s.K(some, some)), order);
  const std::vector<double> values(K.data(), K.data() + K.size());
  const double low = quantile(values, 0.01), high = std::max(quantile(values, 0.99), low + 1e-12);
  Json blocks = Json::array(), ends = Json::array();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int label = labels[static_cast<std::size_t>(order[i])];
    if (i + 1 < order.size() && labels[static_cast<std::size_t>(order[i + 1])] == label) continue;
    blocks.push_back(label);
    ends.push_back(i + 1);
  }
  Json codes = packed_bytes(K.reshaped<Eigen::RowMajor>(), low, high);
  codes.erase("low");  // the page wants the codes
  codes.erase("high");
  report["gram"] = {
      {"size", K.rows()},
      {"points", K.rows()},
      {"low", low},
      {"high", high},
      {"values", std::move(codes)},
      {"labels", blocks},
      {"ends", ends},
      {"kernel", is_plain(s.kernel) ? "Products of the points about their mean" : kernel_name(s.kernel)}};
}

void add_spectrum(const ReportInput& in, const Sample& s, Json& report) {
  Json& part = report["spectrum"];
  const Vector values = largest_eigenvalues(s.K, std::min(shown_values, s.K.rows()));
  part = {{"values", std::vector<double>(values.begin(), values.end())}, {"suggested", 0}, {"reason", ""}};
  const auto& number = in.result.number;  // none: it was given, or the method finds it
  if (!number || number->best < 1) return;
  part["suggested"] = number->clusters;
  part["reason"] = fmt::format("The data were asked how many clusters there are: {}.",
                               number->clarity == Clarity::clear  ? "the answer is clear"
                               : number->clarity == Clarity::hint ? "there is a hint, no more"
                                                                  : "no clusters stand out");
}

}  // namespace

Data sampled_points(const ReportInput& in, const std::vector<Index>& rows) {
  const Index n = in.points.size();
  if (static_cast<Index>(rows.size()) == n) return in.points;
  if (is_precomputed(in.kernel) && static_cast<double>(rows.size()) * static_cast<double>(n) > most_given)
    throw Error(Fault::usage,
                fmt::format("a given matrix of {} points is too large to look at", with_commas(n)));
  return part_of(in.points, in.kernel, rows);
}

void add_pairs(const ReportInput& in, Json& report) {
  if (in.points.size() < 2) return;
  attempt(report, "Silhouettes, kernel matrix and spectrum are", [&] {
    const Sample s = sample_of(in);
    add_silhouettes(in, s, report);
    add_heatmap(s, report);
    add_spectrum(in, s, report);
  });
}

}  // namespace mercer
