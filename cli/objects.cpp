#include "objects.hpp"

#include "mercer/edges.hpp"
#include "summary.hpp"

namespace mercer::cli {
namespace {

template <class Objects>
Table table_of(const Objects& objects, int threads, Description& description) {
  if (description.terms.empty()) description = Description::learn(objects, description.kernel);
  const Data rows = description.rows(objects, threads);
  Table table;
  if (rows.is_sparse())
    table.features = rows.sparse();
  else
    table.features = rows.dense();
  table.truth = objects.truth;
  table.source = objects.source;
  table.format = "objects";
  return table;
}

Documents strings_of(const DataArguments& data, const TextArguments& text) {
  if (is_text(data, text))
    return read_documents(data.path, {text.column.empty() ? "text" : text.column, data.request.truth});
  if (!data.request.truth.empty())
    throw Error(
        Fault::usage,
        fmt::format("{} holds only strings and no classes; give a table, and name its column of strings "
                    "(--text COLUMN), or leave out --truth",
                    data.path));
  return read_strings(data.path);
}

// A table whose columns became points; what became of them is said, unless they are numbers as they are.
Table read_columns(const DataArguments& data, const TableArguments& how) {
  auto read = mercer::read_any(data.path, frame_request(data, how));
  if (auto* array = std::get_if<Table>(&read)) return std::move(*array);
  const Input input = input_of(std::move(std::get<Frame>(read)), RecipeOptions{.missing = how.missing});
  Table table;
  table.features = input.data.dense();
  table.names = input.names;
  table.truth = input.truth;
  table.source = input.source;
  table.format = input.format;
  if (!input.table || input.table->recipe.plain()) return table;
  table.format = prepared_format;
  const Style style(stderr);
  const char* name = "columns";
  for (const std::string& decision : input.table->recipe.decisions()) {
    fmt::print(stderr, "{}", line(style, name, decision));
    name = "";
  }
  return table;
}

}  // namespace

Table read_objects(const DataArguments& data, const TextArguments& text, int threads,
                   Description& description, Documents* said) {
  if (!data.request.columns.empty() || !data.request.drop.empty() || !data.request.weights.empty())
    throw Error(Fault::usage,
                "--columns, --drop and --weights are for tables of numbers, not for strings and graphs");
  if (compares_graphs(description.kernel)) {
    const Graphs graphs = read_graphs(data.path, data.request.truth);
    if (said) said->places = graphs.places;
    return table_of(graphs, threads, description);
  }
  Documents strings = strings_of(data, text);
  Table table = table_of(strings, threads, description);
  if (said) *said = std::move(strings);
  return table;
}

void add_objects(CLI::App& command, ObjectArguments& objects) {
  add_text(command, objects.text);
  add_edges(command, objects.edges);
  add_table(command, objects.table);
}

Table read_any(const DataArguments& data, const ObjectArguments& objects, int threads, Kernel& kernel) {
  if (objects.edges) return read_edges(data.path);
  if (is_precomputed(kernel)) return read_table(data.path, data.request);
  if (!compares_objects(kernel)) return read_columns(data, objects.table);
  Description description{kernel, {}};
  kernel = among_rows(kernel);
  return read_objects(data, objects.text, threads, description);
}

}  // namespace mercer::cli
