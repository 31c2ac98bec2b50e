#include "beyond/affinity.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mercer/error.hpp"

namespace mercer {
namespace {

// Callers find out which piece of the graph each point is in; here only points without any edge matter.
void check_degrees(const Vector& degree) {
  for (Index i = 0; i < degree.size(); ++i) {
    if (!std::isfinite(degree[i]))
      throw Error(Fault::data,
                  fmt::format("the affinities of point {} sum to more than can be computed with; "
                              "scale the data (`standardize`) or change the kernel",
                              i + 1));
    if (degree[i] < 0)
      throw Error(
          Fault::data,
          fmt::format("the affinities of point {} sum to {:.4g}: an affinity can't be negative; use a "
                      "kernel that is positive, such as gaussian",
                      i + 1, degree[i]));
    if (degree[i] == 0)
      throw Error(Fault::data, fmt::format("the affinity is disconnected: point {} is similar to no other "
                                           "point; widen the kernel, or leave the point out",
                                           i + 1));
  }
}

}  // namespace

void Affinity::apply(const Matrix& X, Matrix& AX, Control* control) const {
  apply_all(*gram, X, AX, control);
  AX.noalias() -= self.asDiagonal() * X;
}

Affinity affinity_of(std::shared_ptr<const Gram> gram, Data graph, Control* control) {
  Affinity a{std::move(gram), std::move(graph), {}, {}};
  a.self = a.gram->diagonal();
  Matrix sums;
  a.apply(Matrix::Ones(a.size(), 1), sums, control);
  a.degree = sums.col(0);
  // What is left of a sum of nothing is rounding.
  const double rounding = 4 * a.gram->epsilon();
  for (Index i = 0; i < a.size(); ++i)
    if (std::abs(a.degree[i]) <= rounding * std::abs(a.self[i])) a.degree[i] = 0;
  if (!(control && control->stop)) check_degrees(a.degree);
  return a;
}

Product normalised_product(const Affinity& affinity, Control* control) {
  const Vector root = affinity.degree.cwiseSqrt().cwiseInverse();
  return [&affinity, root, control](const Matrix& X, Matrix& AX) {
    affinity.apply(root.asDiagonal() * X, AX, control);
    AX = root.asDiagonal() * AX;
  };
}

double normalised_cut(const Affinity& affinity, const Labels& labels, Index clusters) {
  const Index n = affinity.size();
  Matrix Z = Matrix::Zero(n, clusters), AZ;
  for (Index i = 0; i < n; ++i) Z(i, labels[static_cast<std::size_t>(i)]) = 1;
  affinity.apply(Z, AZ);
  double cut = 0;
  for (Index j = 0; j < clusters; ++j) {
    const double volume = Z.col(j).dot(affinity.degree), within = Z.col(j).dot(AZ.col(j));
    if (volume > 0) cut += (volume - within) / volume;
  }
  return cut;
}

}  // namespace mercer
