#include "beyond/auto/model.hpp"

#include "beyond/auto/gate.hpp"
#include "beyond/auto/sample.hpp"
#include "beyond/auto/separation.hpp"
#include "beyond/auto/table.hpp"
#include "core/adjusted_rand.hpp"
#include "graph/dendrogram.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {
namespace {

constexpr Index most_clusters = 30;
constexpr Index judged_points = 5000;  // of many, when the kind is sought

MixtureOptions options_of(const MixtureKind& kind, Index clusters) {
  return {.components = clusters, .covariance = kind.covariance, .tails = kind.tails, .max_iterations = 50};
}

Labels at(const Labels& labels, const std::vector<Index>& rows) {
  Labels out;
  for (const Index row : rows) out.push_back(labels[static_cast<std::size_t>(row)]);
  return out;
}

MixtureKind kind_for(const Matrix& Y, const Labels& labels, Index clusters, std::uint64_t seed) {
  const auto rows = sorted_random_rows(Y.rows(), Y.rows() > large ? judged_points : Y.rows(), seed, 15);
  return likeliest_kind(Y(rows, Eigen::all), at(labels, rows), options_of({}, clusters),
                        kinds_of(Covariance::automatic, Tails::automatic), seed);
}

Gaussians fitted(const Matrix& Y, const Labels& labels, const MixtureKind& kind, Index clusters,
                 std::uint64_t seed) {
  const auto rows = sorted_random_rows(Y.rows(), large, seed, 11);
  return fit_mixture(Y(rows, Eigen::all), at(labels, rows), options_of(kind, clusters)).gaussians;
}

// The least delta in the first 2, 3 and 4 principal axes; the first one that is not above 0 ends it.
double least_delta(const Matrix& X, const Labels& labels, Index clusters, const MixtureKind& kind,
                   std::uint64_t seed) {
  double least = std::numeric_limits<double>::infinity();
  for (Index axes = 2; axes <= 4 && (axes == 2 || axes <= X.cols()) && least > 0; ++axes)
    least = std::min(least, held_out_delta(principal_space(X, axes).Y, labels, clusters, kind, seed));
  return least;
}

Index distinct(Labels labels) {
  number_by_first(labels);
  return 1 + *std::max_element(labels.begin(), labels.end());
}

double judge_numbers(const Matrix& N, const Labels& means, Index clusters, std::uint64_t seed) {
  const MixtureKind kind = kind_for(principal_space(N, axes_for(N, clusters)).Y, means, clusters, seed);
  return least_delta(N, means, clusters, kind, seed);
}

// A table is described by balls of one size; whether it may be is judged by its numeric columns. Columns of
// people are rounded and skewed, which a density takes for shapes: a shape is what is left in the ranks.
double judge_table(const Matrix& X, const Labels& means, Index clusters, std::uint64_t seed) {
  const std::vector<Index> columns = numeric_columns(X);
  if (columns.size() < 2) return 1;
  const Matrix N = smeared(X(Eigen::all, columns), seed);
  const double as_they_are = judge_numbers(N, means, clusters, seed);
  return as_they_are > 0 ? as_they_are : judge_numbers(normal_scores(N), means, clusters, seed);
}

// The model of the points, its labels, and how it compares.
struct Judged {
  MixtureKind kind;
  FittedModel model;
  Labels labels;
  double delta = 0;
};
Judged judge(const Matrix& X, const Labels& means, const Contest& contest, Index clusters,
             std::uint64_t seed) {
  Judged out;
  out.model.space = principal_space(X, axes_for(X, clusters));
  const Matrix& Y = out.model.space.Y;
  if (contest.table) {
    out.kind = {Covariance::one, Tails::gaussian};
    out.delta = judge_table(X, means, clusters, seed);
    if (!(out.delta > 0)) return out;
  } else {
    out.kind = kind_for(Y, means, clusters, seed);
  }
  out.model.gaussians = fitted(Y, means, out.kind, clusters, seed);
  out.labels = likeliest(out.model.gaussians, Y);
  if (contest.table) return out;
  const Labels& start = distinct(out.labels) == clusters ? out.labels : means;
  out.delta = std::min(contest.delta, least_delta(X, start, clusters, out.kind, seed));
  return out;
}

// The model beside the candidates: it has figures as they have, but no vote.
Candidate candidate_of(const Parts& parts, const Contest& contest, Judged& judged, Index clusters) {
  Candidate out;
  out.spec.kind = CandidateKind::model;
  out.name = out.spec.name();
  out.method = format_choice(std::variant<Mixture>(Mixture{
                   .covariance = judged.kind.covariance, .tails = judged.kind.tails, .tolerance = 1e-3})) +
               " (in principal axes)";
  out.labels = std::move(judged.labels);
  number_by_first(out.labels);
  out.clusters = clusters;
  std::vector<Candidate> one = {std::move(out)};
  judge_separation(parts, one);
  Candidate& model = one.front();
  double voters = 0;
  for (const Candidate& other : contest.candidates) {
    if (!other.failure.empty()) continue;
    const double index = agreement(model, other);
    model.agreement += index;
    voters += 1;
    if (other.spec.kind == CandidateKind::best_mixture) model.gaussian = index;
  }
  model.agreement /= voters;
  model.score = total_score(model, contest.gate);
  return std::move(one.front());
}

}  // namespace

void consider_model(const Parts& parts, Index clusters, std::uint64_t seed, Held& held) {
  Contest& contest = held.contest;
  const Labels* means = labels_of(contest.candidates, {.kind = CandidateKind::kmeans});
  if (!means || parts.given() || parts.points.is_sparse()) return;
  if (!contest.table && (!(contest.delta > 0) || clusters > most_clusters)) return;
  try {
    Judged judged = judge(parts.points.dense(), *means, contest, clusters, seed);
    contest.model_delta = judged.delta;
    if (!(judged.delta > 0) || distinct(judged.labels) != clusters) return;
    contest.candidates.push_back(candidate_of(parts, contest, judged, clusters));
    contest.winner = std::ssize(contest.candidates) - 1;
    contest.by_model = true;
    held.entries.model = std::move(judged.model);
  } catch (const Error&) {  // a component collapsed: the candidates decide
  }
}

DensityRule density_rule(const Held& held) {
  const Candidate* const winner = held.contest.best();
  const Entries& e = held.entries;
  if (!winner) return {};
  if (winner->spec.kind == CandidateKind::model && e.model) return {&e.model->gaussians, e.model->space.axes};
  if (winner->spec.kind == CandidateKind::mixture && e.mixture) return {&*e.mixture, e.space->axes};
  if (winner->spec.kind == CandidateKind::best_mixture && e.best) return {&*e.best, e.space->axes};
  return {};
}

Labels labels_under(const DensityRule& rule, const Matrix& points) {
  return likeliest(*rule.gaussians, rule.axes.size() > 0 ? Matrix(points * rule.axes) : points);
}

}  // namespace mercer::automatic
