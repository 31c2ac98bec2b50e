// CSV and TSV: a header or none, numbers in the feature columns, any text elsewhere.
#include <fmt/format.h>

#include <algorithm>

#include "io/columns.hpp"
#include "io/delimited.hpp"
#include "io/number.hpp"
#include "io/readers.hpp"
#include "io/records.hpp"
#include "io/value_store.hpp"
#include "mercer/error.hpp"

namespace mercer::io {

// What the first record becomes: names, looked up and kept.
constexpr std::uint64_t name_bytes = 4 * sizeof(std::string);

std::vector<std::string> texts(const std::vector<Field>& fields) {
  std::vector<std::string> all;
  charge(fields.size() * name_bytes);
  all.reserve(fields.size());
  for (const auto& field : fields) {
    all.push_back(field.string());
    charge(all.back().size());
  }
  return all;
}

void check_width(const Records& records, std::size_t width, const std::string& source, Index first_line) {
  const std::size_t found = records.fields().size();
  if (found == width) return;
  throw Error(
      Fault::data,
      fmt::format("{}: line {} has {} field{}, line {} has {} (the last field read is column "
                  "{}, from 0); give every row the same number of fields",
                  source, records.line(), found, found == 1 ? "" : "s", first_line, width, found - 1));
}

void require_first_record(Records& records, const Input& input) {
  if (!records.next())
    throw Error(Fault::data, input.name() + " has no rows; it needs a line of numbers for every point");
}

namespace {

std::string shortened(std::string_view text) {
  return std::string(text.size() <= 40 ? text : text.substr(0, 40)) + (text.size() <= 40 ? "" : "...");
}

[[noreturn]] void bad_number(Reading reading, const std::string& place, std::string_view text) {
  const std::string shown = shortened(text);
  if (reading == Reading::empty)
    throw Error(Fault::data, place + ": the field is empty; fill it in, remove the row or drop the column");
  if (reading == Reading::not_finite)
    throw Error(Fault::data, place + ": '" + shown +
                                 "' is not a finite number; correct it, remove the row or drop the column");
  if (is_missing(text))
    throw Error(Fault::data, place + ": '" + shown +
                                 "' is a missing value; fill it in, remove the row or drop the column");
  std::string remedy = "correct it or drop the column";
  if (text.find(' ') != std::string_view::npos)
    remedy = "separate columns by comma, semicolon or tab";
  else if (text.find(',') != std::string_view::npos)
    remedy = "write decimals with a point";
  throw Error(Fault::data, place + ": '" + shown + "' is not a number; " + remedy);
}

class TableBuilder {
 public:
  explicit TableBuilder(Columns columns) : columns_(std::move(columns)) {}

  void add(const Records& records) {
    double* row = values_.extend(columns_.features.size());
    const auto& fields = records.fields();
    for (std::size_t c = 0; c < fields.size(); ++c)
      if (columns_.slot[c] != Columns::none) row[columns_.slot[c]] = number(records, static_cast<Index>(c));
    if (columns_.truth != Columns::none) {
      truth_.push_back(truth(records));
      charge(truth_.back().size() + 2 * sizeof(std::string));
    }
    if (columns_.weights != Columns::none) weights_.push_back(weight(records));
    ++rows_;
  }

  Table finish(const Input& input, char delimiter) {
    if (rows_ == 0)
      throw Error(Fault::data, input.name() + " has a header but no rows; add the data below it");
    Table table;
    table.features = values_.finish(rows_, static_cast<Index>(columns_.features.size()));
    table.names = columns_.feature_names();
    table.truth = std::move(truth_);
    table.weights = Eigen::Map<const Vector>(weights_.data(), static_cast<Index>(weights_.size()));
    table.source = input.name();
    table.format = delimiter == '\t' ? "tsv" : "csv";
    return table;
  }

