#include "beyond/auto/number_model.hpp"

#include <cmath>
#include <functional>
#include <optional>

#include "beyond/auto/classes.hpp"
#include "beyond/auto/means.hpp"
#include "beyond/auto/mixtures.hpp"
#include "beyond/auto/model.hpp"
#include "beyond/auto/valleys.hpp"
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

MixtureFit fit_of(const Matrix& Y, const Labels& labels, Index components, const MixtureKind& kind) {
  return fit_mixture(
      Y, labels,
      {.components = components, .covariance = kind.covariance, .tails = kind.tails, .max_iterations = 50});
}

// BIC = (log likelihood - parameters / 2 log n) / n, larger is better
double bic_of(const Matrix& Y, const Labels& labels, Index components, const MixtureKind& kind) {
  const auto n = static_cast<double>(Y.rows());
  const MixtureFit fit = fit_of(Y, labels, components, kind);
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

// Whether the density between each two components falls to less than half.
bool are_apart(const Matrix& Y, const Labels& labels, const Best& best) {
  constexpr double half = 0.5;
  return shallowest_valley(fit_of(Y, labels, best.components, best.kind).gaussians) < half;
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

// A skewed column takes several components where there is one cluster. So they are counted with the skewness
// taken out, in as many axes: the fewest that describe the points better than `best` does. (What a power does
// to densities is its slope, and each power is a parameter.) None: not so few do.
std::optional<Count> fewer_without_skewness(const Matrix& X, const Best& best,
                                            const std::function<Labels(Index)>& labels_of) {
  const auto n = static_cast<double>(X.rows()), d = static_cast<double>(X.cols());
  Matrix Z(X.rows(), X.cols());
  double of_powers = -0.5 * d * std::log(n) / n;
  for (Index j = 0; j < X.cols(); ++j) {
    const Unskewed column = unskewed(X.col(j));
    Z.col(j) = column.values;
    of_powers += column.log_slope;
  }
  Count out = count_mixtures(principal_space(Z, X.cols()).Y, labels_of);
  for (ModelEvidence& one : out.tried) one.bic += of_powers;
  for (const ModelEvidence& one : out.tried)
    if (one.components < best.components && one.bic > best.bic) {
      out.best = {one.bic, best.kind, one.components};
      return out;
    }
  return {};
}

}  // namespace

CountedComponents count_components(Shared& shared, bool table, const std::vector<Labels>& means) {
  const Matrix& X = shared.densities->points();
  const Index axes = axes_of_all(X);
  const auto rows = sorted_random_rows(X.rows(), judged_points, shared.seed, 17);
  const auto labels_of = [&](Index k) {
    return k - 2 < std::ssize(means) ? at_rows(means[static_cast<std::size_t>(k - 2)], rows) : Labels();
  };
  const Matrix Y = table ? Matrix() : Matrix(shared.densities->principal(axes).Y(rows, Eigen::all));
  const Count found =
      table ? count_classes(X(rows, Eigen::all), shared.seed, labels_of) : count_mixtures(Y, labels_of);
  CountedComponents out{0, found.gain(), false, found.tried};
  const Index k = found.best.components;
  // Where more are always better, they are pieces of shapes.
  if (k == 0 || k == most_components) return out;
  const Labels labels = k == 1 ? all_in_one(X.rows()) : means[static_cast<std::size_t>(k - 2)];
  if (!describes(shared, table, labels, k, found.best.kind, axes)) return out;
  if (!table && k > 1 && Y.cols() == X.cols())
    if (const auto fewer = fewer_without_skewness(X(rows, Eigen::all), found.best, labels_of))
      return {fewer->best.components, fewer->gain(), false, fewer->tried};
  out.components = k;
  out.apart = !table && k > 1 && are_apart(Y, at_rows(labels, rows), found.best);
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
