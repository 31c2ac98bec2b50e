#include "embed/tall.hpp"

#include <vector>

#include "core/parallel.hpp"

namespace mercer {
namespace {

constexpr Index tall_block = 4096;

}  // namespace

Matrix tall_product(const Matrix& A, const Matrix& B) {
  std::vector<Matrix> parts(static_cast<std::size_t>((A.rows() + tall_block - 1) / tall_block));
  parallel_rows(
      A.rows(), tall_block,
      [&](Index begin, Index end) {
        parts[static_cast<std::size_t>(begin / tall_block)].noalias() =
            A.middleRows(begin, end - begin).transpose() * B.middleRows(begin, end - begin);
      },
      static_cast<double>(A.size()) * static_cast<double>(B.cols()));
  Matrix sum = Matrix::Zero(A.cols(), B.cols());
  for (const Matrix& part : parts) sum += part;
  return sum;
}

void combine(const Matrix& A, const Matrix& S, bool add, Matrix& out) {
  if (!add) out.resize(A.rows(), S.cols());
  parallel_rows(
      A.rows(), tall_block,
      [&](Index begin, Index end) {
        auto rows = out.middleRows(begin, end - begin);
        if (add)
          rows.noalias() += A.middleRows(begin, end - begin) * S;
        else
          rows.noalias() = A.middleRows(begin, end - begin) * S;
      },
      static_cast<double>(A.size()) * static_cast<double>(S.cols()));
}

}  // namespace mercer
