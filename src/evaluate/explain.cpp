#include "mercer/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "data/readable.hpp"
#include "evaluate/rule_tree.hpp"
#include "io/dates.hpp"

namespace mercer {
namespace {

constexpr std::size_t rows_looked_at = 20000;
constexpr double as_good = 0.01;  // a longer rule must be better by that much

// At most so many rows of each class, with weights that make up for the others.
RuleRows sample(const std::vector<int>& classes, int count) {
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (classes[i] >= 0) members[static_cast<std::size_t>(classes[i])].push_back(static_cast<Index>(i));
  RuleRows data;
  data.count = count;
  const std::size_t most = rows_looked_at / members.size() + 1;
  for (std::size_t k = 0; k < members.size(); ++k) {
    auto& rows = members[k];
    const std::size_t taken = std::min(most, rows.size());
    Random random(1, k);
    for (std::size_t i = 0; i < taken && taken < rows.size(); ++i)
      std::swap(rows[i],
                rows[i + static_cast<std::size_t>(random.below(static_cast<std::int64_t>(rows.size() - i)))]);
    for (std::size_t i = 0; i < taken; ++i) {
      data.rows.push_back(rows[i]);
      data.classes.push_back(static_cast<int>(k));
      data.weights.push_back(static_cast<double>(rows.size()) / static_cast<double>(taken));
    }
  }
  return data;
}

RuleRows against_the_rest(RuleRows data, int one) {
  for (int& label : data.classes) label = label == one ? 1 : 0;
  data.count = 2;
  return data;
}

bool holds(const RulePath& path, const Originals& originals, Index row) {
  return std::all_of(path.begin(), path.end(), [&](const RuleTest& test) {
    return test.holds(originals.cell(row, originals.columns[test.column]));
  });
}

struct Quality {
  double coverage = 0, precision = 0;
  double harmonic() const {
    return coverage + precision > 0 ? 2 * coverage * precision / (coverage + precision) : 0;
  }
};

Quality quality(const RulePath& path, const Originals& originals, const RuleRows& data, int label) {
  double both = 0, inside = 0, members = 0;
  for (std::size_t m = 0; m < data.rows.size(); ++m) {
    const bool own = data.classes[m] == label;
    if (own) members += data.weights[m];
    if (!holds(path, originals, data.rows[m])) continue;
    inside += data.weights[m];
    if (own) both += data.weights[m];
  }
  return {members > 0 ? both / members : 0, inside > 0 ? both / inside : 0};
}

// Of two bounds on one side of a column the tighter one.
RulePath simplified(const RulePath& path) {
  RulePath simple;
  for (const RuleTest& test : path) {
    const auto same = std::find_if(simple.begin(), simple.end(), [&](const RuleTest& other) {
      return other.column == test.column && other.test == test.test && test.set.empty();
    });
    if (same == simple.end())
      simple.push_back(test);
    else
      *same = test;  // the later one is inside
  }
  return simple;
}

std::string joined(const std::vector<std::string>& words, const char* last) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} {} {}", fmt::join(words.begin(), words.end() - 1, ", "), last, words.back());
}

// The words of a set, or of what is not in it where they are fewer; `inside` is turned over then.
std::vector<std::string> words_of_set(const Original& column, const Originals& originals,
                                      const std::vector<bool>& set, bool& inside) {
  std::vector<std::string> in, out;
  const auto column_cells = originals.frame.cells.col(column.column);
  std::vector<bool> there(column.values.size());
  for (Index i = 0; i < column_cells.size(); ++i)
    if (!std::isnan(column_cells[i])) there[static_cast<std::size_t>(column_cells[i])] = true;
  for (std::size_t v = 0; v < set.size(); ++v)
    if (there[v]) (set[v] ? in : out).push_back(column.values[v]);
  const bool turn = inside ? out.size() < in.size() && !out.empty() && in.size() > 2
                           : out.size() <= in.size() && out.size() <= 2;
  if (!turn) return in;
  inside = !inside;
  return out;
}

