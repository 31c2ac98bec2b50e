#include "beyond/auto/model.hpp"

#include "beyond/auto/classes.hpp"
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
  const auto rows = sorted_random_rows(Y.rows(), Y.rows() < large ? Y.rows() : judged_points, seed, 15);
  return likeliest_kind(Y(rows, Eigen::all), at(labels, rows), options_of({}, clusters),
                        kinds_of(Covariance::automatic, Tails::automatic), seed);
}

Gaussians fitted(const Matrix& Y, const Labels& labels, const MixtureKind& kind, Index clusters,
                 std::uint64_t seed) {
  const auto rows = sorted_random_rows(Y.rows(), large, seed, 11);
  return fit_mixture(Y(rows, Eigen::all), at(labels, rows), options_of(kind, clusters)).gaussians;
}

// The least delta in the first 2, 3 and 4 principal axes; the first one that is not above 0 ends it.
double least_delta(Densities& densities, const Labels& labels, Index clusters, const MixtureKind& kind) {
  double least = std::numeric_limits<double>::infinity();
  for (Index axes = 2; axes <= 4 && (axes == 2 || axes <= densities.points().cols()) && least > 0; ++axes)
    least = std::min(least, densities.held_out_principal(axes).delta(labels, clusters, kind));
  return least;
}

Index distinct(Labels labels) {
  number_by_first(labels);
  return 1 + *std::max_element(labels.begin(), labels.end());
}

double judge_numbers(Densities& numeric, const Labels& means, Index clusters, std::uint64_t seed) {
  const Index axes = axes_for(numeric.points(), clusters);
  const MixtureKind kind = kind_for(numeric.principal(axes).Y, means, clusters, seed);
  return least_delta(numeric, means, clusters, kind);
}

// A table is described by classes; whether it may be is judged by its numeric columns. Columns of people are
// rounded and skewed, which a density takes for shapes: a shape is what is left in the ranks.
double judge_table(Shared& shared, const Labels& means, Index clusters) {
  const auto made = [&](std::optional<Densities>& kept, auto&& points) -> Densities& {
    if (!kept) kept.emplace(points(), shared.seed, shared.effort.gate_rows);
    return *kept;
  };
  Densities& numeric = made(shared.numeric_densities, [&] {
    const Matrix& X = shared.densities->points();
    return smeared(X(Eigen::all, numeric_columns(X)), shared.seed);
  });
  if (numeric.points().cols() < 2) return 1;
  const double as_they_are = judge_numbers(numeric, means, clusters, shared.seed);
  if (as_they_are > 0) return as_they_are;
  return judge_numbers(made(shared.ranked_densities, [&] { return normal_scores(numeric.points()); }), means,
                       clusters, shared.seed);
}

// The model of the points, its labels, and how it compares.
struct Judged {
  std::string method;  // as it may be typed
  FittedModel model;
  Labels labels;
  double delta = 0;
};

// Latent classes, of a sample where there are many rows; the others are given to the likeliest.
Judged judge_classes(Shared& shared, const Labels& means, Index clusters) {
  Judged out;
  out.method = "latent classes (columns independent within each)";
  out.delta = judge_table(shared, means, clusters);
  if (!(out.delta > 0)) return out;
  const Matrix& X = shared.densities->points();
  const auto rows = sorted_random_rows(X.rows(), judged_points, shared.seed, 11);
  const Matrix sample = X(rows, Eigen::all);
  const ClassTable table = class_table(sample, shared.seed);
  std::vector<Labels> starts = more_starts(sample, clusters, shared.seed);
  starts.push_back(at(means, rows));
  out.model.gaussians = components_of(sample, table, fit_classes(table, starts, clusters));
  out.labels = likeliest(out.model.gaussians, X);
  return out;
}

Judged judge_mixture(Shared& shared, const Labels& means, double delta, Index clusters) {
  Judged out;
  const EmSpace& space = shared.densities->principal(axes_for(shared.densities->points(), clusters));
  out.model.axes = space.axes;
  const MixtureKind kind = kind_for(space.Y, means, clusters, shared.seed);
  out.method = format_choice(std::variant<Mixture>(
                   Mixture{.covariance = kind.covariance, .tails = kind.tails, .tolerance = 1e-3})) +
               " (in principal axes)";
  out.model.gaussians = fitted(space.Y, means, kind, clusters, shared.seed);
  out.labels = likeliest(out.model.gaussians, space.Y);
  const Labels& start = distinct(out.labels) == clusters ? out.labels : means;
  out.delta = std::min(delta, least_delta(*shared.densities, start, clusters, kind));
  return out;
}

// The model beside the candidates: it has figures as they have, but no vote.
Candidate candidate_of(Shared& shared, const Contest& contest, Judged& judged, Index clusters) {
  Candidate out;
  out.spec.kind = CandidateKind::model;
  out.name = out.spec.name();
  out.method = judged.method;
  out.labels = std::move(judged.labels);
  number_by_first(out.labels);
  out.clusters = clusters;
  std::vector<Candidate> one = {std::move(out)};
  judge_separation(shared.parts, one, shared.gaps);
  Candidate& model = one.front();
  double voters = 0;
  for (const Candidate& other : contest.candidates) {
    if (!other.failure.empty()) continue;
    const double index = agreement(model, other);
    model.agreement += index;
    voters += 1;
    if (other.spec.kind == CandidateKind::best_mixture) model.mixture = index;
  }
  model.agreement /= voters;
  model.score = total_score(model, contest.gate);
  return std::move(one.front());
}

}  // namespace

void consider_model(Shared& shared, Index clusters, Held& held) {
  Contest& contest = held.contest;
  const Labels* means = labels_of(contest.candidates, {.kind = CandidateKind::kmeans});
  if (!means || !shared.densities) return;
  if (!contest.table && (!(contest.delta > 0) || clusters > most_clusters)) return;
  try {
    Judged judged = contest.table ? judge_classes(shared, *means, clusters)
                                  : judge_mixture(shared, *means, contest.delta, clusters);
    contest.model_delta = judged.delta;
    if (!(judged.delta > 0) || distinct(judged.labels) != clusters) return;
    contest.candidates.push_back(candidate_of(shared, contest, judged, clusters));
    contest.winner = std::ssize(contest.candidates) - 1;
    contest.by_model = true;
    held.entries.model = std::move(judged.model);
  } catch (const Error&) {  // a component collapsed: the candidates decide
  }
}

bool describes(Shared& shared, bool table, const Labels& labels, Index clusters, const MixtureKind& kind,
               Index axes) {
  try {
    if (table) return judge_table(shared, labels, clusters) > 0;
    return shared.densities->held_out_principal(axes).delta(labels, clusters, kind) > 0 &&
           least_delta(*shared.densities, labels, clusters, kind) > 0;
  } catch (const Error&) {  // a component collapsed
    return false;
  }
}

DensityRule density_rule(const Held& held) {
  const Candidate* const winner = held.contest.best();
  const Entries& e = held.entries;
  if (!winner) return {};
  if (winner->spec.kind == CandidateKind::model && e.model) return {&e.model->gaussians, e.model->axes};
  if (winner->spec.kind == CandidateKind::mixture && e.mixture) return {&*e.mixture, e.axes};
  if (winner->spec.kind == CandidateKind::best_mixture && e.best) return {&*e.best, e.axes};
  return {};
}

Labels labels_under(const DensityRule& rule, const Matrix& points) {
  return likeliest(*rule.gaussians, rule.axes.size() > 0 ? Matrix(points * rule.axes) : points);
}

}  // namespace mercer::automatic
