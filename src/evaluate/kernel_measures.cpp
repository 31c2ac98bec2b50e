#include "evaluate/kernel_measures.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "evaluate/codes.hpp"

namespace mercer {
namespace {

constexpr Index block_columns = 128;  // asked of the Gram at a time
constexpr Index strip_columns = 8;    // to one thread: a cache line of a row

// f(C, begin, first, last) for all strips of columns, in parallel: the columns first .. last-1 of C are those
// of the points begin + first .. Every column belongs to one thread, so the result doesn't depend on their
// number. False when stopped halfway.
template <class F>
bool for_each_column(const Gram& gram, Control* control, F&& f) {
  std::vector<Index> points(static_cast<std::size_t>(gram.size()));
  std::iota(points.begin(), points.end(), Index{0});
  Matrix C;
  for (Index begin = 0; begin < gram.size(); begin += block_columns) {
    const Index width = std::min(block_columns, gram.size() - begin);
    gram.columns(std::span(points).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(width)),
                 C, control);
    if (control && control->stop) return false;
    parallel_rows(width, strip_columns, [&](Index first, Index last) { f(C, begin, first, last); });
  }
  return true;
}

int code(const Codes& clusters, Index i) { return clusters.codes[static_cast<std::size_t>(i)]; }

// (b - a) / max(a, b) of one point in cluster `own`.
double silhouette(const Eigen::Ref<const Eigen::RowVectorXd>& sum, const Vector& size, int own) {
  if (size[own] < 2) return 0;
  const double a = sum[own] / (size[own] - 1);
  double b = std::numeric_limits<double>::infinity();
  for (Index j = 0; j < size.size(); ++j)
    if (j != own) b = std::min(b, sum[j] / size[j]);
  const double larger = std::max(a, b);
  return larger > 0 ? (b - a) / larger : 0;
}

}  // namespace

double kernel_objective(const Gram& gram, const Labels& labels, const Vector& weights, Control* control) {
  const auto n = static_cast<std::size_t>(gram.size());
  require_equal_sizes("labels", labels.size(), "points", n);
  const Vector w = weights.size() ? weights : Vector::Ones(gram.size());
  require_equal_sizes("weights", static_cast<std::size_t>(w.size()), "points", n);
  const Codes clusters = compact(labels, Noise::leave_out);

  // share_h = w_h sum_i w_i K_ih over the cluster of h, so that s_k = sum of the shares in k
  Vector share = Vector::Zero(gram.size());
  const bool complete =
      for_each_column(gram, control, [&](const Matrix& C, Index begin, Index first, Index last) {
        for (Index i = 0; i < C.rows(); ++i)
          for (Index c = first; c < last; ++c)
            if (code(clusters, i) == code(clusters, begin + c))
              share[begin + c] += w[i] * w[begin + c] * C(i, c);
      });
  if (!complete) return std::numeric_limits<double>::quiet_NaN();

  const Vector diagonal = gram.diagonal();
  Vector s = Vector::Zero(clusters.count()), W = s;
  double trace = 0;
  for (Index i = 0; i < gram.size(); ++i) {
    const int j = code(clusters, i);
    if (j < 0) continue;
    trace += w[i] * diagonal[i];
    s[j] += share[i];
    W[j] += w[i];
  }
  for (Index j = 0; j < clusters.count(); ++j)
    if (W[j] > 0) trace -= s[j] / W[j];
  return trace;
}

Vector kernel_silhouettes(const Gram& gram, const Labels& labels, Control* control) {
  require_equal_sizes("labels", labels.size(), "points", static_cast<std::size_t>(gram.size()));
  const Codes clusters = compact(labels, Noise::leave_out);
  Vector size = Vector::Zero(clusters.count());
  Vector values = Vector::Constant(gram.size(), std::numeric_limits<double>::quiet_NaN());
  for (Index i = 0; i < gram.size(); ++i)
    if (const int j = code(clusters, i); j >= 0) {
      size[j] += 1;
      values[i] = 0;
    }
  if (clusters.count() < 2) return values;

  Matrix sums;
  gram.distance_sums(clusters.codes, clusters.count(), sums, control);
  if (control && control->stop) return {};
  for (Index i = 0; i < gram.size(); ++i)
    if (const int own = code(clusters, i); own >= 0) values[i] = silhouette(sums.row(i), size, own);
  return values;
}

double kernel_silhouette(const Gram& gram, const Labels& labels, Control* control) {
  const Vector values = kernel_silhouettes(gram, labels, control);
  if (values.size() < gram.size()) return std::numeric_limits<double>::quiet_NaN();
  const auto counted = values.array().isNaN().select(0, Vector::Ones(values.size()).array()).sum();
  return counted > 0 ? values.array().isNaN().select(0, values.array()).sum() / counted : 0;
}

}  // namespace mercer
