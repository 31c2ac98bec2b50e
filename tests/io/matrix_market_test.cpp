// Matrix Market: what is read, what is refused with which words, and what comes back from a file written
// here.
#include <zlib.h>

#include "io/temporary.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

using test::content;
using test::expect_error;
using test::TemporaryFolder;

const std::string banner = "%%MatrixMarket matrix ";

Matrix as_dense(const Table& table) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&table.features)) return Matrix(*sparse);
  return std::get<Matrix>(table.features);
}

struct Good {
  std::string what, text;
  bool sparse = true;
};
// Each is [1 0 2; 0 3 0; 2 0 0].
const std::vector<Good> good = {
    {"general", banner + "coordinate real general\n3 3 4\n1 1 1\n1 3 2\n2 2 3\n3 1 2\n"},
    {"any order", banner + "coordinate real general\n3 3 4\n3 1 2\n2 2 3\n1 3 2\n1 1 1\n"},
    {"symmetric", banner + "coordinate real symmetric\n3 3 3\n1 1 1\n3 1 2e0\n2 2 3.0\n"},
    {"integer", banner + "coordinate integer symmetric\n3 3 3\n1 1 1\n3 1 2\n2 2 +3\n"},
    {"capitals, comments, blanks",
     "%%matrixmarket MATRIX Coordinate Real Symmetric\n% a comment\n%\n\n  3  3 3 \r\n1 1 1\r\n\n 3\t1 2\n2 "
     "2 3"},
    {"a zero that is stored", banner + "coordinate real symmetric\n3 3 4\n1 1 1\n3 1 2\n2 2 3\n3 3 0\n"},
    {"array", banner + "array real general\n3 3\n1\n0\n2\n0\n3\n0\n2\n0\n0\n", false},
    {"symmetric array", banner + "array integer symmetric\n3 3\n1\n0\n2\n3\n0\n0\n", false}};

TEST(MatrixMarket, ReadsItsForms) {
  const TemporaryFolder folder;
  const Matrix expected = (Matrix(3, 3) << 1, 0, 2, 0, 3, 0, 2, 0, 0).finished();
  for (const auto& g : good) {
    SCOPED_TRACE(g.what);
    const Table table = read_table(folder.with("any.name", g.text));
    EXPECT_EQ(table.format, "mtx");
    EXPECT_EQ(std::holds_alternative<SparseMatrix>(table.features), g.sparse);
    EXPECT_EQ(as_dense(table), expected);
    if (g.sparse) {
      EXPECT_EQ(std::get<SparseMatrix>(table.features).nonZeros(), 4);
    }
  }
}

TEST(MatrixMarket, ReadsPatternsOblongAndEmptyMatrices) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    return as_dense(read_table(folder.with("m.mtx", banner + text)));
  };
  EXPECT_EQ(read("coordinate pattern general\n2 3 2\n1 3\n2 1\n"),
            (Matrix(2, 3) << 0, 0, 1, 1, 0, 0).finished());
  EXPECT_EQ(read("array real general\n2 3\n1\n2\n3\n4\n5\n6\n"),
            (Matrix(2, 3) << 1, 3, 5, 2, 4, 6).finished());
  EXPECT_EQ(read("coordinate real general\n2 2 0\n"), Matrix::Zero(2, 2));
}

TEST(MatrixMarket, ReadsCompressedFiles) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m.mtx.gz");
  gzFile file = gzopen(path.c_str(), "wb");
  gzputs(file, good[0].text.c_str());
  gzclose(file);
  EXPECT_EQ(as_dense(read_table(path))(0, 2), 2);
}

