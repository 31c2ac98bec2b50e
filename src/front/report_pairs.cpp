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
#include "mercer/criteria.hpp"
#include "mercer/order.hpp"
#include "report/groups.hpp"

namespace mercer {
namespace {

constexpr Index most_cells = 400;        // of the kernel matrix, a side
constexpr Index judged = 300;            // points that a number of clusters is suggested from
constexpr Index most_dimensions = 1000;  // of those points
constexpr double most_given = 2e8;       // values of a given matrix that are read for a sample
constexpr Index shown_values = 12;       // eigenvalues without a suggestion

struct Sample {
  std::vector<Index> rows;
  Labels labels;
  Matrix K;
};

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
  Kernel kernel = in.kernel;
  s.K = gram(sampled_points(in, s.rows), kernel, in.options.threads);
  if (is_plain(in.kernel)) centre(s.K);
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
  if (static_cast<Index>(s.rows.size()) < in.points.size()) part["rows"] = packed_indices(s.rows);
}

// The value that a share of all are below: a few extremes must not decide what is light and dark.
double quantile(std::vector<double> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

void add_heatmap(const ReportInput& in, const Sample& s, Json& report) {
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
      {"kernel", is_plain(in.kernel) ? "Products of the points about their mean" : kernel_name(in.kernel)}};
}

void add_spectrum(const ReportInput& in, const Sample& s, Json& report) {
  Json& part = report["spectrum"];
  const Vector values = largest_eigenvalues(s.K, std::min(shown_values, s.K.rows()));
  part = {{"values", std::vector<double>(values.begin(), values.end())}, {"suggested", 0}, {"reason", ""}};
  const Index n = in.points.size(), most = std::min<Index>({10, n - 1, judged - 1});
  if (most < 2 || (in.points.dimensions() > most_dimensions && !is_precomputed(in.kernel))) return;
  attempt(report, "The suggested number of clusters is", [&] {
    const Criteria found = judge_criteria(in.points, {.most = most,
                                                      .kernel = in.kernel,
                                                      .samples = 3,
                                                      .most_points = judged,
                                                      .seed = in.options.seed,
                                                      .threads = 1});  // so few are quicker alone
    part["suggested"] = found.clusters;
    part["reason"] =
        fmt::format("{} of {} criteria support {} clusters{}; 'mercer suggest-k --criteria' shows them all.",
                    found.agreeing, found.voting, found.clusters,
                    found.judged < n ? fmt::format(", judged by {} points", found.judged) : "");
  });
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
    add_heatmap(in, s, report);
    add_spectrum(in, s, report);
  });
}

}  // namespace mercer
