// mercer info: what a file holds, a model or data.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "arguments.hpp"
#include "mercer/describe.hpp"
#include "mercer/machine.hpp"
#include "mercer/model.hpp"
#include "mercer/reading.hpp"
#include "program.hpp"
#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {
namespace {

struct InfoArguments {
  DataArguments data;
  TableArguments table;
  std::uint64_t memory = 0;
  bool json = false;
};

// Name and value of each line: the same for people and machines.
using Facts = std::vector<std::pair<std::string, Json>>;

Facts model_facts(const Model& model, const std::string& path) {
  // A model of the input space keeps no point, only how much weight its prototypes stand for.
  const Index kept = model.kept();
  Facts facts = {{"model", path},
                 {"method", format_choice(model.method)},
                 {"kernel", kernel_text(model)},
                 {"clusters", model.clusters()},
                 {kept > 0 ? "n" : "weight", kept > 0 ? Json(kept) : Json(model.mass.sum())},
                 {"d", model.dimensions()},
                 {"columns", model.names},
                 {"standardized", !model.standardizer.empty()},
                 {"precision", grammar::format(model.precision)},
                 {"bytes", model.bytes()},
                 {"version", model.written_by}};
  if (!std::holds_alternative<Exact>(model.approx))
    facts.insert(facts.begin() + 3, {"approx", format_choice(model.approx)});
  if (model.recipe) facts.emplace_back("recipe", model.recipe->decisions());
  return facts;
}

// A table with more than numbers: a line per column, and what a fit would do with it. It fails on no cell.
std::string columns_text(const Frame& frame, const Style& style) {
  constexpr std::size_t widest = 24, most = 60;
  const std::vector<ColumnDescription> columns = describe(frame);
  std::size_t width = std::string_view("column").size();
  for (const auto& column : columns) width = std::max(width, std::min(widest, column.name.size()));
  std::string text = "\n" +
                     style.faint(fmt::format("  {:<{}}  {:<8}  {:>8}  {:>8}  {:<34}  {}", "column", width,
                                             "kind", "missing", "distinct", "values", "in a fit")) +
                     "\n";
  for (std::size_t c = 0; c < std::min(columns.size(), most); ++c) {
    const ColumnDescription& column = columns[c];
    text += fmt::format("  {:<{}}  {:<8}  {:>8}  {:>8}  {:<34}  {}\n", column.name, width, column.kind,
                        column.missing, column.distinct, column.values, column.fate);
    if (column.problem) text += fmt::format("  {:<{}}  {}\n", "", width, style.alarm(column.problem->what));
  }
  if (columns.size() > most)
    text += fmt::format("  ... and {} more (--json has all)\n", columns.size() - most);
  return text;
}

// Whether every column is of numbers that are all there: then their ranges are what there is to say.
bool numbers_alone(const Frame& frame) {
  for (const ColumnDescription& column : describe(frame))
    if (column.kind != "number" || column.missing > 0 || column.fate != "used") return false;
  return true;
}

int table_info(const Frame& frame, const InfoArguments& a) {
  if (a.json) {
    write_json("table", Json::parse(describe_json(frame)));
    return 0;
  }
  const Style style(stdout);
  std::string text = line(style, "data", frame.source) + line(style, "format", frame.format) +
                     line(style, "rows", fmt::format("{}", frame.rows()));
  for (const std::string& note : frame.notes) text += line(style, "note", note);
  write_file("-", text + columns_text(frame, style));
  return 0;
}

// -1, 0 or 1 as row a of X stands before, beside or behind row b.
int order(const Matrix& X, Index a, Index b) {
  for (Index j = 0; j < X.cols(); ++j)
    if (X(a, j) != X(b, j)) return X(a, j) < X(b, j) ? -1 : 1;
  return 0;
}

// Rows that repeat another row.
Index duplicates(const Matrix& X) {
  std::vector<Index> rows(static_cast<std::size_t>(X.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return order(X, a, b) < 0; });
  Index count = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) count += order(X, rows[i - 1], rows[i]) == 0;
  return count;
}

