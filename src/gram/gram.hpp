// The kernel matrix, seen only through products: a backend (stored, tiled, sparse, low rank, GPU, many nodes)
// is one more Gram. A virtual call here does O(n) work at least, so it costs nothing.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "mercer/control.hpp"
#include "mercer/data.hpp"

namespace mercer {

// Some rows of an n x c matrix, each with few entries: what changed in the weights.
struct SparseRows {
  std::vector<Index> rows;         // which rows
  std::vector<Index> start = {0};  // entries of row r: start[r] .. start[r + 1] - 1
  std::vector<Index> columns;
  std::vector<double> values;

  void add_row(Index row) {
    rows.push_back(row);
    start.push_back(start.back());
  }
  void add(Index column, double value) {  // to the last row added
    columns.push_back(column);
    values.push_back(value);
    ++start.back();
  }
  bool empty() const { return rows.empty(); }
};

// Products ask `control` between tiles whether to go on, and tell it how far they are. A stopped product is
// incomplete and must be discarded; without a control it always ends.
//
// Where ranks share the work, `apply` and `update` are only about the rows of this rank: KW is K(rows(), :)
// W.
struct Gram {
  virtual ~Gram() = default;
  virtual Index size() const = 0;
  virtual Range rows() const { return {0, size()}; }
  virtual bool divided() const { return false; }  // among ranks: the same on all of them
  // K_ii
  virtual Vector diagonal() const = 0;
  // KW = K W, all columns at once
  virtual void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const = 0;
  // KW += K(:, rows) dW: only the rows that changed are evaluated
  virtual void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const = 0;
  // C = K(:, points)
  virtual void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const = 0;
  // C = K(rows(), points): only the rows of this rank
  virtual void own_columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const;
  // B = K(rows, points)
  virtual void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const = 0;
  // sums(i, g) = sum of |phi_i - phi_h| over the points h of group g, for all i; h is in group groups[h], -1:
  // in none. Columns of K are visited a block at a time; a rank adds up its own rows.
  virtual void distance_sums(const Labels& groups, Index count, Matrix& sums,
                             Control* control = nullptr) const;
  // KW = k(Z, X) W and self_i = k(z_i, z_i) for new points Z
  virtual void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const = 0;

  // Values of the kernel function computed so far, pair by pair.
  virtual std::uint64_t evaluations() const { return 0; }
  // Relative rounding error of an entry.
  virtual double epsilon() const { return std::numeric_limits<double>::epsilon(); }
};

// Every rank's rows of a product on all ranks.
Matrix all_rows(const Gram& gram, Matrix own);
// KW = K W and KW += K(:, rows) dW with all rows, on every rank
void apply_all(const Gram& gram, const Matrix& W, Matrix& KW, Control* control = nullptr);
void update_all(const Gram& gram, const SparseRows& dW, Matrix& KW, Control* control = nullptr);

}  // namespace mercer
