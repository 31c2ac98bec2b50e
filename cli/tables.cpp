#include "tables.hpp"

#include <algorithm>

#include "mercer/describe.hpp"

namespace mercer::cli {
namespace {

// One character: a comma, or the name of one that is hard to type.
char one_character(const std::string& option, const std::string& text, const char* advice) {
  if (text.empty()) return 0;
  if (text == "tab" || text == "\\t") return '\t';
  if (text == "space") return ' ';
  if (text.size() == 1) return text[0];
  throw Error(Fault::usage, fmt::format("{} = '{}' is not one character; write {}", option, text, advice));
}

std::vector<std::string> values_at(const std::vector<std::string>& all, const std::vector<Index>& rows) {
  if (rows.empty()) return all;
  std::vector<std::string> some;
  for (const Index row : rows) some.push_back(all[static_cast<std::size_t>(row)]);
  return some;
}

Vector weights_of(const Frame& frame, const std::vector<Index>& rows) {
  if (frame.weights == Frame::none) return {};
  const Vector all = frame.cells.col(frame.weights);
  if (rows.empty()) return all;
  Vector some(static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) some[static_cast<Index>(i)] = all[rows[i]];
  return some;
}

Input input_of(std::shared_ptr<const Frame> frame, Recipe recipe, std::vector<Advice> advice) {
  Prepared points = prepare(recipe, frame);
  Input input;
  input.data = std::move(points.data);
  if (frame->header || !recipe.plain()) input.names = recipe.names();
  if (frame->truth != Frame::none) input.truth = values_at(frame->texts(frame->truth), points.rows);
  input.weights = weights_of(*frame, points.rows);
  input.source = frame->source;
  input.format = frame->format;
  advice.insert(advice.end(), points.advice.begin(), points.advice.end());
  for (const Advice& one : advice) input.warnings.push_back(warning_of(one));
  for (const std::string& note : frame->notes) input.warnings.push_back({note, ""});
  input.table = TableSource{std::move(frame), std::move(recipe), std::move(points.rows)};
  return input;
}

// "line 3" for "mail.jsonl: line 3", "sport/a.txt" for "news/sport/a.txt": a file is known by its name.
std::vector<std::string> places_within(std::string source, std::vector<std::string> places) {
  while (source.ends_with('/')) source.pop_back();
  for (std::string& place : places)
    for (const char* between : {": ", "/"})
      if (place.starts_with(source + between)) place.erase(0, source.size() + std::string(between).size());
  return places;
}

}  // namespace

void add_table(CLI::App& command, TableArguments& table) {
  const auto add = [&](const char* flag, std::string& field, const char* type, const char* about) {
    command.add_option(flag, field, about)->type_name(type)->group("Table");
  };
  add("--id", table.id, "COLUMN",
      "Column with the names of the rows; not used as a feature, but written beside the labels");
  add("--types", table.types, "LIST",
      "Kinds of columns, for example zip=category,when=dmy. Kinds: number, yes/no, date (dmy, mdy), "
      "category, id, text");
  command
      .add_option_function<std::string>(
          "--missing",
          [&table](const std::string& text) {
            if (!grammar::parse(text, table.missing))
              throw Error(Fault::usage, fmt::format("--missing = '{}' is not one of {}", text,
                                                    grammar::values<MissingPolicy>()));
          },
          "Empty cells: fill (with the median or the more frequent value; categories get an extra value), "
          "drop their "
          "rows, or refuse")
      ->type_name("POLICY")
      ->default_str("fill")
      ->group("Table");
  add("--missing-values", table.missing_values, "LIST",
      "More words for an empty cell, besides NA, null, ? and similar ones");
  add("--delimiter", table.delimiter, "CHARACTER", "What separates the fields; detected if not given");
  add("--decimal", table.decimal, "CHARACTER", "The decimal mark, . or ,; detected if not given");
  command.add_flag("--no-header", table.no_header, "The first line is a row, not the names of the columns")
      ->group("Table");
  add("--query", table.query, "SQL", "Rows of a SQLite database");
}

FrameRequest frame_request(const DataArguments& data, const TableArguments& table) {
  FrameRequest request;
  request.id = table.id;
  request.truth = data.request.truth;
  request.weights = data.request.weights;
  request.columns = data.request.columns;
  request.drop = data.request.drop;
  if (!table.types.empty()) request.types = parse_types(table.types);
  if (!table.missing_values.empty()) request.missing = CLI::detail::split(table.missing_values, ',');
  if (table.no_header) request.header = false;
  request.delimiter = one_character("--delimiter", table.delimiter, ", or ; or tab");
  request.decimal = one_character("--decimal", table.decimal, ". or ,");
  request.query = table.query;
  return request;
}

std::vector<std::string> TableSource::spread(const std::vector<std::string>& values) const {
  if (rows.empty()) return values;
  std::vector<std::string> all(static_cast<std::size_t>(frame->rows()));
  for (std::size_t i = 0; i < rows.size(); ++i) all[static_cast<std::size_t>(rows[i])] = values[i];
  return all;
}

Labels TableSource::spread(const Labels& labels) const {
  if (rows.empty()) return labels;
  Labels all(static_cast<std::size_t>(frame->rows()), row_left_out);
  for (std::size_t i = 0; i < rows.size(); ++i) all[static_cast<std::size_t>(rows[i])] = labels[i];
  return all;
}

std::vector<std::string> label_texts(const Labels& labels) {
  std::vector<std::string> texts;
  for (const int label : labels) texts.push_back(label == row_left_out ? "" : std::to_string(label));
  return texts;
}

void write_labels_of(const std::string& path, const Labels& labels, const Input& input) {
  if (!input.table) return write_labels(path, labels);
  const std::vector<std::string> ids = input.table->ids();
  if (ids.empty() && input.table->rows.empty()) return write_labels(path, labels);
  mercer::write_labels(path, ids.empty() ? "" : input.table->recipe.id, ids,
                       input.table->spread(label_texts(labels)));
}

bool has_other_columns(const Frame& frame, const std::string& text) {
  for (const ColumnDescription& column : describe(frame))
    if (column.name != text && column.fate.starts_with("used")) return true;
  return false;
}

// A list, one problem per line: "-- can't be used\n  a: ...\n  b: ...".
std::string in_one_line(std::string text) {
  const char* mark = ": ";
  for (std::size_t at = text.find("\n  "); at != text.npos; at = text.find("\n  ", at)) {
    text.replace(at, 3, mark);
    mark = "; ";
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string problems_text(const ColumnProblems& problems, std::vector<std::string> drop,
                          std::vector<std::string> words) {
  std::string text = problems.what();
  const std::size_t end = text.rfind("\nor leave");
  if (end == std::string::npos) return in_one_line(text);  // they are needed
  text.resize(end);
  for (const ColumnProblem& problem : problems.columns()) {  // "when=dmy" -> "--types when=dmy"
    const std::string choice = " " + problem.column + "=", option = " --types";
    for (std::size_t at = text.find(choice); at != text.npos; at = text.find(choice, at + option.size() + 1))
      text.insert(at, option);
    if (!problem.role.empty()) words = without_option(words, "--" + problem.role);
    if (std::find(drop.begin(), drop.end(), problem.column) == drop.end()) drop.push_back(problem.column);
  }
  words = without_option(words, "--drop");
  words.insert(words.end(), {"--drop", fmt::format("{}", fmt::join(drop, ","))});
  return fmt::format("{}; to leave {} out: {}", in_one_line(text),
                     problems.columns().size() == 1 ? "it" : "them", command_line(words));
}

Warning warning_of(const Advice& advice) {
  if (advice.remedy.empty()) return {advice.what, ""};
  // "drop = x, or types = x=category": every option as it is typed.
  std::string option = "--" + advice.remedy;
  for (std::size_t equals = option.find(" = "); equals != std::string::npos; equals = option.find(" = "))
    option.replace(equals, 3, " ");
  if (const std::size_t other = option.find(", or "); other != std::string::npos)
    option.insert(other + 5, "--");
  if (advice.what.ends_with("was used as a feature"))
    option += " leaves it out and compares the clusters with it";
  return {advice.what, option};
}

Input input_of(Table table, Documents said) {
  Input input;
  input.places = places_within(table.source, std::move(said.places));
  input.texts = std::move(said.texts);
  input.data = take_features(table);
  input.names = std::move(table.names);
  input.truth = std::move(table.truth);
  input.weights = std::move(table.weights);
  input.source = std::move(table.source);
  input.format = std::move(table.format);
  return input;
}

Input input_of(Frame read, const RecipeOptions& options) {
  const auto frame = std::make_shared<const Frame>(std::move(read));
  Learned learned = learn(*frame, options);
  return input_of(frame, std::move(learned.recipe), std::move(learned.advice));
}

Input read_input(const std::string& path, const FrameRequest& request, const RecipeOptions& options) {
  auto read = mercer::read_any(path, request);
  if (auto* table = std::get_if<Table>(&read)) return input_of(std::move(*table));
  return input_of(std::move(std::get<Frame>(read)), options);
}

Input read_input(const std::string& path, FrameRequest request, const Recipe& recipe) {
  const FrameRequest known = recipe.request();
  request.types.insert(request.types.begin(), known.types.begin(), known.types.end());
  const auto frame = std::make_shared<const Frame>(read_frame(path, request));
  return input_of(frame, recipe, {});
}

}  // namespace mercer::cli
