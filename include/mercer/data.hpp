// The points to cluster: a dense array (borrowed or owned, float or double) or a sparse matrix.
#pragma once

#include <memory>
#include <span>
#include <variant>

#include "mercer/types.hpp"

namespace mercer {

class Data {
 public:
  Data() = default;
  // Owning: the matrix moves in and is shared by copies of this Data.
  Data(Matrix values);           // NOLINT(google-explicit-constructor): a matrix is data
  Data(MatrixOf<float> values);  // NOLINT(google-explicit-constructor)
  Data(SparseMatrix values);     // NOLINT(google-explicit-constructor)
  // Borrowing: the array is never copied. It must outlive this Data, its copies and the models made of it, or
  // be kept alive by `owner`, which they share.
  using Owner = std::shared_ptr<const void>;
  static Data view(const double* values, Index rows, Index columns, Index stride = -1, Owner owner = {});
  static Data view(const float* values, Index rows, Index columns, Index stride = -1, Owner owner = {});

  Index size() const;
  Index dimensions() const;
  bool is_sparse() const { return std::holds_alternative<SparseHandle>(values_); }
  const SparseMatrix& sparse() const { return *std::get<SparseHandle>(values_); }

  // Calls f(DenseView<double>), f(DenseView<float>) or f(const SparseMatrix&).
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(
        [&](const auto& v) -> decltype(auto) {
          if constexpr (std::is_same_v<std::decay_t<decltype(v)>, SparseHandle>)
            return f(*v);
          else
            return f(v);
        },
        values_);
  }

  // The rows as a dense matrix of doubles (a copy).
  Matrix dense() const;
  // A copy of the given rows, of the same kind.
  Data take(std::span<const Index> rows) const;

 private:
  using SparseHandle = std::shared_ptr<const SparseMatrix>;
  std::variant<DenseView<double>, DenseView<float>, SparseHandle> values_;
  Owner owner_;
};

// x -> (x - mean) / scale, column by column; sparse data are only scaled, so that they stay sparse.
struct Standardizer {
  Vector mean;
  Vector scale;
  bool empty() const { return scale.size() == 0; }
  static Standardizer learn(const Data& data);  // deviations with ddof = 0; a constant column keeps scale 1
  Data apply(const Data& data) const;
};

}  // namespace mercer
