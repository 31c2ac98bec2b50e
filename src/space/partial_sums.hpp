// Sums over many rows in parallel: the rows are cut into parts whose number is fixed, and the sums of the
// parts are added in order, so that the bits don't depend on the threads.
#pragma once

#include <vector>

#include "core/parallel.hpp"
#include "gram/grouped.hpp"

namespace mercer {

// sum += what f(begin, end, part) adds to a zero matrix `part`, over all of 0 .. count-1; parts have at least
// `least` rows.
template <class F>
void add_in_parts(Index count, Index least, Matrix& sum, F&& f) {
  constexpr Index most_parts = 64;
  const Index step = std::max(least, (count + most_parts - 1) / most_parts);
  std::vector<Matrix> parts(static_cast<std::size_t>((count + step - 1) / step));
  parallel_rows(count, step, [&](Index begin, Index end) {
    Matrix& part = parts[static_cast<std::size_t>(begin / step)];
    part = Matrix::Zero(sum.rows(), sum.cols());
    f(begin, end, part);
  });
  for (const Matrix& part : parts) sum += part;
}

// Sums and extremes of blocks of points, a row for each block, brought together in order.
class BlockSums {
 public:
  BlockSums(Index n, Index columns)
      : rows_(Matrix::Zero((n + points_together - 1) / points_together, columns)) {}
  auto at(Index begin) { return rows_.row(begin / points_together); }
  // Each rank has filled those of its own points, whole stretches of them: now all have all.
  void gather(const Ranks& ranks, Range own) {
    const Index first = own.begin / points_together;
    const Index count = (own.end + points_together - 1) / points_together - first;
    const Matrix mine = rows_.middleRows(first, count);
    const auto all = ranks.gather_list(std::vector<double>(mine.data(), mine.data() + mine.size()));
    rows_ = Eigen::Map<const Matrix>(all.data(), rows_.rows(), rows_.cols());
  }
  Vector sum() const { return rows_.colwise().sum().transpose(); }
  Vector largest() const { return rows_.colwise().maxCoeff().transpose(); }

 private:
  Matrix rows_;
};

// sum over the rows r of dW of dW(r, j) V(r, j), for each column j, where each rank has the V of its own
// points: rows of one block of points that follow each other are summed by their owner, and these sums are
// added in order.
class RowSums {
 public:
  RowSums(const SparseRows& dW, Index columns) : dW_(dW), slots_(dW.columns, columns) {
    for (std::size_t r = 0; r < dW.rows.size(); ++r)
      if (r == 0 || block_of(r) != block_of(r - 1)) runs_.push_back(r);
    runs_.push_back(dW.rows.size());
    sums_ = Matrix::Zero(std::ssize(runs_) - 1, slots_.count());
  }

  // V(r, j) = value(r, j)
  template <class F>
  void add(Range own, F&& value) {
    for (std::size_t run = 0; run + 1 < runs_.size(); ++run) {
      if (!is_in(own, run)) continue;
      for (std::size_t r = runs_[run]; r < runs_[run + 1]; ++r)
        for (auto e = static_cast<std::size_t>(dW_.start[r]); e < static_cast<std::size_t>(dW_.start[r + 1]);
             ++e)
          sums_(static_cast<Index>(run), slots_.of[static_cast<std::size_t>(dW_.columns[e])]) +=
              dW_.values[e] * value(dW_.rows[r], dW_.columns[e]);
    }
    own_ = own;
  }
  void gather(const Ranks& ranks) {
    std::vector<Index> which;
    std::vector<double> values;
    for (std::size_t run = 0; run + 1 < runs_.size(); ++run)
      if (is_in(own_, run)) {
        which.push_back(static_cast<Index>(run));
        const auto row = sums_.row(static_cast<Index>(run));
        values.insert(values.end(), row.begin(), row.end());
      }
    which = ranks.gather_list(which);
    values = ranks.gather_list(values);
    for (std::size_t r = 0; r < which.size(); ++r)
      sums_.row(which[r]) = Eigen::Map<const Eigen::RowVectorXd>(
          values.data() + static_cast<Index>(r) * slots_.count(), slots_.count());
  }
  void add_to(Vector& totals) const {
    for (Index run = 0; run < sums_.rows(); ++run)
      for (Index s = 0; s < slots_.count(); ++s)
        totals[slots_.columns[static_cast<std::size_t>(s)]] += sums_(run, s);
  }

 private:
  Index block_of(std::size_t r) const { return dW_.rows[r] / points_together; }
  bool is_in(Range own, std::size_t run) const {
    const Index row = dW_.rows[runs_[run]];
    return row >= own.begin && row < own.end;
  }
  const SparseRows& dW_;
  Slots slots_;
  std::vector<std::size_t> runs_;  // first row of each, and the end
  Range own_;
  Matrix sums_;
};

}  // namespace mercer
