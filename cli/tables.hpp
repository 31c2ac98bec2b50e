// Tables as people have them, where a command needs points: their options, and what becomes of the columns.
#pragma once

#include <memory>
#include <optional>

#include "arguments.hpp"
#include "mercer/recipe.hpp"
#include "mercer/result.hpp"

namespace mercer::cli {

struct TableArguments {
  std::string id, types, missing_values, delimiter, decimal, query;
  MissingPolicy missing = MissingPolicy::fill;
  bool no_header = false;
};
// --id, --types, --missing, --missing-values, --delimiter, --decimal, --no-header, --query
void add_table(CLI::App& command, TableArguments& table);

// How a table is to be read, as the options say.
FrameRequest frame_request(const DataArguments& data, const TableArguments& table);

// A table behind points: the recipe that made them, and which of its rows they are.
struct TableSource {
  std::shared_ptr<const Frame> frame;
  Recipe recipe;
  std::vector<Index> rows = {};  // those that became points; empty = all

  std::vector<std::string> ids() const { return row_names(recipe, *frame); }
  // Values of the points -> of all rows of the table, empty for rows that were left out.
  std::vector<std::string> spread(const std::vector<std::string>& values) const;
  Labels spread(const Labels& labels) const;
};

// Points, from whatever file.
struct Input {
  Data data;
  std::vector<std::string> names, truth;
  Vector weights;
  std::string source, format;
  std::optional<TableSource> table = {};  // where the file is a table with a header, numbers or not
  std::vector<std::string> texts = {};    // documents and strings: what they say,
  std::vector<std::string> places = {};   // and where each stands
  std::vector<Warning> warnings = {};
};
// An array, a list of edges, documents or objects, which were read as such; `said`: what documents say.
Input input_of(Table table, Documents said = {});
// A table: the recipe is learnt from it.
Input input_of(Frame frame, const RecipeOptions& options = {});
Input read_input(const std::string& path, const FrameRequest& request, const RecipeOptions& options);
// New rows for a recipe that is known.
Input read_input(const std::string& path, FrameRequest request, const Recipe& recipe);

// Whether a fit would use more of the table than that column of text.
bool has_other_columns(const Frame& frame, const std::string& text);

// Labels as they are written: a number, or nothing for a row that was left out.
std::vector<std::string> label_texts(const Labels& labels);
// The cluster of every row of the file, with the rows' names where the table has them.
void write_labels_of(const std::string& path, const Labels& labels, const Input& input);

// All that is wrong with the columns in one line: what, where, the option that decides otherwise, and the
// command that leaves them out.
std::string problems_text(const ColumnProblems& problems, std::vector<std::string> drop,
                          std::vector<std::string> words);
std::string in_one_line(std::string text);  // for commands that have no such command to show

// "--standardize" for "standardize", "--truth class" for "truth = class".
Warning warning_of(const Advice& advice);

}  // namespace mercer::cli
