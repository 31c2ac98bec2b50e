#include "beyond/auto/mixtures.hpp"

#include "beyond/auto/sample.hpp"
#include "core/parallel.hpp"
#include "core/symmetric_eigen.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {

Index axes_for(const Matrix& X, Index clusters) {
  return std::min({X.cols(), Index{20}, std::max<Index>(2, X.rows() / (5 * clusters))});
}

namespace {

// Eigenvalues of the scatter, ascending, and its axes.
SymmetricEigen axes_of(const Matrix& X) {
  const Eigen::RowVectorXd mean = X.colwise().mean();
  const Matrix centred = X.rowwise() - mean;
  return symmetric_eigen(centred.transpose() * centred);
}

EmSpace along(const Matrix& X, const SymmetricEigen& all, Index count) {
  EmSpace out;
  out.axes = all.vectors.rightCols(count).rowwise().reverse();
  out.Y = X * out.axes;
  return out;
}

}  // namespace

EmSpace principal_space(const Matrix& X, Index count) {
  const SymmetricEigen all = axes_of(X);
  const Index there = (all.values.array() > 1e-12 * all.values.maxCoeff()).count();
  return along(X, all, std::clamp<Index>(there, 1, count));
}

EmSpace em_space(const Matrix& X, Index clusters) {
  const Index p = axes_for(X, clusters);
  if (p >= X.cols()) return {X, {}};
  return along(X, axes_of(X), p);
}

Mixtures fit_mixtures(const EmSpace& space, const std::vector<const Labels*>& starts, Index clusters,
                      std::uint64_t seed, Index most_rows) {
  const std::vector<Index> rows = sorted_random_rows(space.Y.rows(), most_rows, seed, 11);
  const Matrix Y = space.Y(rows, Eigen::all);
  std::vector<std::optional<MixtureFit>> fits(starts.size());
  parallel_blocks(static_cast<Index>(starts.size()), [&](Index b) {
    const Labels* labels = starts[static_cast<std::size_t>(b)];
    if (!labels) return;
    Labels start;
    for (const Index i : rows) start.push_back((*labels)[static_cast<std::size_t>(i)]);
    try {
      fits[static_cast<std::size_t>(b)] = fit_mixture(Y, start, {.components = clusters});
    } catch (const Error&) {  // another start may do
    }
  });
  Mixtures out;
  for (auto& fit : fits)
    if (fit && (!out.best || fit->icl > out.best->icl)) out.best = fit;
  if (!fits.empty()) out.first = std::move(fits.front());
  return out;
}

}  // namespace mercer::automatic
