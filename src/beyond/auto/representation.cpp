#include "beyond/auto/representation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "beyond/auto/table.hpp"
#include "data/magnitude.hpp"
#include "mercer/error.hpp"
#include "neighbors/unit_rows.hpp"

namespace mercer::automatic {
namespace {

// The inverse of a smaller one is not a number, and such values have lost most of their digits.
constexpr double least_deviation = 0x1p-1000;

struct Spread {
  Vector centre, deviation;
};
// About the least value and in units of the range, so that neither offset nor scale costs digits.
Spread spread_of(const Matrix& X) {
  Spread out{Vector(X.cols()), Vector(X.cols())};
  for (Index j = 0; j < X.cols(); ++j) {
    const double least = X.col(j).minCoeff(), range = X.col(j).maxCoeff() - least;
    if (!(range > least_deviation)) {
      out.centre[j] = least;
      out.deviation[j] = 0;
      continue;
    }
    const Eigen::ArrayXd x = (X.col(j).array() - least) / range;
    out.centre[j] = least + range * x.mean();
    out.deviation[j] = range * std::sqrt((x - x.mean()).square().mean());
  }
  return out;
}

// Columns that differ by so little count as constant; if all do, nothing is left to cluster.
void require_spread(const Matrix& X) {
  for (Index j = 0; j < X.cols(); ++j)
    if (X.col(j).maxCoeff() > X.col(j).minCoeff())
      throw Error(Fault::data,
                  fmt::format("the values differ by less than {:.0e}, which is too little to compute "
                              "with; scale them up: multiply all by a constant",
                              least_deviation));
}

Matrix scaled(const Matrix& X, const Vector& centre, const Vector& scale) {
  std::vector<Index> kept;
  for (Index j = 0; j < X.cols(); ++j)
    if (scale[j] > 0) kept.push_back(j);
  Matrix Y(X.rows(), static_cast<Index>(kept.size()));
  for (Index c = 0; c < Y.cols(); ++c) {
    const Index j = kept[static_cast<std::size_t>(c)];
    Y.col(c) = (X.col(j).array() - centre[j]) * scale[j];
  }
  return Y;
}

// Sparse in more than its storage, with something in every row: documents rather than a table. (In many
// columns it is not a table in any case; there an empty row has no direction, and will be named.)
bool is_documents(const Data& data) {
  constexpr Index most_columns = 1000;  // of a table
  if (!data.is_sparse() || 2 * data.sparse().nonZeros() >= data.size() * data.dimensions()) return false;
  const SparseMatrix& X = data.sparse();
  bool filled = true;
  for (Index i = 0; i < X.rows(); ++i) {
    bool any = false;
    for (SparseMatrix::InnerIterator it(X, i); it; ++it) any = any || it.value() != 0;
    filled = filled && any;
  }
  return filled || data.dimensions() > most_columns;
}

}  // namespace

std::vector<Representation> representations(const Data& data, bool told_table) {
  if (is_documents(data)) return {{"cosine", unit_rows(data), {}, {}}};
  constexpr double alike = 2;  // deviations within this factor need no scaling
  const Matrix X = data.dense();
  require_range(largest_value(X));
  const Spread spread = spread_of(X);
  const double most = X.cols() > 0 ? spread.deviation.maxCoeff() : 0;
  if (most == 0) require_spread(X);
  double least = most;
  Vector one(X.cols()), each(X.cols());
  for (Index j = 0; j < X.cols(); ++j) {
    const bool varies = spread.deviation[j] > 0;
    one[j] = varies ? 1 / most : 0;
    each[j] = varies ? 1 / spread.deviation[j] : 0;
    if (varies) least = std::min(least, spread.deviation[j]);
  }
  std::vector<Representation> out;
  Matrix raw = scaled(X, spread.centre, one);
  const bool table = told_table || is_table(raw);
  if (table || most <= alike * least) {
    out.push_back({"raw", Data(std::move(raw)), spread.centre, one, table});
    return out;
  }
  // A column of two values hides behind wide ones; brought to their scale, it is the column with the clean
  // gap.
  Matrix std = scaled(X, spread.centre, each);
  const bool table_of_one_scale = is_table(std);
  if (!table_of_one_scale) out.push_back({"raw", Data(std::move(raw)), spread.centre, one});
  out.push_back({"std", Data(std::move(std)), spread.centre, each, table_of_one_scale});
  return out;
}

Data represent(const Data& data, const std::string& name, const Vector& centre, const Vector& scale) {
  if (name == "cosine") return unit_rows(data);
  return scaled(data.dense(), centre, scale);
}

}  // namespace mercer::automatic
