// The formats behind read_table, each in its own file. Every reader starts at the first byte of the input.
#pragma once

#include <functional>
#include <optional>

#include "io/input.hpp"
#include "mercer/frame.hpp"
#include "mercer/io.hpp"

namespace mercer::io {

enum class Format { delimited, npy, libsvm, matrix_market };
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
// From the content; the path's extension only settles what the content leaves open.
Format detect(Input& input, const std::string& path);

Table read_delimited(Input& input, const TableRequest& request);
std::vector<std::string> read_delimited_labels(Input& input, const std::string& column);

Frame read_delimited_frame(Input& input, const FrameRequest& request);
// Every record as it stands in the text, with what `behind` gives for it at its end; returns the number of
// rows.
struct RecordCopy {
  bool header = false;
  std::size_t row = 0;
  char delimiter = ',';
  std::vector<std::string> names;  // of the columns; only with the header
};
std::size_t copy_records(Input& input, const FrameRequest& request, std::string& text,
                         const std::function<std::string(const RecordCopy&)>& behind);

bool is_arff(std::string_view start, std::string_view path);
Frame read_arff(Input& input, const FrameRequest& request);

// "shop.sqlite", or "shop.sqlite:customers": a file that SQLite wrote, and maybe a table in it.
struct Database {
  std::string path, table;
};
std::optional<Database> find_database(const std::string& path);
Frame read_sqlite(const Database& database, const FrameRequest& request);

bool is_npy(std::string_view start);
Table read_npy(Input& input, const TableRequest& request);
std::vector<std::string> read_npy_labels(Input& input, const std::string& column);

bool is_libsvm(std::string_view start);
Table read_libsvm(Input& input, const TableRequest& request);

bool is_matrix_market(std::string_view start);
Table read_matrix_market(Input& input, const TableRequest& request);

}  // namespace mercer::io
