#include "beyond/auto/number_model.hpp"

#include <cmath>
#include <functional>

#include "beyond/auto/classes.hpp"
#include "beyond/auto/means.hpp"
#include "beyond/auto/model.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {
namespace {

constexpr Index judged_points = 2000, most_components = 30;
constexpr Index patience = 3;  // numbers that may be worse than the best before the search ends

// The same axes for all numbers, or their likelihoods could not be compared.
Index axes_of_all(const Matrix& X) {
  return std::min({X.cols(), Index{20}, std::max<Index>(2, X.rows() / 40)});
}

// BIC = (log likelihood - parameters / 2 log n) / n, larger is better
double bic_of(const Matrix& Y, const Labels& labels, Index components, const MixtureKind& kind) {
  const auto n = static_cast<double>(Y.rows());
  const MixtureFit fit = fit_mixture(
      Y, labels,
      {.components = components, .covariance = kind.covariance, .tails = kind.tails, .max_iterations = 50});
  const auto parameters = static_cast<double>(parameters_of(kind.covariance, components, Y.cols()));
  return (fit.log_likelihood - 0.5 * parameters * std::log(n)) / n;
}

struct Best {
  double bic = -std::numeric_limits<double>::infinity();
  MixtureKind kind;
  Index components = 0;
};

// Over all kinds; none where every fit collapses.
Best best_kind(const Matrix& Y, const Labels& labels, Index components,
               const std::vector<MixtureKind>& kinds) {
  std::vector<double> found(kinds.size(), -std::numeric_limits<double>::infinity());
  parallel_blocks(std::ssize(kinds), [&](Index b) {
    const auto at = static_cast<std::size_t>(b);
    try {
      found[at] = bic_of(Y, labels, components, kinds[at]);
    } catch (const Error&) {  // a component collapsed: another kind may do
    }
  });
  const auto best = std::max_element(found.begin(), found.end());
  return {*best, kinds[static_cast<std::size_t>(best - found.begin())], components};
}

Labels at_rows(const Labels& labels, const std::vector<Index>& rows) {
  Labels out;
  if (labels.empty()) return out;
  for (const Index row : rows) out.push_back(labels[static_cast<std::size_t>(row)]);
  return out;
}

struct Count {
  Best best;
  std::vector<ModelEvidence> tried;
  double gain() const { return tried.empty() ? 0 : best.bic - tried.front().bic; }
};

// `best_of(k)`, the best mixture of k components; one of no components where there are no more.
template <class BestOf>
Count count(BestOf&& best_of) {
  Count out;
  for (Index k = 1; k <= most_components && k <= out.best.components + patience; ++k) {
    const Best found = best_of(k);
    if (found.components == 0 || !std::isfinite(found.bic)) break;
    out.tried.push_back({k, found.bic});
    if (found.bic > out.best.bic) out.best = found;
  }
  return out;
}

Labels all_in_one(Index points) { return Labels(static_cast<std::size_t>(points), 0); }

// Of a table: of latent classes. They begin with those of k-means.
Count count_classes(const Matrix& X, std::uint64_t seed, const std::function<Labels(Index)>& labels_of) {
  const ClassTable table = class_table(X, seed);
  return count([&](Index k) -> Best {
    const Labels start = k == 1 ? all_in_one(X.rows()) : labels_of(k);
    if (start.empty()) return {};
    std::vector<Labels> starts = more_starts(X, k, seed);
    starts.push_back(start);
    return {fit_classes(table, starts, k).bic, {}, k};
  });
}

Count count_mixtures(const Matrix& Y, const std::function<Labels(Index)>& labels_of) {
  const std::vector<MixtureKind> kinds = kinds_of(Covariance::automatic, Tails::automatic);
  return count([&](Index k) -> Best {
    const Labels labels = k == 1 ? all_in_one(Y.rows()) : labels_of(k);
    return labels.empty() ? Best{} : best_kind(Y, labels, k, kinds);
  });
}

}  // namespace

CountedComponents count_components(Shared& shared, bool table, const std::vector<Labels>& means) {
  const Matrix& X = shared.densities->points();
  const Index axes = axes_of_all(X);
  const auto rows = sorted_random_rows(X.rows(), judged_points, shared.seed, 17);
  const auto labels_of = [&](Index k) {
    return k - 2 < std::ssize(means) ? at_rows(means[static_cast<std::size_t>(k - 2)], rows) : Labels();
  };
  const Count found = table
                          ? count_classes(X(rows, Eigen::all), shared.seed, labels_of)
                          : count_mixtures(shared.densities->principal(axes).Y(rows, Eigen::all), labels_of);
  CountedComponents out{0, found.gain(), found.tried};
  const Index k = found.best.components;
  if (k == 0) return out;
  const Labels labels = k == 1 ? all_in_one(X.rows()) : means[static_cast<std::size_t>(k - 2)];
  if (describes(shared, table, labels, k, found.best.kind, axes)) out.components = k;
  return out;
}

double gain_without_clusters(Index points, Index columns, std::uint64_t seed) {
  Random random(seed, 18);
  Matrix U(std::min(points, judged_points), columns);
  for (Index i = 0; i < U.size(); ++i) U.data()[i] = random.uniform();
  const Matrix Y = U.leftCols(axes_of_all(U));
  return count_mixtures(Y, [&](Index k) { return kmeans(Data(Y), k, 3, seed); }).gain();
}

}  // namespace mercer::automatic
