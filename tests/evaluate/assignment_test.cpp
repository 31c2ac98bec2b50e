#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>

#include "core/random.hpp"
#include "mercer/error.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

double collected(const Matrix& gain, const std::vector<int>& column_of) {
  double sum = 0;
  for (Index i = 0; i < gain.rows(); ++i)
    if (column_of[static_cast<std::size_t>(i)] >= 0) sum += gain(i, column_of[static_cast<std::size_t>(i)]);
  return sum;
}

// The best over all permutations of the longer side.
double best_of_all(const Matrix& gain) {
  if (gain.rows() > gain.cols()) return best_of_all(gain.transpose());
  std::vector<int> columns(static_cast<std::size_t>(gain.cols()));
  std::iota(columns.begin(), columns.end(), 0);
  double best = -std::numeric_limits<double>::infinity();
  do best = std::max(best, collected(gain, columns));
  while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

void expect_one_to_one(const Matrix& gain, const std::vector<int>& column_of) {
  ASSERT_EQ(static_cast<Index>(column_of.size()), gain.rows());
  std::set<int> used;
  for (int column : column_of)
    if (column >= 0) {
      EXPECT_LT(column, gain.cols());
      EXPECT_TRUE(used.insert(column).second) << "column " << column << " twice";
    }
  EXPECT_EQ(static_cast<Index>(used.size()), std::min(gain.rows(), gain.cols()));
}

TEST(Assignment, EqualsExhaustiveSearch) {
  Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    Matrix gain(1 + random.below(6), 1 + random.below(6));
    const bool ties = trial % 2;  // few distinct values: many optima
    for (double& g : gain.reshaped()) g = ties ? static_cast<double>(random.below(3)) : random.normal();
    const std::vector<int> column_of = assign_max(gain);
    expect_one_to_one(gain, column_of);
    EXPECT_NEAR(collected(gain, column_of), best_of_all(gain), 1e-12) << gain;
  }
}

// The planted permutation is the only optimum, at a size that no search would reach.
TEST(Assignment, FindsAPlantedPermutation) {
  Random random(4);
  const Index n = 120;
  std::vector<int> planted(static_cast<std::size_t>(n));
  std::iota(planted.begin(), planted.end(), 0);
  for (std::size_t i = planted.size() - 1; i > 0; --i)
    std::swap(planted[i], planted[static_cast<std::size_t>(random.below(static_cast<Index>(i) + 1))]);
  Matrix gain(n, n);
  for (double& g : gain.reshaped()) g = random.uniform();
  for (Index i = 0; i < n; ++i) gain(i, planted[static_cast<std::size_t>(i)]) += 1;
  EXPECT_EQ(assign_max(gain), planted);
}

TEST(Assignment, EmptySides) {
  EXPECT_TRUE(assign_max(Matrix(0, 3)).empty());
  EXPECT_EQ(assign_max(Matrix(2, 0)), (std::vector<int>{-1, -1}));
}

TEST(Assignment, RefusesWhatIsNotFinite) {
  Matrix gain = Matrix::Zero(2, 2);
  gain(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(assign_max(gain), Error);
}

}  // namespace
}  // namespace mercer