Json ranges(const Matrix& X, const std::vector<std::string>& names) {
  Json all = Json::array();
  for (Index j = 0; j < X.cols(); ++j) {
    const auto column = X.col(j);
    all.push_back({{"name", names.empty() ? std::to_string(j) : names[static_cast<std::size_t>(j)]},
                   {"least", column.minCoeff()},
                   {"mean", column.mean()},
                   {"largest", column.maxCoeff()}});
  }
  return all;
}

Facts data_facts(const Input& table) {
  const Data& data = table.data;
  Facts facts = {{"data", table.source},   {"format", table.format},     {"n", data.size()},
                 {"d", data.dimensions()}, {"sparse", data.is_sparse()}, {"header", !table.names.empty()}};
  if (data.is_sparse()) {
    facts.emplace_back("nonzeros", data.sparse().nonZeros());
  } else if (data.size() > 0) {
    const Matrix X = data.dense();
    facts.emplace_back("duplicates", duplicates(X));
    facts.emplace_back("columns", ranges(X, table.names));
  }
  return facts;
}

std::string value_text(const std::string& name, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (name == "bytes") return format_bytes(value.get<std::uint64_t>());
  if (value.is_array()) {
    std::vector<std::string> words;
    for (const auto& word : value) words.push_back(word.get<std::string>());
    return words.empty() ? "without names" : fmt::format("{}", fmt::join(words, ", "));
  }
  return value.dump();
}

std::string ranges_text(const Json& columns, const Style& style) {
  constexpr std::size_t most = 20;
  std::string text =
      "\n" + style.faint(fmt::format("  {:<20} {:>12} {:>12} {:>12}", "column", "least", "mean", "largest")) +
      "\n";
  for (std::size_t j = 0; j < std::min(columns.size(), most); ++j)
    text += fmt::format("  {:<20} {:>12.5g} {:>12.5g} {:>12.5g}\n", columns[j]["name"].get<std::string>(),
                        columns[j]["least"].get<double>(), columns[j]["mean"].get<double>(),
                        columns[j]["largest"].get<double>());
  return columns.size() > most ? text + fmt::format("  ... and {} more\n", columns.size() - most) : text;
}

std::string facts_text(const Facts& facts) {
  const Style style(stdout);
  std::string text;
  for (const auto& [name, value] : facts) {
    if (name == "recipe") {  // a line per decision, as in a fit
      for (std::size_t i = 0; i < value.size(); ++i)
        text += line(style, i == 0 ? name : "", value[i].get<std::string>());
      continue;
    }
    text += value.is_array() && !value.empty() && value[0].is_object()
                ? ranges_text(value, style)
                : line(style, name, value_text(name, value));
  }
  return text;
}

int info(InfoArguments& a) {
  const ReadingBudget budget(reading_bytes(a.memory));
  Facts facts;
  const bool model = a.data.path != "-" && Model::recognise(a.data.path);
  if (model) {
    facts = model_facts(Model::load(a.data.path), a.data.path);
  } else {
    auto read = mercer::read_any(a.data.path, frame_request(a.data, a.table));
    auto* frame = std::get_if<Frame>(&read);
    if (frame && !numbers_alone(*frame)) return table_info(*frame, a);
    facts = data_facts(frame ? input_of(std::move(*frame)) : input_of(std::move(std::get<Table>(read))));
  }
  if (!a.json) {
    write_file("-", facts_text(facts));
    return 0;
  }
  Json json = Json::object();
  for (const auto& [name, value] : facts) json[name] = value;
  write_json(model ? "model" : "data", json);
  return 0;
}

}  // namespace

void add_info(Program& program) {
  auto* command = program.app.add_subcommand("info", "Describe a model or data");
  auto a = std::make_shared<InfoArguments>();
  command->add_option("FILE", a->data.path, "A model of 'mercer fit', or data in any format that it reads")
      ->required()
      ->type_name("FILE");
  add_truth(*command, a->data);
  add_column_choice(*command, a->data);
  add_table(*command, a->table);
  add_reading_memory(*command, a->memory);
  command->add_flag("--json", a->json, "Print one JSON object");
  command->callback([&program, a] { program.action = [a] { return info(*a); }; });
}

}  // namespace mercer::cli
