#include "embed/ritz.hpp"

#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "core/symmetric_eigen.hpp"

namespace mercer {
namespace {

void centre(Matrix& x) { x.array() -= x.mean(); }

}  // namespace

// A q_t = beta_(t-1) q_(t-1) + alpha_t q_t + beta_t q_(t+1), A = H K H: the eigenvalues of the tridiagonal
// matrix of alpha and beta. Lost orthogonality only repeats those that have converged.
SpectrumEnds ritz_ends(const Gram& gram, Index steps) {
  const Index n = gram.size();
  Random random(1);
  Matrix q(n, 1), before = Matrix::Zero(n, 1), r;
  for (Index i = 0; i < n; ++i) q(i, 0) = random.normal();
  centre(q);
  if (n < 2) return {};
  q /= q.norm();
  std::vector<double> alpha, beta;
  for (Index t = 0; t < std::min(steps, n - 1); ++t) {
    apply_all(gram, q, r);
    centre(r);
    alpha.push_back(q.cwiseProduct(r).sum());
    r -= alpha.back() * q + (beta.empty() ? 0.0 : beta.back()) * before;
    const double size = r.norm();
    if (size <= 1e-12 * std::abs(alpha.front())) break;
    beta.push_back(size);
    before = q;
    q = r / size;
  }
  const auto count = static_cast<Index>(alpha.size());
  const Vector values = tridiagonal_eigenvalues(Eigen::Map<Vector>(alpha.data(), count),
                                                Eigen::Map<Vector>(beta.data(), count - 1));
  return {values.minCoeff(), values.maxCoeff()};
}

}  // namespace mercer
