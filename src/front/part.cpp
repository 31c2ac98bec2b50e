#include "front/part.hpp"

namespace mercer {

Data part_of(const Data& data, const Kernel& kernel, const std::vector<Index>& rows) {
  if (!is_precomputed(kernel)) return data.take(rows);
  const Matrix wide = data.take(rows).dense();
  return Matrix(wide(Eigen::all, rows));
}

}  // namespace mercer
