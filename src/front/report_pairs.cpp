// What looks at pairs of points, and so at a sample of them where there are many.
#include <algorithm>
#include <cmath>

#include "embed/spectrum.hpp"
#include "engine/sample.hpp"
#include "evaluate/kernel_measures.hpp"
#include "front/method.hpp"
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

// How method auto saw the points: as they are (raw), scaled (std), or as directions (cosine).
std::string representation_of(const ReportInput& in) {
  return in.result.choice && is_none(in.kernel) ? in.result.choice->contest().representation : "raw";
}

// Path lengths through near neighbours, as they are: a constant that makes them Euclidean would flatten them.
Kernel along_the_data(const ReportInput& in, Index neighbors) {
  return Geodesic{.neighbors = neighbors > 0 ? neighbors : Geodesic{}.neighbors,
                  .shift = DistanceShift::none,
                  .metric = representation_of(in) == "cosine" ? EdgeMetric::cosine : EdgeMetric::euclidean};
}

// The largest gap on the way, which is what the spanning tree of a winner knows.
Kernel gaps_of_the_tree(const ReportInput& in, Index min_points) {
  const bool cosine = representation_of(in) == "cosine";
  return Connectivity{.min_points = static_cast<int>(std::max<Index>(1, min_points)),
                      .metric = cosine ? PathMetric::cosine : PathMetric::euclidean};
}

// The geometry in which the clusters were found.
Kernel geometry_of(const ReportInput& in) {
  const Method& method = in.result.model.method;
  const JudgedBy judged = door(method).needs(method).judged;
  if (!is_none(in.kernel)) return in.kernel;
  const Candidate* best = in.result.choice ? in.result.choice->contest().best() : nullptr;
  if (!best) return judged == JudgedBy::along_data_without_kernel ? along_the_data(in, 0) : in.kernel;
  switch (best->spec.kind) {
    case CandidateKind::genie:
    case CandidateKind::tree_cut:
      return gaps_of_the_tree(in, best->spec.min_points);
    case CandidateKind::cells:
    case CandidateKind::graph_linkage:
    case CandidateKind::spectral:
      return along_the_data(in, best->spec.neighbors);
    default:
      return representation_of(in) == "cosine" ? Kernel(Cosine{}) : in.kernel;
  }
}

// Matrices of the sample at once, in tenths: its kernel and a copy; paths through neighbours and a tree's
// gaps are matrices too. Method auto may come to either.
std::uint64_t tenths_of_matrix(const Method& method, const Kernel& kernel) {
  const JudgedBy judged = door(method).needs(method).judged;
  const bool along = source_of(kernel) == KernelSource::paths || source_of(kernel) == KernelSource::tree ||
                     judged == JudgedBy::as_the_winner ||
                     (is_none(kernel) && judged == JudgedBy::along_data_without_kernel);
  return along ? 32 : 20;
}

// As many points as the budget has room for, and a few of any.
Index affordable_sample(const ReportOptions& o) {
  constexpr double least = 100, matrices = 3.2 * sizeof(double);
  if (o.memory == 0) return o.sample;
  const double fit = std::sqrt(static_cast<double>(o.memory) / matrices);
  return std::min(o.sample, static_cast<Index>(std::max(least, fit)));
}

Data as_judged(const ReportInput& in, const std::vector<Index>& rows) {
  const Data some = sampled_points(in, rows);
  return representation_of(in) == "std" ? Standardizer::learn(in.points).apply(some) : some;
}

std::string geometry_name(const ReportInput& in, const Kernel& kernel) {
  std::string name = source_of(kernel) == KernelSource::tree
                         ? "Distances are the largest gaps on the way (connectivity)."
                     : source_of(kernel) == KernelSource::paths
                         ? "Distances are measured along the data, through near neighbours."
                         : "";
  if (representation_of(in) == "std")
    name += fmt::format("{}Every column was scaled to standard deviation 1.", name.empty() ? "" : " ");
  return name;
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
  s.rows = spread_sample(in.points.size(), affordable_sample(in.options));
  for (const Index i : s.rows) s.labels.push_back(in.result.labels[static_cast<std::size_t>(i)]);
  s.kernel = geometry_of(in);
  s.K = gram(as_judged(in, s.rows), s.kernel, in.options.threads);
  if (is_plain(s.kernel)) centre(s.K);
  return s;
}

// In feature space; of a tree by its gaps. There |phi_i - phi_j|^2 is the gap g, and the distances of
// K = -g^2 / 2 are g, not its root.
Vector silhouettes_of(const Sample& s) {
  if (source_of(s.kernel) != KernelSource::tree)
    return kernel_silhouettes(*given_gram(s.K, Precomputed{}), s.labels);
  const Vector diagonal = s.K.diagonal();
  Matrix K(s.K.rows(), s.K.cols());
  for (Index i = 0; i < K.rows(); ++i)
    for (Index j = 0; j < K.cols(); ++j) {
      const double gap = std::max(0.0, diagonal[i] + diagonal[j] - 2 * s.K(i, j));
      K(i, j) = -gap * gap / 2;
    }
  return kernel_silhouettes(*given_gram(K, Precomputed{}), s.labels);
}

void add_silhouettes(const ReportInput& in, const Sample& s, Json& report) {
  const Vector values = silhouettes_of(s);
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
  if (const std::string geometry = geometry_name(in, s.kernel); !geometry.empty())
    part["geometry"] = geometry;
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
      {"kernel", is_plain(s.kernel) ? "Inner products of the centred points" : kernel_name(s.kernel)}};
}

void add_spectrum(const ReportInput& in, const Sample& s, Json& report) {
  Json& part = report["spectrum"];
  const Vector values = largest_eigenvalues(s.K, std::min(shown_values, s.K.rows()));
  part = {{"values", std::vector<double>(values.begin(), values.end())}, {"suggested", 0}, {"reason", ""}};
  const auto& number = in.result.number;  // none: it was given, or the method finds it
  if (!number || number->best < 1) return;
  part["suggested"] = number->clusters;
  part["reason"] = fmt::format("The number was chosen from the data: {}.",
                               number->clarity == Clarity::clear  ? "the answer is clear"
                               : number->clarity == Clarity::hint ? "the evidence is only a hint"
                               : number->clusters > 1             ? "the answer is unsure"
                                                                  : "no clusters stand out");
}

}  // namespace

Data sampled_points(const ReportInput& in, const std::vector<Index>& rows) {
  const Index n = in.points.size();
  if (static_cast<Index>(rows.size()) == n) return in.points;
  if (is_precomputed(in.kernel) && static_cast<double>(rows.size()) * static_cast<double>(n) > most_given)
    throw Error(Fault::usage,
                fmt::format("a given matrix of {} points is too large for these parts", with_commas(n)));
  return part_of(in.points, in.kernel, rows);
}

// The page itself, what it says of each point, and the sample; the figures are measured.
std::uint64_t report_bytes(const Data& data, const Options& options, const ReportOptions& page) {
  constexpr std::uint64_t itself = 2'400'000, each = 170;
  const auto n = static_cast<std::uint64_t>(data.size());
  const auto sample = static_cast<std::uint64_t>(std::min(data.size(), affordable_sample(page)));
  const Method method = options.method.value_or(default_method(options));
  return itself + each * n + sizeof(double) * sample * sample * tenths_of_matrix(method, options.kernel) / 10;
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
