// Distances between two rows, in the units that are compared: squared for the Euclidean one.
#pragma once

#include <array>
#include <cmath>

#include "graph/near_leaves.hpp"
#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// How differences along the columns add up to what is compared, and the distance behind that.
struct SquaredSum {
  static constexpr Adding adding = Adding::squares;
  static double add(double sum, double difference) { return sum + difference * difference; }
  static double join(double a, double b) { return a + b; }
  static double length(double sum) { return std::sqrt(sum); }
};
struct AbsoluteSum {
  static constexpr Adding adding = Adding::absolutes;
  static double add(double sum, double difference) { return sum + std::abs(difference); }
  static double join(double a, double b) { return a + b; }
  static double length(double sum) { return sum; }
};
struct LargestOf {
  static constexpr Adding adding = Adding::largest;
  static double add(double sum, double difference) { return std::max(sum, std::abs(difference)); }
  static double join(double a, double b) { return std::max(a, b); }
  static double length(double sum) { return sum; }
};

template <class Metric, class S, class T>
double row_distance(const S* x, const T* y, Index columns) {
  if (columns == 2 || columns == 3) {
    double sum = Metric::add(0, static_cast<double>(x[0]) - static_cast<double>(y[0]));
    sum = Metric::add(sum, static_cast<double>(x[1]) - static_cast<double>(y[1]));
    return columns == 2 ? sum : Metric::add(sum, static_cast<double>(x[2]) - static_cast<double>(y[2]));
  }
  // Four sums at once: a single one would wait for each addition.
  std::array<double, 4> sums{};
  Index j = 0;
  for (; j + 4 <= columns; j += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const Index at = j + static_cast<Index>(lane);
      sums[lane] = Metric::add(sums[lane], static_cast<double>(x[at]) - static_cast<double>(y[at]));
    }
  double rest = 0;
  for (; j < columns; ++j) rest = Metric::add(rest, static_cast<double>(x[j]) - static_cast<double>(y[j]));
  return Metric::join(Metric::join(sums[0], sums[1]), Metric::join(Metric::join(sums[2], sums[3]), rest));
}

template <class Metric, class S, class T>
double row_distance(const DenseView<S>& X, Index i, const DenseView<T>& Y, Index h) {
  return row_distance<Metric>(X.row(i), Y.row(h), X.columns);
}

template <class Metric>
double row_distance(const SparseMatrix& X, Index i, const SparseMatrix& Y, Index h) {
  SparseMatrix::InnerIterator x(X, i), y(Y, h);
  double sum = 0;
  while (x || y) {
    const bool own = x && (!y || x.col() <= y.col()), other = y && (!x || y.col() <= x.col());
    sum = Metric::add(sum, (own ? x.value() : 0.0) - (other ? y.value() : 0.0));
    if (own) ++x;
    if (other) ++y;
  }
  return sum;
}

// f(metric) for a metric between columns.
template <class F>
decltype(auto) with_metric(PathMetric metric, F&& f) {
  if (metric == PathMetric::manhattan) return f(AbsoluteSum{});
  if (metric == PathMetric::chebyshev) return f(LargestOf{});
  return f(SquaredSum{});
}

}  // namespace mercer
