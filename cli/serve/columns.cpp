// What the page shows of a table: kinds, missing cells, small histograms, rows.
#include <algorithm>
#include <cmath>
#include <map>

#include "mercer/describe.hpp"
#include "mercer/reading.hpp"
#include "serve/datasets.hpp"
#include "serve/request.hpp"

namespace mercer::cli {
namespace {

constexpr std::size_t bins = 24, most_values = 12;
constexpr std::size_t most_rows = 500;

Json histogram(const Frame& frame, Index c, const ColumnDescription& about) {
  std::vector<Index> counts(bins);
  const double width = about.largest - about.least;
  for (Index i = 0; i < frame.rows(); ++i) {
    const double value = frame.cells(i, c);
    if (std::isnan(value)) continue;
    const double part = width > 0 ? (value - about.least) / width : 0.5;
    ++counts[std::min(bins - 1, static_cast<std::size_t>(part * static_cast<double>(bins)))];
  }
  return counts;
}

// The commonest words with their cells, and how many cells hold others.
Json commonest(const Frame& frame, Index c) {
  const Words& words = frame.columns[static_cast<std::size_t>(c)].words;
  std::vector<Index> counts(static_cast<std::size_t>(words.size()));
  for (Index i = 0; i < frame.rows(); ++i)
    if (!frame.missing(i, c)) ++counts[static_cast<std::size_t>(frame.cells(i, c))];
  std::vector<std::size_t> order(counts.size());
  for (std::size_t w = 0; w < order.size(); ++w) order[w] = w;
  const std::size_t shown = std::min(most_values, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
      [&](std::size_t a, std::size_t b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  Json list = Json::array();
  for (std::size_t w = 0; w < shown; ++w)
    list.push_back({{"word", words[static_cast<Index>(order[w])]}, {"cells", counts[order[w]]}});
  return list;
}

Json one_column(const Frame& frame, const ColumnDescription& about) {
  const Index c = frame.find(about.name);
  Json json = {{"name", about.name},         {"kind", about.kind},     {"missing", about.missing},
               {"distinct", about.distinct}, {"values", about.values}, {"fate", about.fate}};
  if (about.problem)
    json["problem"] =
        about.problem->what + (about.problem->remedy.empty() ? "" : "; " + about.problem->remedy);
  if (c == Frame::none) return json;
  if (frame.columns[static_cast<std::size_t>(c)].holds == Holds::words)
    json["commonest"] = commonest(frame, c);
  else if (std::isfinite(about.least) && std::isfinite(about.largest))
    json["bars"] = histogram(frame, c, about);
  return json;
}

}  // namespace

namespace {

// All columns; those that are left out are described, too: they may come back.
Json described(const Dataset& dataset, const FitArguments& a, bool as_it_was) {
  DataArguments all = a.data;
  all.request.drop.clear();
  all.request.columns.clear();
  const ReadingBudget budget(reading_bytes(dataset.memory));
  const Frame frame = as_it_was ? Frame{} : read_frame(dataset.path.string(), frame_request(all, a.table));
  const Frame& seen = as_it_was ? *dataset.frame : frame;
  Json columns = Json::array();
  for (const ColumnDescription& about : describe(seen)) {
    columns.push_back(one_column(seen, about));
    if (const Index at = dataset.frame->find(about.name); at != Frame::none) columns.back()["at"] = at;
  }
  return {{"rows", seen.rows()}, {"columns", columns}, {"format", seen.format}, {"notes", seen.notes}};
}

}  // namespace

// To read and describe a file of a gigabyte takes a minute: what is known is kept, and columns that are left
// out change nothing of it.
Json columns_json(const Dataset& dataset, const Json& options) {
  if (!dataset.frame) return dataset.about;
  const FitArguments a = fit_request(dataset.path.string(), dataset.name, options);
  Json reading = options;
  for (const char* name : {"drop", "columns", "clusters", "method", "kernel"}) reading.erase(name);
  const std::string key = reading.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (dataset.described.first != key) dataset.described = {key, described(dataset, a, reading.empty())};
  Json made = dataset.described.second;
  const auto& drop = a.data.request.drop;
  const auto dropped = [&](const Json& word) {
    return std::find(drop.begin(), drop.end(), word) != drop.end();
  };
  for (Json& column : made["columns"])  // a name with a comma can't be in a list: its number stands for it
    if (dropped(column["name"]) || (column.contains("at") && dropped(column["at"].dump())))
      column["fate"] = "left out by you";
  return made;
}

Json rows_json(const Dataset& dataset, const Json& rows) {
  if (!dataset.frame) throw Error(Fault::usage, "only tables have rows to show");
  if (!rows.is_array() || rows.size() > most_rows)
    throw Error(Fault::usage, fmt::format("at most {} rows are shown at a time", most_rows));
  const Frame& frame = *dataset.frame;
  Json names = Json::array(), cells = Json::array();
  for (const Column& column : frame.columns) names.push_back(column.name);
  for (const Json& row : rows) {
    const Index i = row.is_number_integer() ? row.get<Index>() : -1;
    if (i < 0 || i >= frame.rows()) throw Error(Fault::usage, "there is no such row");
    Json line = Json::array();
    for (Index c = 0; c < std::ssize(frame.columns); ++c) line.push_back(frame.text(i, c));
    cells.push_back(std::move(line));
  }
  return {{"columns", names}, {"rows", cells}};
}

Json column_json(const Dataset& dataset, Index c, const Frame* read) {
  if (!dataset.frame || c < 0 || c >= std::ssize(dataset.frame->columns))
    throw Error(Fault::usage, "there is no such column");
  const Index of_run =
      read ? read->find(dataset.frame->columns[static_cast<std::size_t>(c)].name) : Frame::none;
  const Frame& frame = of_run == Frame::none ? *dataset.frame : *read;
  if (of_run != Frame::none) c = of_run;
  const Column& column = frame.columns[static_cast<std::size_t>(c)];
  Json values = Json::array(), words = Json::array();
  for (Index i = 0; i < frame.rows(); ++i)
    values.push_back(frame.missing(i, c) ? Json() : Json(frame.number(i, c)));
  if (column.holds == Holds::words)
    for (Index w = 0; w < column.words.size(); ++w) words.push_back(column.words[w]);
  return {
      {"name", column.name}, {"values", values}, {"words", words}, {"date", column.holds == Holds::dates}};
}

}  // namespace mercer::cli
