// The few types that everything shares.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

namespace mercer {

using Index = Eigen::Index;

// Matrices are row-major, with one row per point. A NumPy array can be used as one without a copy.
template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Matrix = MatrixOf<double>;
using Vector = Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// A row-major array that somebody else owns; rows are `stride` values apart.
template <class T>
struct DenseView {
  const T* values = nullptr;
  Index rows = 0;
  Index columns = 0;
  Index stride = 0;
  const T* row(Index i) const { return values + i * stride; }
};

// Cluster of each point, 0 .. clusters - 1.
using Labels = std::vector<int>;

}  // namespace mercer
