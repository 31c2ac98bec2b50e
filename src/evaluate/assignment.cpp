// The assignment problem by shortest augmenting paths (Jonker and Volgenant): O(r^2 c) for r rows, c >= r
// columns.
#include <limits>

#include "mercer/error.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

// Rows are assigned one by one. Prices u (rows) and v (columns) keep every reduced cost
// cost(i,j) - u_i - v_j >= 0, with equality on assigned pairs, so a shortest path of reduced costs from the
// new row to a free column keeps the assignment optimal for the rows so far. Index 0 stands for "none".
class ShortestPaths {
 public:
  explicit ShortestPaths(const Matrix& gain)
      : gain_(gain),
        u_(Vector::Zero(gain.rows() + 1)),
        v_(Vector::Zero(gain.cols() + 1)),
        row_of_(static_cast<std::size_t>(gain.cols()) + 1, 0),
        back_(row_of_.size(), 0) {}

  std::vector<int> solve() {
    for (Index row = 1; row <= gain_.rows(); ++row) augment(find_free_column(row));
    std::vector<int> column_of(static_cast<std::size_t>(gain_.rows()), -1);
    for (Index j = 1; j <= gain_.cols(); ++j)
      if (const Index i = row_of(j); i != 0)
        column_of[static_cast<std::size_t>(i - 1)] = static_cast<int>(j - 1);
    return column_of;
  }

 private:
  double reduced_cost(Index i, Index j) const { return -gain_(i - 1, j - 1) - u_[i] - v_[j]; }
  Index& row_of(Index j) { return row_of_[static_cast<std::size_t>(j)]; }
  Index& back(Index j) { return back_[static_cast<std::size_t>(j)]; }

  // Dijkstra from `row` over alternating paths; back(j) is the column before j on the path to it.
  Index find_free_column(Index row) {
    const Index columns = gain_.cols();
    Vector length = Vector::Constant(columns + 1, std::numeric_limits<double>::infinity());
    std::vector<char> reached(static_cast<std::size_t>(columns) + 1, 0);
    row_of(0) = row;
    Index at = 0;
    while (row_of(at) != 0) {
      reached[static_cast<std::size_t>(at)] = 1;
      Index next = 0;
      double step = std::numeric_limits<double>::infinity();
      for (Index j = 1; j <= columns; ++j) {
        if (reached[static_cast<std::size_t>(j)]) continue;
        if (const double cost = reduced_cost(row_of(at), j); cost < length[j]) {
          length[j] = cost;
          back(j) = at;
        }
        if (length[j] < step) {
          step = length[j];
          next = j;
        }
      }
      for (Index j = 0; j <= columns; ++j) {
        if (reached[static_cast<std::size_t>(j)]) {
          u_[row_of(j)] += step;
          v_[j] -= step;
        } else {
          length[j] -= step;
        }
      }
      at = next;
    }
    return at;
  }

  // Every row on the path moves to the next column of it.
  void augment(Index column) {
    while (column != 0) {
      row_of(column) = row_of(back(column));
      column = back(column);
    }
  }

  const Matrix& gain_;
  Vector u_, v_;
  std::vector<Index> row_of_, back_;
};

}  // namespace

std::vector<int> assign_max(const Matrix& gain) {
  if (!gain.allFinite())
    throw Error(Fault::data, "a gain of the assignment is not finite; replace NaN and infinite values");
  if (gain.rows() <= gain.cols()) return ShortestPaths(gain).solve();
  // More rows than columns: assign the columns, and turn the answer round.
  const Matrix turned = gain.transpose();
  const std::vector<int> row_of = ShortestPaths(turned).solve();
  std::vector<int> column_of(static_cast<std::size_t>(gain.rows()), -1);
  for (std::size_t j = 0; j < row_of.size(); ++j)
    column_of[static_cast<std::size_t>(row_of[j])] = static_cast<int>(j);
  return column_of;
}

}  // namespace mercer
