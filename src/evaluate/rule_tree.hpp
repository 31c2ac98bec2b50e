// Paths of a tree that tells classes apart: the candidates for rules.
#pragma once

#include <vector>

#include "evaluate/originals.hpp"
#include "mercer/explain.hpp"

namespace mercer {

// Rows to learn from, their classes and weights.
struct RuleRows {
  std::vector<Index> rows;
  std::vector<int> classes;  // 0 .. count-1, of each of the rows
  std::vector<double> weights;
  int count = 0;
};

// A test of one column, on codes rather than words.
struct RuleTest {
  std::size_t column = 0;  // of the originals
  Condition::Test test = Condition::Test::at_most;
  double threshold = 0;
  std::vector<bool> set;  // of is_one_of and is_none_of: the codes
  bool holds(double cell) const;
};
using RulePath = std::vector<RuleTest>;

// A split of rows by one column, and how impure its parts are: the sum over them of W (1 - sum p^2), where W
// is the weight of a part and p are the shares of its classes. Missing cells are a part of their own.
struct RuleSplit {
  double impurity = 0;
  RuleTest first, second;
  bool found = false;
};
// `members`: positions in `data`. Two classes may be told apart by any set of a category's values (ordered by
// the share of the second class, the best set is a first part of them: Breiman et al., 1984), more by one
// value.
RuleSplit best_split(const Originals& originals, const RuleRows& data,
                     const std::vector<std::size_t>& members, std::size_t column);

// The paths to all nodes of the tree below its root, `depth` tests at most.
std::vector<RulePath> tree_paths(const Originals& originals, const RuleRows& data, int depth);

// A number between low (which it may be) and high (which it is not), with as few digits as can be.
double round_between(double low, double high);
// The first moment of a year, else a month, else a day, above low and not above high; else high.
double date_between(double low, double high);

}  // namespace mercer
