#include "beyond/auto/number_model.hpp"

#include <cmath>

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

// `labels_of(k)`, from which EM begins; none where there are no more.
template <class LabelsOf>
Count count(const Matrix& Y, const std::vector<MixtureKind>& kinds, LabelsOf&& labels_of) {
  Count out;
  for (Index k = 1; k <= most_components && k <= out.best.components + patience; ++k) {
    const Labels labels = k == 1 ? Labels(static_cast<std::size_t>(Y.rows()), 0) : labels_of(k);
    if (labels.empty()) break;
    const Best found = best_kind(Y, labels, k, kinds);
    if (!std::isfinite(found.bic)) break;
    out.tried.push_back({k, found.bic});
    if (found.bic > out.best.bic) out.best = found;
  }
  return out;
}

}  // namespace

CountedComponents count_components(Shared& shared, bool table, const std::vector<Labels>& means) {
  const Index axes = axes_of_all(shared.densities->points());
  const Matrix& all = shared.densities->principal(axes).Y;
  const auto rows = sorted_random_rows(all.rows(), judged_points, shared.seed, 17);
  const auto labels_of = [&](Index k) {
    return k - 2 < std::ssize(means) ? at_rows(means[static_cast<std::size_t>(k - 2)], rows) : Labels();
  };
  const Count found = count(all(rows, Eigen::all),
                            table ? std::vector<MixtureKind>{{Covariance::one, Tails::gaussian}}
                                  : kinds_of(Covariance::automatic, Tails::automatic),
                            labels_of);
  CountedComponents out{0, found.gain(), found.tried};
  const Index k = found.best.components;
  if (k == 0) return out;
  const Labels labels =
      k == 1 ? Labels(static_cast<std::size_t>(all.rows()), 0) : means[static_cast<std::size_t>(k - 2)];
  if (describes(shared, table, labels, k, found.best.kind, axes)) out.components = k;
  return out;
}

double gain_without_clusters(Index points, Index columns, std::uint64_t seed) {
  Random random(seed, 18);
  Matrix U(std::min(points, judged_points), columns);
  for (Index i = 0; i < U.size(); ++i) U.data()[i] = random.uniform();
  const Matrix Y = U.leftCols(axes_of_all(U));
  return count(Y, kinds_of(Covariance::automatic, Tails::automatic),
               [&](Index k) { return kmeans(Data(Y), k, 3, seed); })
      .gain();
}

}  // namespace mercer::automatic