struct Bad {
  std::string what, text;
  std::vector<std::string> words;
};
const std::string three = banner + "coordinate real general\n3 3 2\n";
const std::vector<Bad> bad = {
    {"vector", "%%MatrixMarket vector coordinate real general\n", {"line 1", "'matrix'"}},
    {"complex", banner + "coordinate complex general\n3 3 0\n", {"line 1", "'complex'", "real"}},
    {"hermitian", banner + "coordinate real hermitian\n3 3 0\n", {"line 1", "'hermitian'", "symmetric"}},
    {"other layout", banner + "list real general\n3 3 0\n", {"line 1", "'list'", "coordinate"}},
    {"banner cut off", banner + "coordinate\n", {"line 1", "''"}},
    {"array of a pattern", banner + "array pattern general\n2 2\n", {"line 1", "pattern"}},
    {"no size", banner + "coordinate real general\n% nothing\n", {"size is missing"}},
    {"no rows", banner + "coordinate real general\n0 3 0\n", {"line 2", "'0'", "rows"}},
    {"size is text", banner + "coordinate real general\n3 x 0\n", {"line 2", "'x'", "columns"}},
    {"too many rows", banner + "coordinate real general\n99999999999 3 0\n", {"line 2", "rows"}},
    {"no number of entries", banner + "coordinate real general\n3 3\n", {"line 2", "entries"}},
    {"long size", banner + "array real general\n3 3 9\n", {"line 2", "more numbers"}},
    {"symmetric, not square", banner + "coordinate real symmetric\n3 2 0\n", {"line 2", "square"}},
    {"too few entries", three + "1 1 1\n", {"2 entries", "there are 1"}},
    {"too many entries", three + "1 1 1\n1 2 1\n1 3 1\n", {"line 5", "more than the 2"}},
    {"row zero", three + "0 1 1\n1 1 1\n", {"line 3", "'0'", "row"}},
    {"column beyond", three + "1 1 1\n1 4 1\n", {"line 4", "'4'", "column", "to 3"}},
    {"no value", three + "1 1\n1 2 1\n", {"line 3", "missing"}},
    {"value is text", three + "1 1 abc\n1 2 1\n", {"line 3", "'abc'", "not a number"}},
    {"value is nan", three + "1 1 nan\n1 2 1\n", {"line 3", "'nan'", "finite"}},
    {"four words", three + "1 1 2 3\n1 2 1\n", {"line 3", "'3'"}},
    {"twice", three + "2 3 1\n2 3 4\n", {"row 2, column 3", "twice"}},
    {"above the diagonal",
     banner + "coordinate real symmetric\n3 3 1\n1 2 1\n",
     {"line 3", "lower triangle"}},
    {"array too short", banner + "array real general\n2 2\n1\n2\n3\n", {"4 values", "there are 3"}},
    {"array too long", banner + "array real symmetric\n2 2\n1\n2\n3\n4\n", {"line 6", "more than the 3"}},
    {"two in a line", banner + "array real general\n2 2\n1 2\n3\n4\n5\n", {"line 3", "'2'"}}};

TEST(MatrixMarket, RefusesDamagedFilesWithTheLine) {
  const TemporaryFolder folder;
  for (const auto& b : bad) {
    SCOPED_TRACE(b.what);
    const std::string path = folder.with("bad.mtx", b.text);
    auto words = b.words;
    words.push_back(path);
    expect_error(Fault::data, words, [&] { read_table(path); });
  }
}

TEST(MatrixMarket, HasNoColumnsToChooseAndNoLabels) {
  const TemporaryFolder folder;
  const std::string path = folder.with("m.mtx", good[0].text);
  for (const TableRequest& request : {TableRequest{"0", "", {}, {}}, TableRequest{"", "1", {}, {}},
                                      TableRequest{"", "", {"0"}, {}}, TableRequest{"", "", {}, {"0"}}})
    expect_error(Fault::usage, {"m.mtx", "Matrix Market"}, [&] { read_table(path, request); });
  expect_error(Fault::data, {"no labels"}, [&] { read_labels(path); });
}

TEST(MatrixMarket, WhatIsWrittenIsReadAgain) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m.mtx");
  const Matrix K = (Matrix(3, 3) << 1, 0, 0.1, 0, 0, -1e-300, 0.1, -1e-300, 3).finished();
  for (bool symmetric : {false, true}) {
    write_sparse(path, K.sparseView(), symmetric);
    EXPECT_EQ(as_dense(read_table(path)), K);
    EXPECT_NE(content(path).find(symmetric ? "symmetric\n3 3 4\n" : "general\n3 3 6\n"), std::string::npos);
  }
  const Matrix oblong = (Matrix(2, 3) << 1, 2, 3, 4, 5, 1.0 / 3).finished();
  write_matrix(path, oblong);
  EXPECT_EQ(as_dense(read_table(path)), oblong);
}

}  // namespace
}  // namespace mercer
