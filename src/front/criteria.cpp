#include "mercer/criteria.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "beyond/affinity.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "engine/fewer_points.hpp"
#include "engine/sample.hpp"
#include "front/part.hpp"
#include "front/plan.hpp"
#include "front/run.hpp"
#include "gram/given.hpp"
#include "ground/foot.hpp"
#include "mercer/cluster.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

// The judged points with all that the criteria ask of them.
struct Judged {
  Data data;      // points, or the square matrix between them
  Matrix K;       // their kernel matrix
  Kernel kernel;  // resolved
};

Data rows_of(const Judged& all, const std::vector<Index>& rows) {
  return part_of(all.data, all.kernel, rows);
}

Judged judged_points(const Foot& foot, const CriteriaOptions& o) {
  const Data& data = foot.data;
  Judged all{data, {}, foot.kernel};
  const std::vector<Index> rows = spread_sample(data.size(), o.most_points);
  if (static_cast<Index>(rows.size()) < data.size()) all.data = rows_of(all, rows);
  all.K = gram(all.data, all.kernel, o.threads);
  if (is_none(o.kernel)) all.kernel = NoKernel{};
  return all;
}

Labels kernel_kmeans(const Data& data, const Kernel& kernel, Index clusters, const CriteriaOptions& o,
                     double* objective = nullptr) {
  const Result r = cluster(
      data, {.clusters = clusters, .method = Hard{}, .kernel = kernel, .seed = o.seed, .control = o.control});
  if (r.interrupted) interrupted_early();
  if (objective) *objective = r.objective;
  return r.labels;
}

// 1. lambda_k / lambda_(k+1) of K: as many large eigenvalues as there are clusters.
// 3. Girolami 2002: 1'K 1 = sum_i lambda_i (1'u_i)^2, and few terms carry it.
void judge_spectrum(const Judged& all, Criteria& out) {
  const auto count = static_cast<Index>(out.evidence.back().clusters + 1);
  const Eigenpairs pairs = largest_eigenpairs(all.K, std::min(count, all.K.rows()));
  const Vector& lambda = pairs.values;
  out.spectrum.assign(lambda.begin(), lambda.end());
  Vector terms = lambda.cwiseProduct(pairs.vectors.colwise().sum().transpose().cwiseAbs2());
  std::sort(terms.begin(), terms.end(), std::greater<>());
  const double total = all.K.sum();
  for (CountEvidence& e : out.evidence) {
    const Index k = e.clusters;
    e.eigenvalue_ratio =
        k < lambda.size() && lambda[k] > 1e-12 * lambda[0] ? lambda[k - 1] / lambda[k] : missing_value;
    e.girolami = total > 0 && k <= terms.size() ? terms.head(k).sum() / total : missing_value;
  }
}

// 2. mu_k - mu_(k+1) of D^-1/2 A D^-1/2; unknown where the kernel is not an affinity.
void judge_walk(const Judged& all, Criteria& out) {
  for (CountEvidence& e : out.evidence) e.laplacian_gap = missing_value;
  Matrix A = all.K;
  A.diagonal().setZero();
  const Vector degree = A.rowwise().sum();
  if (A.minCoeff() < 0 || !(degree.minCoeff() > 0)) return;
  const Vector root = degree.cwiseSqrt().cwiseInverse();
  A = root.asDiagonal() * A * root.asDiagonal();
  const Vector mu = largest_eigenvalues(A, std::min(out.evidence.back().clusters + 1, A.rows()));
  for (CountEvidence& e : out.evidence)
    if (e.clusters < mu.size()) e.laplacian_gap = mu[e.clusters - 1] - mu[e.clusters];
}

// 4. The silhouette of kernel k-means.
void judge_silhouette(const Judged& all, CountEvidence& e, const Labels& labels, const CriteriaOptions& o) {
  e.silhouette = e.clusters < 2
                     ? missing_value
                     : silhouette(all.data, all.kernel, labels, o.threads, {DeviceChoice::Where::cpu});
}

// 5. Tibshirani, Walther and Hastie 2001: how much lower log J is than for points without clusters, uniform
// in the box of the data.
Matrix uniform_points(const Matrix& X, Random& random) {
  const Eigen::RowVectorXd low = X.colwise().minCoeff(), high = X.colwise().maxCoeff();
  Matrix U(X.rows(), X.cols());
  for (Index i = 0; i < U.rows(); ++i)
    for (Index j = 0; j < U.cols(); ++j) U(i, j) = random.uniform(low[j], high[j]);
  return U;
}
double log_objective(double objective, double scale) { return std::log(std::max(objective, 1e-12 * scale)); }

void judge_gap(const Judged& all, CountEvidence& e, double objective, const CriteriaOptions& o) {
  e.gap = e.gap_error = missing_value;
  if (is_precomputed(all.kernel)) return;
  const Matrix X = all.data.dense();
  const double scale = all.K.trace();
  std::vector<double> reference;
  for (Index b = 0; b < o.samples; ++b) {
    Random random(o.seed, static_cast<std::uint64_t>(b) + 1);
    double other = 0;
    kernel_kmeans(uniform_points(X, random), all.kernel, e.clusters, o, &other);
    reference.push_back(log_objective(other, scale));
  }
  const Eigen::Map<const Vector> logs(reference.data(), static_cast<Index>(reference.size()));
  e.gap = logs.mean() - log_objective(objective, scale);
  e.gap_error =
      std::sqrt((logs.array() - logs.mean()).square().mean() * (1 + 1 / static_cast<double>(o.samples)));
}

