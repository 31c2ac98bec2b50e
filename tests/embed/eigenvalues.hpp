// What spectra are compared with: a dense solver.
#pragma once

#include <Eigen/Eigenvalues>

#include "mercer/types.hpp"

namespace mercer::test {

inline Vector descending_eigenvalues(const Matrix& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::MatrixXd(A)).eigenvalues().reverse();
}

}  // namespace mercer::test
