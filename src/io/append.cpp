// A table as it was, with more columns; and labels beside the rows' names.
#include <fmt/format.h>

#include <algorithm>

#include "io/readers.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// A field as CSV has it, in quotes where it must be, at the end of `text`.
void put(std::string& text, std::string_view field, char delimiter) {
  const bool plain = field.find_first_of("\"\n\r#") == std::string_view::npos &&
                     field.find(delimiter) == std::string_view::npos && !field.starts_with(' ') &&
                     !field.ends_with(' ');
  if (plain) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

// A name that the table does not have yet.
std::string free_name(std::string name, const std::vector<std::string>& taken) {
  const std::string stem = name;
  for (int copy = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++copy)
    name = fmt::format("{}.{}", stem, copy);
  return name;
}

void check_rows(const std::vector<ExtraColumn>& more, std::size_t rows, const std::string& source) {
  for (const auto& column : more)
    if (column.fields.size() != rows)
      throw Error(Fault::data,
                  fmt::format("the file has changed: {} now has {} row{}, but there {} for the column '{}'",
                              source, rows, rows == 1 ? "" : "s",
                              column.fields.size() == 1 ? "is 1 value"
                                                        : fmt::format("are {} values", column.fields.size()),
                              column.name));
}

// What is not text is written as CSV.
std::string frame_text(const Frame& frame, const std::vector<ExtraColumn>& more) {
  check_rows(more, static_cast<std::size_t>(frame.rows()), frame.source);
  std::string text;
  std::vector<std::string> names;
  for (const auto& column : frame.columns) names.push_back(column.name);
  for (const auto& name : names) {
    if (!text.empty()) text += ',';
    put(text, name, ',');
  }
  for (const auto& column : more) {
    text += ',';
    put(text, free_name(column.name, names), ',');
  }
  text += '\n';
  for (Index i = 0; i < frame.rows(); ++i) {
    for (Index c = 0; c < frame.cells.cols(); ++c) {
      if (c > 0) text += ',';
      put(text, frame.text(i, c), ',');
    }
    for (const auto& column : more) {
      text += ',';
      put(text, column.fields[static_cast<std::size_t>(i)], ',');
    }
    text += '\n';
  }
  return text;
}

void append_to_delimited(io::Input& input, const FrameRequest& request, const std::vector<ExtraColumn>& more,
                         std::string& text) {
  const std::size_t rows = io::copy_records(input, request, text, [&](const io::RecordCopy& record) {
    std::string behind;
    for (const auto& column : more) {
      behind += record.delimiter;
      if (record.header)
        put(behind, free_name(column.name, record.names), record.delimiter);
      else if (record.row < column.fields.size())
        put(behind, column.fields[record.row], record.delimiter);
    }
    return behind;
  });
  check_rows(more, rows, input.name());
}

}  // namespace

void append_columns(const std::string& path, const FrameRequest& request,
                    const std::vector<ExtraColumn>& more, const std::string& to) {
  if (path == "-")
    throw Error(Fault::usage,
                "standard input can't be read twice; give the table as a file to append columns to it");
  const auto database = io::find_database(path);
  FrameRequest whole;  // all columns, as they stand in the file
  whole.query = request.query;
  if (database) return write_file(to, frame_text(io::read_sqlite(*database, whole), more));
  io::Input input(path);
  io::detect(input, path);
  if (io::is_arff(input.window(), path)) return write_file(to, frame_text(io::read_arff(input, whole), more));
  std::string text;
  append_to_delimited(input, request, more, text);
  write_file(to, text);
}

void write_labels(const std::string& path, const std::string& id_name, const std::vector<std::string>& ids,
                  const std::vector<std::string>& labels) {
  if (ids.size() != labels.size())
    throw Error(Fault::data, fmt::format("{} names of rows but {} labels; both need one per row", ids.size(),
                                         labels.size()));
  std::string text;
  put(text, id_name, ',');
  text += ",label\n";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    put(text, ids[i], ',');
    text += ',';
    put(text, labels[i], ',');
    text += '\n';
  }
  write_file(path, text);
}

}  // namespace mercer
