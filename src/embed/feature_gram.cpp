#include "embed/feature_gram.hpp"

#include "embed/tall.hpp"

namespace mercer {

// K W = Z (Z' W)
void FeatureGram::apply(const Matrix& W, Matrix& KW, Control*) const {
  combine(Z_, tall_product(Z_, W), false, KW);
}

// KW += Z sum over the rows of z' dw
void FeatureGram::update(const SparseRows& dW, Matrix& KW, Control*) const {
  Matrix S = Matrix::Zero(Z_.cols(), KW.cols());
  for (std::size_t r = 0; r < dW.rows.size(); ++r)
    for (Index e = dW.start[r]; e < dW.start[r + 1]; ++e)
      S.col(dW.columns[static_cast<std::size_t>(e)]) +=
          dW.values[static_cast<std::size_t>(e)] * Z_.row(dW.rows[r]).transpose();
  combine(Z_, S, true, KW);
}

void FeatureGram::columns(std::span<const Index> points, Matrix& C, Control*) const {
  combine(Z_, Z_(points, Eigen::all).transpose(), false, C);
}

void FeatureGram::block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  B.noalias() = Z_(rows, Eigen::all) * Z_(points, Eigen::all).transpose();
}

void FeatureGram::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  const Matrix fresh = Z.dense();
  combine(fresh, tall_product(Z_, W), false, KW);
  self = fresh.rowwise().squaredNorm();
}

}  // namespace mercer
