// The formats behind read_table, each in its own file. Every reader starts at the first byte of the input.
#pragma once

#include "io/input.hpp"
#include "mercer/io.hpp"

namespace mercer::io {

enum class Format { delimited, npy, libsvm, matrix_market };
// From the content; the path's extension only settles what the content leaves open.
Format detect(Input& input, const std::string& path);

Table read_delimited(Input& input, const TableRequest& request);
std::vector<std::string> read_delimited_labels(Input& input, const std::string& column);

bool is_npy(std::string_view start);
Table read_npy(Input& input, const TableRequest& request);
std::vector<std::string> read_npy_labels(Input& input, const std::string& column);

bool is_libsvm(std::string_view start);
Table read_libsvm(Input& input, const TableRequest& request);

bool is_matrix_market(std::string_view start);
Table read_matrix_market(Input& input, const TableRequest& request);

}  // namespace mercer::io
