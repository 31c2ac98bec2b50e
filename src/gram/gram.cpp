#include "gram/gram.hpp"

#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "core/ranks.hpp"

namespace mercer {

void Gram::own_columns(std::span<const Index> points, Matrix& C, Control* control) const {
  columns(points, C, control);
  if (rows().size() < size()) C = Matrix(C.middleRows(rows().begin, rows().size()));
}

// |phi_i - phi_h| = sqrt(K_ii + K_hh - 2 K_ih). The sums of a point belong to one thread, so they don't
// depend on the number of threads.
void Gram::distance_sums(const Labels& groups, Index count, Matrix& sums, Control* control) const {
  constexpr Index block_columns = 128;  // asked for at a time
  constexpr Index block_rows = 64;
  std::vector<Index> points(static_cast<std::size_t>(size()));
  std::iota(points.begin(), points.end(), Index{0});
  const Vector self = diagonal();
  const Range own = rows();
  sums = Matrix::Zero(own.size(), count);
  Matrix C;
  for (Index begin = 0; begin < size(); begin += block_columns) {
    const Index width = std::min(block_columns, size() - begin);
    own_columns(std::span(points).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(width)),
                C, control);
    if (control && control->stop) return;
    parallel_rows(own.size(), block_rows, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i)
        for (Index c = 0; c < width; ++c)
          if (const int g = groups[static_cast<std::size_t>(begin + c)]; g >= 0)
            sums(i, g) += std::sqrt(std::max(0.0, self[own.begin + i] + self[begin + c] - 2 * C(i, c)));
    });
  }
  sums = all_rows(*this, std::move(sums));
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
