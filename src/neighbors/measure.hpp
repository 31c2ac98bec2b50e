// Squared distances as sums of squared differences, in double and in the order of the columns: what decides
// which neighbour is nearer.
#pragma once

#include <span>

#include "mercer/data.hpp"

namespace mercer {

// A point and its squared distance; the nearer comes first, and of equals the one with the lower index.
struct Measured {
  double d2 = 0;
  int index = 0;
  friend bool operator<(const Measured& a, const Measured& b) {
    return a.d2 < b.d2 || (a.d2 == b.d2 && a.index < b.index);
  }
};

template <class S, class T>
double squared_difference(const S* x, const T* y, Index columns) {
  double sum = 0;
  for (Index j = 0; j < columns; ++j) {
    const double difference = static_cast<double>(x[j]) - static_cast<double>(y[j]);
    sum += difference * difference;
  }
  return sum;
}

template <class S, class T>
double squared_difference(const DenseView<S>& X, Index i, const DenseView<T>& Y, Index h) {
  return squared_difference(X.row(i), Y.row(h), X.columns);
}

inline double squared_difference(const SparseMatrix& X, Index i, const SparseMatrix& Y, Index h) {
  SparseMatrix::InnerIterator x(X, i), y(Y, h);
  double sum = 0;
  while (x || y) {
    const bool own = x && (!y || x.col() <= y.col()), other = y && (!x || y.col() <= x.col());
    const double difference = (own ? x.value() : 0.0) - (other ? y.value() : 0.0);
    sum += difference * difference;
    if (own) ++x;
    if (other) ++y;
  }
  return sum;
}

// d2 of `others` (points of Y) to point i of X; both dense or both sparse.
inline void measure(const Data& X, Index i, const Data& Y, std::span<Measured> others) {
  X.visit([&]<class A>(const A& x) {
    Y.visit([&]<class B>(const B& y) {
      if constexpr (std::is_same_v<A, SparseMatrix> == std::is_same_v<B, SparseMatrix>)
        for (Measured& other : others) other.d2 = squared_difference(x, i, y, other.index);
    });
  });
}

}  // namespace mercer
