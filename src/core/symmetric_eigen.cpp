#include "core/symmetric_eigen.hpp"

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "core/parallel.hpp"
#include "mercer/error.hpp"

// LAPACK as Fortran gives it; the lengths of the letters come last.
extern "C" {
void dsyevd_(const char* vectors, const char* triangle, const int* n, double* A, const int* stride,
             double* values, double* work, const int* room, int* integers, const int* integer_room, int* info,
             std::size_t, std::size_t);
void dsterf_(const int* n, double* diagonal, double* beside, int* info);
}

namespace mercer {
namespace {

void require_success(int info) {
  if (info != 0)
    throw Error(
        Fault::failure,
        fmt::format("the eigenvalues of a matrix were not found (LAPACK says {}); scale the data", info));
}

// A becomes its eigenvectors, where they are wanted. Rows of ours are columns there: our lower triangle is
// the upper one.
Vector solve(Eigen::MatrixXd& A, bool vectors) {
  const ThreadScope one(thread_count());
  const auto n = static_cast<int>(A.rows());
  Vector values(A.rows());
  if (n == 0) return values;
  const char* wanted = vectors ? "V" : "N";
  int info = 0, integers = 0, ask = -1;
  double room = 0;
  dsyevd_(wanted, "U", &n, A.data(), &n, values.data(), &room, &ask, &integers, &ask, &info, 1, 1);
  require_success(info);
  std::vector<double> work(static_cast<std::size_t>(room));
  std::vector<int> integer_work(static_cast<std::size_t>(integers));
  const auto size = static_cast<int>(work.size()), integer_size = static_cast<int>(integer_work.size());
  dsyevd_(wanted, "U", &n, A.data(), &n, values.data(), work.data(), &size, integer_work.data(),
          &integer_size, &info, 1, 1);
  require_success(info);
  return values;
}

Vector nothing_known(Index n) { return Vector::Constant(n, std::numeric_limits<double>::quiet_NaN()); }

}  // namespace

SymmetricEigen symmetric_eigen(const Matrix& A) {
  SymmetricEigen out;
  out.vectors = A.transpose();
  if (!out.vectors.allFinite()) {
    out.vectors.setConstant(std::numeric_limits<double>::quiet_NaN());
    out.values = nothing_known(A.rows());
    return out;
  }
  out.values = solve(out.vectors, true);
  fix_signs(out.vectors);
  return out;
}

Vector symmetric_eigenvalues(const Matrix& A) {
  Eigen::MatrixXd copy = A.transpose();
  return copy.allFinite() ? solve(copy, false) : nothing_known(A.rows());
}

Vector tridiagonal_eigenvalues(const Vector& diagonal, const Vector& beside) {
  if (!diagonal.allFinite() || !beside.allFinite()) return nothing_known(diagonal.size());
  const auto n = static_cast<int>(diagonal.size());
  Vector values = diagonal, rest = beside;
  int info = 0;
  dsterf_(&n, values.data(), rest.data(), &info);
  require_success(info);
  return values;
}

}  // namespace mercer
