// Turns a table into points, and new tables in the same way.
//
//   const Frame table = read_frame("customers.csv");
//   const auto [recipe, advice] = learn(table);
//   const Prepared points = prepare(recipe, table);        // points.data goes to cluster()
//   recipe.decisions();                                  // "region: 5 indicator columns", ...
//
//   const Recipe kept = Recipe::from_json(recipe.to_json());   // what a model file holds
//   prepare(kept, read_frame("new.csv", kept.request()));        // columns in any order, others ignored
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/frame.hpp"
#include "mercer/text.hpp"

namespace mercer {

// What is done with missing cells.
enum class MissingPolicy {
  fill,   // numbers and dates with the median, yes/no with the more frequent value, categories with an extra
          // one
  drop,   // rows with missing cells are left out
  refuse  // an error that names all columns with missing cells
};
template <>
struct EnumNames<MissingPolicy> {
  static constexpr std::array<std::string_view, 3> values = {"fill", "drop", "refuse"};
};

struct RecipeOptions {
  MissingPolicy missing = MissingPolicy::fill;
  bool standardize = false;            // also where all columns are numbers
  std::vector<std::string> text = {};  // columns of text that become terms; others are left out
  TextOptions terms = {.terms = 100};  // how many, and which
};

// A column that is used, and how. A number, a date (in days) or yes/no (0 and 1) becomes (x - centre) /
// scale; a category becomes an indicator of the given height per value, text the same of tf-idf terms.
struct RecipeColumn {
  std::string name;
  Kind kind = Kind::number;
  DateOrder order = DateOrder::any;  // how its dates are read
  char decimal = '.';                // how its numbers are read
  bool time = false;                 // its dates have a time of day
  std::string unit;                  // "$" or "%"
  std::vector<std::string> values;   // category: those seen, in order; yes/no: the word of 0, then of 1;
                                     // text: the terms
  std::vector<double> weights = {};  // of the terms of a text
  bool missing_value = false;        // category: the last of the values stands for missing cells
  double fill = 0;                   // of a missing cell, before scaling
  double centre = 0, scale = 1;
  double height = 1;  // of indicators: 1/sqrt(1 - sum p^2), p the values' shares
  Index missing = 0;  // cells that were missing when it was learnt
  Index width() const {
    return kind == Kind::category || kind == Kind::text ? static_cast<Index>(values.size()) : 1;
  }
};
struct LeftOut {
  std::string name;
  Kind kind = Kind::text;
  std::string why;  // "constant", "more than half of its cells are missing", ...
};

struct Recipe {
  static constexpr int version = 1;
  static constexpr std::string_view missing_name = "(missing)";
  std::vector<RecipeColumn> columns;
  std::vector<LeftOut> left_out;
  std::string id;  // the column of the rows' names; empty: none
  MissingPolicy missing = MissingPolicy::fill;
  bool scaled = false;  // whether columns are brought to one scale: asked for, or not all are numbers

  bool empty() const { return columns.empty(); }
  // Whether columns are taken as they are: numbers, all of them, none scaled.
  bool plain() const;
  Index dimensions() const;
  // The names of the features: "income", "region=north".
  std::vector<std::string> names() const;
  // One sentence per decision; none for numbers taken as they are.
  std::vector<std::string> decisions() const;
  // How a new table is to be read. Missing words, delimiter and header may be added.
  FrameRequest request() const;

  std::string to_json() const;
  // Anything that `to_json` would not write is an Error(data).
  static Recipe from_json(std::string_view text);
};

// The rows' names, from the column that the recipe knows; empty where the table has no such column.
std::vector<std::string> row_names(const Recipe& recipe, const Frame& frame);

// Something worth knowing, and the option that would change it, by its name in C++.
struct Advice {
  std::string what, remedy;
};

struct Learned {
  Recipe recipe;
  std::vector<Advice> advice;  // scales that differ, ids that repeat, a truth that looks continuous, ...
};
// Throws ColumnProblems if columns that would be used can't be, for all of them at once.
Learned learn(const Frame& frame, const RecipeOptions& options = {});

// A row's label where it was left out; written as an empty field.
constexpr int row_left_out = -2;

struct Prepared {
  Data data;
  std::vector<Index> rows;     // of the frame that became points; empty = all
  std::vector<Advice> advice;  // about values that the recipe has never seen
  // Labels of the points -> of all rows of the frame; `row_left_out` for those that are not points.
  Labels spread(const Labels& labels, Index frame_rows) const;
};
// Columns are found by their names. Missing ones are an Error(data) that names them all; so is a row without
// any value.
Prepared prepare(const Recipe& recipe, const Frame& frame);
// The same, without a copy of the numbers if they need no change and are contiguous.
Prepared prepare(const Recipe& recipe, std::shared_ptr<const Frame> frame);

}  // namespace mercer
