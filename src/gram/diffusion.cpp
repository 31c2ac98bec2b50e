#include "gram/diffusion.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

double value(const Diffusion& kernel, double x) {
  return kernel.form == DiffusionForm::heat ? std::exp(-kernel.time * x) : 1 / (1 + kernel.time * x);
}

// f on [0, b] as c_0 / 2 + sum_k c_k T_k(2 x / b - 1), where
//   c_k = 2/N sum_j f(x_j) cos(k t_j),   x_j = b (1 + cos t_j) / 2,   t_j = pi (j + 1/2) / N
// cut off where what follows is rounding. It takes about sqrt(time b) terms, with products of a sparse matrix
// each, where eigenvectors would take n^3.
std::vector<double> chebyshev(const Diffusion& kernel, double b) {
  constexpr double rounding = 2e-15;  // of f, and so of each c_k
  constexpr Index most = 1 << 14;
  constexpr double hopeless = 1e9;  // time b that needs more terms, in either form
  for (Index N = 32; N <= most && kernel.time * b < hopeless; N *= 2) {
    const double step = std::numbers::pi / static_cast<double>(2 * N);
    Vector cosines(4 * N), f(N), c(N);  // cosines of a whole round, in half steps between nodes
    for (Index m = 0; m < 4 * N; ++m) cosines[m] = std::cos(step * static_cast<double>(m));
    for (Index j = 0; j < N; ++j) f[j] = value(kernel, b * (1 + cosines[2 * j + 1]) / 2);
    parallel_rows(N, 64, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        double sum = 0;
        for (Index j = 0; j < N; ++j) sum += f[j] * cosines[k * (2 * j + 1) % (4 * N)];
        c[k] = 2 * sum / static_cast<double>(N);
      }
    });
    // f(0) = 1, where nodes that miss a steep descent would find 0.
    double at_zero = -c[0] / 2;
    for (Index k = 0; k < N; ++k) at_zero += k % 2 == 0 ? c[k] : -c[k];
    Index terms = N;
    while (terms > 1 && std::abs(c[terms - 1]) < rounding) --terms;
    if (terms < 3 * N / 4 && std::abs(at_zero - 1) < 1e-9) return {c.begin(), c.begin() + terms};
  }
  throw Error(Fault::usage,
              fmt::format("diffusion: time = {:g} is so long that only the components of the graph differ; "
                          "lower time, or cluster with `kernel = connectivity`",
                          kernel.time));
}

// Y = 2 (2 L / b - I) X - Y
void step(const SparseMatrix& L, double b, const Matrix& X, Matrix& Y) {
  for (Index i = 0; i < L.rows(); ++i) {
    Y.row(i) = -Y.row(i) - 2 * X.row(i);
    for (SparseMatrix::InnerIterator it(L, i); it; ++it) Y.row(i) += 4 / b * it.value() * X.row(it.col());
  }
}

}  // namespace

SparseMatrix laplacian(const SparseMatrix& adjacency, bool normalized) {
  const Index n = adjacency.rows();
  Vector degree = Vector::Zero(n);
  for (Index i = 0; i < n; ++i)
    for (SparseMatrix::InnerIterator edge(adjacency, i); edge; ++edge)
      if (edge.col() != i) degree[i] += edge.value();
  const Vector root = degree.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 0.0; });
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i) {
    const auto v = static_cast<int>(i);
    entries.emplace_back(v, v, normalized ? (degree[i] > 0 ? 1.0 : 0.0) : degree[i]);
    for (SparseMatrix::InnerIterator edge(adjacency, i); edge; ++edge)
      if (edge.col() != i)
        entries.emplace_back(v, static_cast<int>(edge.col()),
                             -edge.value() * (normalized ? root[i] * root[edge.col()] : 1.0));
  }
  SparseMatrix L(n, n);
  L.setFromTriplets(entries.begin(), entries.end());
  return L;
}

Matrix diffusion_kernel(const SparseMatrix& adjacency, const Diffusion& kernel, Control* control) {
  constexpr Index together = 16;
  const SparseMatrix L = laplacian(adjacency, kernel.normalized);
  const Index n = L.rows();
  // Gershgorin: no eigenvalue exceeds twice the largest degree.
  const double b = std::max(2 * L.diagonal().maxCoeff(), 1e-300);
  const std::vector<double> c = chebyshev(kernel, b);
  Matrix K(n, n);
  Progress progress(control, "diffusion", n);
  parallel_rows(n, together, [&](Index begin, Index end) {
    if (progress.stopped()) return;
    // T_0 and T_1 applied to unit vectors, then T_k+1 = 2 (2 L / b - I) T_k - T_k-1.
    Matrix now = Matrix::Zero(n, end - begin), next = Matrix::Zero(n, end - begin);
    for (Index i = begin; i < end; ++i) now(i, i - begin) = 1;
    Matrix sum = c[0] / 2 * now;
    step(L, b, now, next);
    next /= 2;
    for (std::size_t k = 1; k < c.size(); ++k) {
      sum += c[k] * next;
      step(L, b, next, now);
      now.swap(next);
    }
    // No heat is negative but by rounding.
    K.middleRows(begin, end - begin) = sum.transpose().cwiseMax(0.0);
    progress.done(end - begin);
  });
  K.triangularView<Eigen::StrictlyLower>() = K.transpose();
  return K;
}

}  // namespace mercer
