// Clusters in words: rules about the original columns that hold for most of a cluster and for few other rows.
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
  double threshold = 0;             // for at_most and above; a date in days
  std::vector<std::string> values;  // for is_one_of and is_none_of
  std::string text;                 // "income > 70,000"
};

struct Rule {
  int label = 0;
  std::vector<Condition> conditions;  // all of them hold; empty: no rule was found
  double coverage = 0;                // share of the cluster's rows for which they hold
  double precision = 0;               // share of the cluster among the rows for which they hold
  std::string sentence;
};

struct ExplainOptions {
  int depth = 3;  // most conditions of a rule, 1 to 3
};

// One rule per cluster. Decision trees of that depth are fitted to the labels (Gini impurity); the rule is
// the node with the best harmonic mean of coverage and precision. Missing cells are a branch of their own.
// `labels` as for `profile`.
std::vector<Rule> explain(const Frame& frame, const Recipe& recipe, const Labels& labels,
                          const ExplainOptions& options = {});

}  // namespace mercer