 private:
  std::string place(const Records& records, Index column) const {
    return columns_.place("line", records.line(), column);
  }
  double number(const Records& records, Index column) const {
    const std::string_view text = records.fields()[static_cast<std::size_t>(column)].text;
    double value = 0;
    const Reading reading = read_number(text, value);
    if (reading != Reading::number) bad_number(reading, place(records, column), trimmed(text));
    return value;
  }
  std::string truth(const Records& records) const {
    std::string label = records.fields()[static_cast<std::size_t>(columns_.truth)].string();
    if (label.empty())
      throw Error(Fault::data, place(records, columns_.truth) + ": the class is empty; fill it in");
    return label;
  }
  double weight(const Records& records) const {
    const double value = number(records, columns_.weights);
    if (!(value > 0))
      throw Error(Fault::data,
                  fmt::format("{}: the weight {} is not positive; give every row a weight above 0",
                              place(records, columns_.weights), value));
    return value;
  }

  Columns columns_;
  ValueStore<double> values_;
  std::vector<std::string> truth_;
  std::vector<double> weights_;
  Index rows_ = 0;
};

// Without a request to go by: a name above a number in some column, or a usual word for labels.
bool labels_have_header(const std::vector<std::string>& first, const std::vector<std::string>& second,
                        std::size_t column) {
  for (std::size_t c = 0; c < std::min(first.size(), second.size()); ++c) {
    double value = 0;
    if (is_name(first[c]) && read_number(second[c], value) == Reading::number) return true;
  }
  const auto words = {"label", "labels", "class", "truth", "cluster"};
  return std::find(words.begin(), words.end(), first[column]) != words.end();
}

}  // namespace

Table read_delimited(Input& input, const TableRequest& request) {
  const char delimiter = sniff_delimiter(input.window());
  Records records(input, delimiter);
  require_first_record(records, input);
  const std::size_t width = records.fields().size();
  const Index first_line = records.line();
  auto first = texts(records.fields());
  const bool header = is_header(first, request);
  if (!header) first.clear();
  TableBuilder builder(resolve(request, input.name(), std::move(first), static_cast<Index>(width)));
  if (!header) builder.add(records);
  while (records.next()) {
    check_width(records, width, input.name(), first_line);
    builder.add(records);
  }
  return builder.finish(input, delimiter);
}

std::vector<std::string> read_delimited_labels(Input& input, const std::string& column) {
  Records records(input, sniff_delimiter(input.window()));
  require_first_record(records, input);
  const auto first = texts(records.fields());
  const Index first_line = records.line();
  const auto width = static_cast<Index>(first.size());
  bool more = records.next();
  const auto second = more ? texts(records.fields()) : std::vector<std::string>();

  TableRequest request;
  request.truth = column.empty() ? "-1" : column;
  bool header = std::find(first.begin(), first.end(), column) != first.end() && is_name(column);
  if (!header) {
    const bool any_name = std::any_of(first.begin(), first.end(), is_name);
    const Index at =
        find_column(request.truth, input.name(), any_name ? first : std::vector<std::string>(), width);
    header = labels_have_header(first, second, static_cast<std::size_t>(at));
  }
  const auto names = header ? first : std::vector<std::string>();
  const Index at = find_column(request.truth, input.name(), names, width);
  Columns place;
  place.source = input.name();
  place.names = names;

  std::vector<std::string> labels;
  const auto add = [&](std::string label, Index line) {
    if (label.empty())
      throw Error(Fault::data, place.place("line", line, at) + ": the label is empty; fill it in");
    charge(label.size() + 2 * sizeof(std::string));
    labels.push_back(std::move(label));
  };
  if (!header) add(first[static_cast<std::size_t>(at)], first_line);
  for (; more; more = records.next()) {
    check_width(records, first.size(), input.name(), first_line);
    add(records.fields()[static_cast<std::size_t>(at)].string(), records.line());
  }
  if (labels.empty())
    throw Error(Fault::data, input.name() + " has a header but no labels; add them below it");
  return labels;
}

}  // namespace mercer::io
