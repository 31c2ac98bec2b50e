#include "beyond/mixture_kinds.hpp"

#include "beyond/folds.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

constexpr Index folds = 3;
constexpr double impossible = -std::numeric_limits<double>::infinity();

double held_out_density(const std::vector<Fold>& parts, const MixtureOptions& options) {
  double sum = 0;
  Index points = 0;
  for (const Fold& fold : parts) {
    const MixtureFit fit = fit_mixture(fold.known, fold.labels, options);
    sum += with_background(log_density(log_joint(fit.gaussians, fold.held)), background(fold)).sum();
    points += fold.held.rows();
  }
  return sum / static_cast<double>(points);
}

std::vector<Index> shuffled(Index n, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  Random random(seed, 14);
  for (Index i = 0; i + 1 < n; ++i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(i + random.below(n - i))]);
  return order;
}

}  // namespace

std::vector<MixtureKind> kinds_of(Covariance covariance, Tails tails) {
  std::vector<MixtureKind> out;
  for (const Tails t : {Tails::gaussian, Tails::student})
    for (const Covariance c :
         {Covariance::one, Covariance::diagonal, Covariance::tied, Covariance::full, Covariance::spherical}) {
      const bool fits = covariance == Covariance::automatic ? c != Covariance::spherical : c == covariance;
      if (fits && (tails == Tails::automatic || tails == t)) out.push_back({c, t});
    }
  return out;
}

MixtureKind likeliest_kind(const Matrix& Y, const Labels& labels, const MixtureOptions& options,
                           const std::vector<MixtureKind>& kinds, std::uint64_t seed) {
  if (kinds.size() == 1 || Y.rows() < 2 * folds) return kinds.front();
  const std::vector<Index> order = shuffled(Y.rows(), seed);
  const Matrix P = Y(order, Eigen::all);
  Labels of_rows;
  for (const Index row : order) of_rows.push_back(labels[static_cast<std::size_t>(row)]);
  std::vector<Fold> parts;
  for (Index f = 0; f < folds; ++f) parts.push_back(fold_of(P, of_rows, f, folds));
  std::vector<double> densities(kinds.size(), impossible);
  parallel_blocks(std::ssize(kinds), [&](Index b) {
    const auto at = static_cast<std::size_t>(b);
    MixtureOptions own = options;
    own.covariance = kinds[at].covariance;
    own.tails = kinds[at].tails;
    own.weights = {};
    try {
      densities[at] = held_out_density(parts, own);
    } catch (const Error&) {  // a component collapsed: another kind may do
    }
  });
  const auto best = std::max_element(densities.begin(), densities.end());
  return kinds[static_cast<std::size_t>(best - densities.begin())];
}

}  // namespace mercer
