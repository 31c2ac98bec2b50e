// Clusters in words: rules about the original columns that hold for most of a cluster and for little else.
//
//   for (const Rule& rule : explain(table, recipe, labels)) puts(rule.sentence.c_str());
//   // cluster 2: income > 70,000 and visits <= 3 (covers 92 %, 95 % of it right)
#pragma once

#include <string>
#include <vector>

#include "mercer/recipe.hpp"

namespace mercer {

// One test of one column.
struct Condition {
  enum class Test { at_most, above, is_one_of, is_none_of, is_missing, is_there };
  std::string column;
  Test test = Test::at_most;
  double threshold = 0;             // of at_most and above; of a date its days
  std::vector<std::string> values;  // of is_one_of and is_none_of
  std::string text;                 // "income > 70,000"
};

struct Rule {
  int label = 0;
  std::vector<Condition> conditions;  // all hold; none: no rule was found
  double coverage = 0;                // share of the cluster's rows for which they hold
  double precision = 0;               // share of the rows for which they hold that are of the cluster
  std::string sentence;
};

struct ExplainOptions {
  int depth = 3;  // conditions of a rule at most, 1 to 3
};

// A rule per cluster: of the nodes of trees of that depth, fitted to the labels by Gini's impurity, the one
// with the best harmonic mean of coverage and precision. Missing cells are a branch of their own. `labels` as
// for `profile`.
std::vector<Rule> explain(const Frame& frame, const Recipe& recipe, const Labels& labels,
                          const ExplainOptions& options = {});

}  // namespace mercer
