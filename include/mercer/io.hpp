// Files in and out. Every error names the file, the line and the column.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// Which columns of a file are what. A column is named as in the header, or by its index from 0 (-1: the
// last).
struct TableRequest {
  std::string truth = {};                 // class of each row; may be text; kept out of the features
  std::string weights = {};               // weight of each row; kept out of the features
  std::vector<std::string> columns = {};  // the features; empty = all
  std::vector<std::string> drop = {};     // columns to leave out; may be text
  std::vector<std::string> prefer =
      {};  // the features when the header has all of these, and `columns` is empty
};

struct Table {
  // Dense data as doubles or floats (as the file has them), or sparse.
  std::variant<Matrix, MatrixOf<float>, SparseMatrix> features;
  std::vector<std::string> names;  // of the features; empty without a header
  std::vector<std::string> truth;  // as written; empty unless asked for
  Vector weights;                  // empty unless asked for
  std::string source;              // the path, for messages
  std::string format;              // "csv", "tsv", "npy", "libsvm", "mtx"
};

// CSV, TSV (header sniffed, quotes, CRLF), NPY, libsvm, Matrix Market; `.gz` of each; "-" is standard input.
Table read_table(const std::string& path, const TableRequest& request = {});
// One label per line, or the named (or last) column of a table.
std::vector<std::string> read_labels(const std::string& path, const std::string& column = "");

// Documents.
struct Documents {
  std::vector<std::string> texts;   // UTF-8
  std::vector<std::string> truth;   // the class of each; empty unless asked for
  std::vector<std::string> places;  // of each, for messages: "mail.jsonl: line 3"
  std::string source;
};
struct DocumentRequest {
  std::string text = "text";  // the key, or the column, that holds the text
  std::string truth = {};  // the one that holds the class; for a folder any name: the subfolder is the class
};
// JSON lines (one object per line), a folder (one document per file; its subfolders are classes), or a table
// with a column of text. A document without words, and bytes that are not UTF-8, are errors that name the
// place.
Documents read_documents(const std::string& path, const DocumentRequest& request = {});
// Whether the path is a folder, or named as JSON lines are (.jsonl, .ndjson, also .gz).
bool is_document_source(const std::string& path);

// One string per line; blanks at its ends belong to it.
Documents read_strings(const std::string& path);

// An undirected graph: one label per vertex, and each edge once.
struct Graph {
  std::vector<std::string> labels;
  std::vector<std::pair<int, int>> edges;
};
struct Graphs {
  std::vector<Graph> graphs;
  std::vector<std::string> truth;   // the class of each; empty unless asked for
  std::vector<std::string> places;  // of each, for messages
  std::string source;
};
// JSON lines, {"edges": [[0, 1], ...], "labels": ["C", ...], "label": ...}, where vertices count from 0 and
// `truth` names the class; or the files of the TU Dortmund collection, NAME_A.txt and those beside it, by
// their folder or by .../NAME. Graphs without labels have the same one at all vertices.
Graphs read_graphs(const std::string& path, const std::string& truth = {});

// A file is written completely or not at all: under a temporary name, then renamed. "-" is standard output.
void write_file(const std::string& path, const std::string& bytes);
void write_labels(const std::string& path, const Labels& labels);
void write_npy(const std::string& path, const Matrix& matrix);
// Matrix Market, coordinates; of a symmetric matrix the lower triangle.
void write_sparse(const std::string& path, const SparseMatrix& matrix, bool symmetric);
// CSV, or NPY when the path ends in .npy, or Matrix Market (an array) when it ends in .mtx.
void write_matrix(const std::string& path, const Matrix& matrix, const std::vector<std::string>& names = {});

}  // namespace mercer
