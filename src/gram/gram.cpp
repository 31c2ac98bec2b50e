#include "gram/gram.hpp"

#include "core/ranks.hpp"

namespace mercer {

void Gram::own_columns(std::span<const Index> points, Matrix& C, Control* control) const {
  columns(points, C, control);
  if (rows().size() < size()) C = Matrix(C.middleRows(rows().begin, rows().size()));
}

Matrix all_rows(const Gram& gram, Matrix own) {
  if (!gram.divided()) return own;
  std::vector<double> values(own.data(), own.data() + own.size());
  const Index columns = own.cols();
  values = Ranks().gather_list(values);
  return Eigen::Map<const Matrix>(values.data(), gram.size(), columns);
}

void apply_all(const Gram& gram, const Matrix& W, Matrix& KW, Control* control) {
  gram.apply(W, KW, control);
  KW = all_rows(gram, std::move(KW));
}

void update_all(const Gram& gram, const SparseRows& dW, Matrix& KW, Control* control) {
  if (!gram.divided()) return gram.update(dW, KW, control);
  Matrix own = KW.middleRows(gram.rows().begin, gram.rows().size());
  gram.update(dW, own, control);
  KW = all_rows(gram, std::move(own));
}

}  // namespace mercer