Condition condition(const RuleTest& test, const Originals& originals) {
  using Kinds = Condition::Test;
  const Original& column = originals.columns[test.column];
  Condition made{column.name, test.test, test.threshold, {}, ""};
  const std::string name = column.name;
  if (test.test == Kinds::is_missing) made.text = name + " is missing";
  if (test.test == Kinds::is_there) made.text = name + " is there";
  if (test.test == Kinds::at_most || test.test == Kinds::above) {
    const bool low = test.test == Kinds::at_most;
    if (column.kind == Kind::date) {
      const double from = std::nextafter(test.threshold, std::numeric_limits<double>::infinity());
      const std::string day = io::date_text(from, column.time && from != std::floor(from));
      made.text = low ? fmt::format("{} before {}", name, day) : fmt::format("{} from {} on", name, day);
    } else {
      const std::string number = with_thousands(test.threshold);
      const std::string shown = column.unit == "%" ? number + " %" : column.unit + number;
      made.text = fmt::format("{} {} {}", name, low ? "<=" : ">", shown);
    }
  }
  if (test.test == Kinds::is_one_of || test.test == Kinds::is_none_of) {
    bool inside = test.test == Kinds::is_one_of;
    made.values = words_of_set(column, originals, test.set, inside);
    made.test = inside ? Kinds::is_one_of : Kinds::is_none_of;
    const bool one = made.values.size() == 1;
    made.text = inside
                    ? fmt::format("{} {} {}", name, one ? "=" : "is", joined(made.values, "or"))
                    : fmt::format("{} is {}{}", name, one ? "not " : "neither ", joined(made.values, "nor"));
  }
  return made;
}

Rule rule_of(const RulePath& path, const Originals& originals, const RuleRows& everything, int code) {
  Rule rule;
  rule.label = originals.clusters.values[static_cast<std::size_t>(code)];
  if (path.empty()) {
    rule.sentence = fmt::format("cluster {}: no rule sets it apart", rule.label);
    return rule;
  }
  const Quality known = quality(path, originals, everything, code);
  rule.coverage = known.coverage;
  rule.precision = known.precision;
  std::vector<std::string> texts;
  for (const RuleTest& test : path) {
    rule.conditions.push_back(condition(test, originals));
    texts.push_back(rule.conditions.back().text);
  }
  rule.sentence = fmt::format("cluster {}: {} (covers {}, {} of it right)", rule.label,
                              fmt::join(texts, " and "), percent(rule.coverage), percent(rule.precision));
  return rule;
}

// The best path of either tree; a shorter one that is as good is better.
RulePath best_path(const Originals& originals, const RuleRows& data, int code,
                   const std::vector<RulePath>& common, int depth) {
  std::vector<RulePath> paths = tree_paths(originals, against_the_rest(data, code), depth);
  paths.insert(paths.end(), common.begin(), common.end());
  std::vector<double> score;
  double best = 0;
  for (RulePath& path : paths) {
    path = simplified(path);
    score.push_back(quality(path, originals, data, code).harmonic());
    best = std::max(best, score.back());
  }
  RulePath chosen;
  double chosen_score = 0;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    if (score[p] < best - as_good || score[p] == 0) continue;
    const bool shorter = chosen.empty() || paths[p].size() < chosen.size();
    if (shorter || (paths[p].size() == chosen.size() && score[p] > chosen_score))
      chosen = paths[p], chosen_score = score[p];
  }
  return chosen;
}

}  // namespace

std::vector<Rule> explain(const Frame& frame, const Recipe& recipe, const Labels& labels,
                          const ExplainOptions& options) {
  if (options.depth < 1 || options.depth > 3)
    throw Error(Fault::usage, fmt::format("depth = {} of a rule is not 1, 2 or 3", options.depth));
  const Originals originals(frame, recipe, labels);
  const int clusters = static_cast<int>(originals.clusters.count());
  std::vector<int> classes = originals.clusters.codes;
  int count = clusters;
  for (std::size_t i = 0; i < labels.size(); ++i)  // points in no cluster are of a class without a rule
    if (classes[i] < 0 && labels[i] != row_left_out) classes[i] = clusters, count = clusters + 1;
  std::vector<Rule> rules;
  if (clusters == 0) return rules;
  const RuleRows data = sample(classes, count);
  RuleRows everything{{}, {}, {}, count};
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (classes[i] >= 0)
      everything.rows.push_back(static_cast<Index>(i)), everything.classes.push_back(classes[i]);
  everything.weights.assign(everything.rows.size(), 1);
  const auto common = count > 2 ? tree_paths(originals, data, options.depth) : std::vector<RulePath>();
  rules.resize(static_cast<std::size_t>(clusters));
  parallel_blocks(clusters, [&](Index code) {
    const int c = static_cast<int>(code);
    rules[static_cast<std::size_t>(code)] =
        rule_of(best_path(originals, data, c, common, options.depth), originals, everything, c);
  });
  return rules;
}

}  // namespace mercer