// 6. Two subsamples of 80 %, clustered by themselves, agree where they overlap.
std::vector<Index> subsample(Index n, Random& random) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  const Index kept = std::max<Index>(1, 4 * n / 5);
  for (Index i = 0; i < kept; ++i)
    std::swap(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(i + random.below(n - i))]);
  rows.resize(static_cast<std::size_t>(kept));
  std::sort(rows.begin(), rows.end());
  return rows;
}
double agreement(const std::vector<Index>& rows_a, const Labels& a, const std::vector<Index>& rows_b,
                 const Labels& b) {
  Labels of_a, of_b;
  for (std::size_t i = 0, j = 0; i < rows_a.size() && j < rows_b.size();) {
    if (rows_a[i] == rows_b[j]) {
      of_a.push_back(a[i]);
      of_b.push_back(b[j]);
    }
    const Index x = rows_a[i], y = rows_b[j];
    i += x <= y;
    j += y <= x;
  }
  return of_a.empty() ? missing_value : score(of_a, of_b).ari;
}
double stability(const Judged& all, const CountEvidence& e, const CriteriaOptions& o) {
  double sum = 0;
  for (Index b = 0; b < o.samples; ++b) {
    Random random(o.seed, static_cast<std::uint64_t>(1000 + b));
    const std::vector<Index> first = subsample(all.K.rows(), random),
                             second = subsample(all.K.rows(), random);
    if (static_cast<Index>(first.size()) < e.clusters) return missing_value;
    sum += agreement(first, kernel_kmeans(rows_of(all, first), all.kernel, e.clusters, o), second,
                     kernel_kmeans(rows_of(all, second), all.kernel, e.clusters, o));
  }
  return e.clusters < 2 ? missing_value : sum / static_cast<double>(o.samples);
}

// Where there are fewer distinct points than clusters, among all or in a subsample, nothing is known.
void judge_clusters(const Judged& all, CountEvidence& e, const CriteriaOptions& o) {
  e.silhouette = e.gap = e.gap_error = e.stability = missing_value;
  try {
    double objective = 0;
    const Labels labels = kernel_kmeans(all.data, all.kernel, e.clusters, o, &objective);
    judge_silhouette(all, e, labels, o);
    judge_gap(all, e, objective, o);
    e.stability = stability(all, e, o);
  } catch (const FewerPoints&) {  // unknown
  }
}

// The number whose value is largest; ties go to the larger number when `late`.
template <class F>
Index largest(const std::vector<CountEvidence>& evidence, F&& value, bool late = false) {
  Index best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (const CountEvidence& e : evidence) {
    const double v = value(e);
    if (std::isnan(v)) continue;
    if (v > most + 1e-9 || (late && v > most - 1e-9)) {
      most = v;
      best = e.clusters;
    }
  }
  return best;
}

Index by_girolami(const std::vector<CountEvidence>& evidence) {
  for (const CountEvidence& e : evidence)
    if (e.girolami >= 0.9) return e.clusters;
  return 0;
}
// The first k whose gap is not surely below that of k + 1.
Index by_gap(const std::vector<CountEvidence>& evidence) {
  for (std::size_t i = 0; i + 1 < evidence.size(); ++i)
    if (evidence[i].gap >= evidence[i + 1].gap - evidence[i + 1].gap_error) return evidence[i].clusters;
  return 0;
}

void vote(Criteria& out) {
  const auto& e = out.evidence;
  out.votes = {
      {"eigenvalue ratio", largest(e, [](const auto& c) { return c.eigenvalue_ratio; }),
       "largest lambda_k / lambda_(k+1)"},
      {"laplacian gap", largest(e, [](const auto& c) { return c.laplacian_gap; }), "largest mu_k - mu_(k+1)"},
      {"girolami", by_girolami(e), "first k that explains 90 %"},
      {"silhouette", largest(e, [](const auto& c) { return c.silhouette; }), "largest"},
      {"gap statistic", by_gap(e), "first gap_k >= gap_(k+1) - its error"},
      {"stability",
       largest(
           e, [](const auto& c) { return c.stability; }, true),
       "largest; if equal, the last"}};
  std::map<Index, Index> counted;
  for (const Vote& v : out.votes)
    if (v.clusters > 0) {
      ++counted[v.clusters];
      ++out.voting;
    }
  for (const auto& [clusters, votes] : counted)
    if (votes > out.agreeing) {
      out.agreeing = votes;
      out.clusters = clusters;
    }
}

void check(const Data& data, const CriteriaOptions& o) {
  if (data.size() == 0) throw Error(Fault::data, "there are no points");
  if (o.least < 1) refuse(fmt::format("least = {} must be at least 1", o.least));
  if (o.most < o.least) refuse(fmt::format("most = {} must be at least least = {}", o.most, o.least));
  if (o.most >= std::min(data.size(), o.most_points))
    refuse(fmt::format("most = {} must be less than the {} points; lower most", o.most,
                       std::min(data.size(), o.most_points)));
  if (o.samples < 1) refuse(fmt::format("samples = {} must be at least 1", o.samples));
}

}  // namespace

Criteria judge_criteria(const Data& data, const CriteriaOptions& o) {
  check(data, o);
  const ThreadScope scope(o.threads);
  const Judged all = judged_points(foot_of(data, o.kernel, memory_budget({}), o.control), o);
  Criteria out;
  out.kernel = is_replaced(o.kernel) ? o.kernel : all.kernel;
  out.judged = all.K.rows();
  for (Index k = o.least; k <= o.most; ++k) out.evidence.push_back({.clusters = k});
  judge_spectrum(all, out);
  judge_walk(all, out);
  Progress progress(o.control, "numbers of clusters", o.most - o.least + 1);
  for (CountEvidence& e : out.evidence) {
    judge_clusters(all, e, o);
    progress.done();
  }
  vote(out);
  return out;
}

}  // namespace mercer
