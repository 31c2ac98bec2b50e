// Strings and graphs where other commands read tables: a kernel that compares them says what the data are.
#pragma once

#include "mercer/objects.hpp"
#include "tables.hpp"
#include "text.hpp"

namespace mercer::cli {

inline bool compares_objects(const Kernel& kernel) {
  return compares_strings(kernel) || compares_graphs(kernel);
}

// The objects as rows; a description without terms is learnt. Into `said`: where they stand, and strings
// themselves.
Table read_objects(const DataArguments& data, const TextArguments& text, int threads,
                   Description& description, Documents* said = nullptr);

// Data of any kind, for commands that keep no model: a table, a list of edges, or objects, whose kernel
// becomes the one among their rows.
struct ObjectArguments {
  TextArguments text;
  TableArguments table;
  bool edges = false;
};
void add_objects(CLI::App& command, ObjectArguments& objects);  // --text, --edges, and how tables are read
// The format of a table whose columns are not numbers as they are: a recipe made points of them.
inline constexpr const char* prepared_format = "prepared table";
Table read_any(const DataArguments& data, const ObjectArguments& objects, int threads, Kernel& kernel);

}  // namespace mercer::cli
