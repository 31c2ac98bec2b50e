// Delimited text: what is read, and what is refused with which words.
#include <fmt/format.h>

#include "core/random.hpp"
#include "io/temporary.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

using test::expect_error;
using test::TemporaryFolder;

const Matrix& dense(const Table& table) { return std::get<Matrix>(table.features); }

struct GoodTable {
  std::string what, text;
  Index rows, columns;
  std::vector<std::string> names;
  std::string format = "csv";
};

// In each of these the first row is 1, 2, ... and the last value of the last row is -4.5.
const std::vector<GoodTable> good_tables = {
    {"plain", "1,2\n3,-4.5\n", 2, 2, {}},
    {"no newline at the end", "1,2\n3,-4.5", 2, 2, {}},
    {"header", "a,b\n1,2\n3,-4.5\n", 2, 2, {"a", "b"}},
    {"header, one name is a number", "a,7\n1,-4.5\n", 1, 2, {"a", "7"}},
    {"header, one name is empty", ",b\n1,-4.5\n", 1, 2, {"", "b"}},
    {"CRLF", "a,b\r\n1,2\r\n3,-4.5\r\n", 2, 2, {"a", "b"}},
    {"byte order mark",
     "\xEF\xBB\xBF"
     "1,2\n3,-4.5\n",
     2,
     2,
     {}},
    {"byte order mark and header",
     "\xEF\xBB\xBF"
     "a,b\n1,-4.5\n",
     1,
     2,
     {"a", "b"}},
    {"blank lines at the end", "1,2\n3,-4.5\n\n\r\n  \n", 2, 2, {}},
    {"blank lines before and between", "\n1,2\n\n3,-4.5\n", 2, 2, {}},
    {"comments", "# made by hand\n1,2\n# more\n3,-4.5\n# end", 2, 2, {}},
    {"semicolons", "a;b\n1;2\n3;-4.5\n", 2, 2, {"a", "b"}},
    {"semicolons, comma in a name", "\"a,1\";b\n1;-4.5\n", 1, 2, {"a,1", "b"}},
    {"tabs", "a\tb\n1\t-4.5\n", 1, 2, {"a", "b"}, "tsv"},
    {"quoted names", "\"a\",\"b \"\"c\"\"\"\n1,-4.5\n", 1, 2, {"a", "b \"c\""}},
    {"newline in a name", "\"a\nx\",b\n1,-4.5\n", 1, 2, {"a\nx", "b"}},
    {"quoted numbers", "\"1\",\"2\"\n\"3\",\"-4.5\"\n", 2, 2, {}},
    {"quote inside a name", "5\" pipe,b\n1,-4.5\n", 1, 2, {"5\" pipe", "b"}},
    {"blanks around fields", "a , b\n 1 , 2\n3, -4.5 \n", 2, 2, {"a", "b"}},
    {"plus signs and exponents", "+1,+2e0\n3,-45E-1\n", 2, 2, {}},
    {"one column", "1\n-4.5\n", 2, 1, {}},
    {"one column, header", "x\n1\n-4.5\n", 2, 1, {"x"}},
    {"one row", "1,2,-4.5", 1, 3, {}},
};

TEST(Table, ReadsTheEdgeCases) {
  const TemporaryFolder folder;
  for (const auto& g : good_tables) {
    SCOPED_TRACE(g.what);
    const Table table = read_table(folder.with("t", g.text));
    EXPECT_EQ(table.format, g.format);
    EXPECT_EQ(table.names, g.names);
    ASSERT_EQ(dense(table).rows(), g.rows);
    ASSERT_EQ(dense(table).cols(), g.columns);
    EXPECT_EQ(dense(table)(0, 0), 1);
    EXPECT_EQ(dense(table)(g.rows - 1, g.columns - 1), -4.5);
  }
}

struct BadTable {
  std::string what, text;
  std::vector<std::string> words;
};

const std::vector<BadTable> bad_tables = {
    {"empty", "", {"is empty"}},
    {"only a byte order mark", "\xEF\xBB\xBF", {"is empty"}},
    {"only blanks", "\n \n", {"has no rows"}},
    {"only comments", "# a\n# b\n", {"has no rows"}},
    {"only a header", "a,b\n", {"has a header but no rows"}},
    {"short row", "a,b,c\n1,2,3\n4,5\n", {"line 3", "2 fields", "3", "column 1"}},
    {"long row", "1,2\n3,4,5\n", {"line 2", "3 fields"}},
    {"text, header",
     "a,b\n1,2\n3,oops\n",
     {"line 3", "column 'b' (number 1, from 0)", "'oops' is not a number"}},
    {"text, no header", "1,2\n3,oops\n", {"line 2", "column 1 (from 0)", "'oops' is not a number"}},
    {"NaN", "a,b\n1,nan\n", {"line 2", "column 'b'", "'nan' is not a finite number"}},
    {"NaN in the first row", "nan,2\n3,4\n", {"line 1", "column 0", "finite"}},
    {"Inf", "1,2\n-inf,2\n", {"line 2", "column 0", "'-inf' is not a finite number"}},
    {"overflow", "1,2\n1e999,2\n", {"line 2", "column 0", "1e999"}},
    {"empty field", "a,b\n1,2\n,4\n", {"line 3", "column 'a'", "is empty"}},
    {"empty field in the first row", "1,\n3,4\n", {"line 1", "column 1", "is empty"}},
    {"NA", "1,2\nNA,4\n", {"line 2", "column 0", "missing value"}},
    {"quoted empty field", "1,2\n\"\",4\n", {"line 2", "column 0", "is empty"}},
    {"decimal comma", "a;b\n1,5;2,5\n", {"line 2", "column 'a'", "point"}},
    {"blank-separated", "1 2\n3 4\n", {"line 2", "comma, semicolon or tab"}},
    {"open quote", "a,b\n1,\"2\n3,4\n", {"line 2", "never closes"}},
    {"text after a quote", "a,b\n1,\"2\"3\n", {"line 2", "closing quote"}},
    {"blank line in one column", "1\n\n2\n", {"line 3", "blank"}},
    {"line after a newline in quotes", "\"a\nx\",b\n1,2\n3,?\n", {"line 4", "column 'b'", "missing"}},
    {"zero bytes", std::string("1\0,2\n", 5), {"neither text nor NPY"}},
};

TEST(Table, RefusesWithFileLineAndColumn) {
  const TemporaryFolder folder;
  for (const auto& b : bad_tables) {
    SCOPED_TRACE(b.what);
    const std::string path = folder.with("bad.csv", b.text);
    auto words = b.words;
    words.push_back(path);
    expect_error(Fault::data, words, [&] { read_table(path); });
  }
}

TEST(Table, NamesAFileThatIsNotThere) {
  const TemporaryFolder folder;
  expect_error(Fault::no_input, {"nowhere.csv", "No such file"},
               [&] { read_table(folder.file("nowhere.csv")); });
  expect_error(Fault::no_input, {"directory"}, [&] { read_table(folder.file("")); });
}

const char* const people =
    "id,height,weight,class,w\n"
    "p1,1.5,60,\"tall, thin\",2\n"
    "p2,1.6,70,short,0.5\n";

TEST(Table, KeepsTruthWeightsAndDroppedColumnsOut) {
  const TemporaryFolder folder;
  const std::string path = folder.with("p.csv", people);
  for (const TableRequest& request :
       {TableRequest{"class", "w", {}, {"id"}}, TableRequest{"3", "-1", {}, {"0"}},
        TableRequest{"-2", "4", {"height", "2"}, {}}}) {
    const Table table = read_table(path, request);
    EXPECT_EQ(table.names, (std::vector<std::string>{"height", "weight"}));
    EXPECT_EQ(dense(table), (Matrix(2, 2) << 1.5, 60, 1.6, 70).finished());
    EXPECT_EQ(table.truth, (std::vector<std::string>{"tall, thin", "short"}));
    EXPECT_EQ(table.weights, Eigen::Vector2d(2, 0.5));
    EXPECT_EQ(table.source, path);
  }
}

TEST(Table, TakesFeaturesInTheOrderAskedFor) {
  const TemporaryFolder folder;
  const Table table = read_table(folder.with("p.csv", people), {"", "", {"weight", "height"}, {}});
  EXPECT_EQ(table.names, (std::vector<std::string>{"weight", "height"}));
  EXPECT_EQ(dense(table)(0, 0), 60);
  EXPECT_TRUE(table.truth.empty());
  EXPECT_EQ(table.weights.size(), 0);
}

// A text column that is not a feature says nothing about a header; one that is says there is one.
TEST(Table, SniffsTheHeaderInFeatureColumnsOnly) {
  const TemporaryFolder folder;
  const std::string path = folder.with("t.csv", "1,2,a\n3,4,b\n");
  const Table table = read_table(path, {"-1", "", {}, {}});
  EXPECT_EQ(dense(table).rows(), 2);
  EXPECT_EQ(table.truth, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(table.names.empty());
  // A name asked for is a header, even when the features' names are numbers.
  const Table numbered = read_table(folder.with("n.csv", "0,1,label\n3,4,b\n"), {"label", "", {}, {}});
  EXPECT_EQ(numbered.names, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(dense(numbered).rows(), 1);
}

TEST(Table, RefusesRequestsThatDoNotFit) {
  const TemporaryFolder folder;
  const std::string path = folder.with("p.csv", people), plain = folder.with("q.csv", "1,2\n3,4\n");
  expect_error(Fault::usage, {"p.csv", "'clas'", "did you mean 'class'?"}, [&] {
    read_table(path, {"clas", "", {}, {}});
  });
  expect_error(Fault::usage, {"did you mean 'height'?"}, [&] { read_table(path, {"", "", {"heigth"}, {}}); });
  expect_error(Fault::usage, {"no column 5", "0 to 4"}, [&] { read_table(path, {"", "", {}, {"5"}}); });
  expect_error(Fault::usage, {"no column -6"}, [&] { read_table(path, {"", "", {}, {"-6"}}); });
  expect_error(Fault::usage, {"no header", "'class'"}, [&] { read_table(plain, {"class", "", {}, {}}); });
  expect_error(Fault::usage, {"left"}, [&] { read_table(plain, {"0", "", {}, {"1"}}); });
  expect_error(Fault::usage, {"twice"}, [&] { read_table(plain, {"", "", {"0", "-2"}, {}}); });
  expect_error(Fault::usage, {"2 columns named 'a'"}, [&] {
    read_table(folder.with("d.csv", "a,a,b\n1,2,3\n"), {"a", "", {}, {}});
  });
}

TEST(Table, WantsPositiveWeightsAndAClassForEveryRow) {
  const TemporaryFolder folder;
  const auto weighted = [&](const std::string& w) { return folder.with("w.csv", "x,w\n1,1\n2," + w + "\n"); };
  for (const std::string w : {"0", "-1"})
    expect_error(Fault::data, {"line 3", "column 'w'", w, "not positive"}, [&] {
      read_table(weighted(w), {"", "w", {}, {}});
    });
  for (const std::string w : {"nan", "heavy", ""})
    expect_error(Fault::data, {"line 3", "column 'w'"}, [&] { read_table(weighted(w), {"", "w", {}, {}}); });
  expect_error(Fault::data, {"line 3", "column 'w'", "class is empty"}, [&] {
    read_table(weighted(""), {"w", "", {}, {}});
  });
}

// Long enough that records, quoted ones too, lie across the chunks in which a file is read.
TEST(Table, ReadsAcrossChunks) {
  const TemporaryFolder folder;
  std::string text = "x,name,y\n";
  constexpr Index rows = 60000;
  for (Index i = 0; i < rows; ++i) text += fmt::format("{},\"a,\"\"{}\n\",{}\n", i, i % 7, -i);
  const Table table = read_table(folder.with("long.csv", text), {"name", "", {}, {}});
  ASSERT_EQ(dense(table).rows(), rows);
  for (Index i = 0; i < rows; ++i) {
    ASSERT_EQ(dense(table)(i, 0), i);
    ASSERT_EQ(dense(table)(i, 1), -i);
    ASSERT_EQ(table.truth[static_cast<std::size_t>(i)], fmt::format("a,\"{}\n", i % 7));
  }
}

// What is written is read back to the last bit, whatever the magnitude.
TEST(Table, RoundTripsRandomMatrices) {
  const TemporaryFolder folder;
  Random random(7);
  for (int trial = 0; trial < 30; ++trial) {
    Matrix matrix(1 + random.below(20), 1 + random.below(6));
    for (double& x : matrix.reshaped()) x = random.normal() * std::pow(10.0, random.uniform(-300, 300));
    std::vector<std::string> names;
    if (trial % 2 == 0)
      for (Index j = 0; j < matrix.cols(); ++j) names.push_back(fmt::format("a \"{}\", #\n;b", j));
    const std::string path = folder.file(trial % 3 == 0 ? "m.npy" : "m.csv");
    write_matrix(path, matrix, names);
    const Table table = read_table(path);
    EXPECT_EQ(dense(table), matrix);
    EXPECT_EQ(table.names, trial % 3 == 0 ? std::vector<std::string>() : names);
  }
}

// Random bytes, biased towards those that mean something: an Error or a table, never anything else.
TEST(Table, SurvivesRandomBytes) {
  const TemporaryFolder folder;
  Random random(11);
  const std::string alphabet = "0123456789.,;\t\"\n\r #:-+eEnaif \x93\xEF\xBB\xBF";
  int errors = 0, tables = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::string bytes;
    for (auto left = random.below(60); left > 0; --left)
      bytes += random.below(40) == 0
                   ? static_cast<char>(random.below(256))
                   : alphabet[static_cast<std::size_t>(random.below(static_cast<Index>(alphabet.size())))];
    const std::string path = folder.with("fuzz", bytes);
    for (const bool labels : {false, true}) try {
        labels ? void(read_labels(path)) : void(read_table(path, {trial % 2 ? "-1" : "", "", {}, {}}));
        ++tables;
      } catch (const Error&) {
        ++errors;
      }
  }
  EXPECT_GT(errors, 0);
  EXPECT_GT(tables, 0);
}

TEST(Table, ReadsTheDataOfTheRepository) {
  const Table iris = read_table("data/iris.csv", {"label", "", {}, {}});
  EXPECT_EQ(dense(iris).rows(), 150);
  EXPECT_EQ(dense(iris).cols(), 4);
  EXPECT_EQ(iris.truth.front(), "1");
  const Table spam = read_table("data/spambase.csv.gz", {"label", "", {}, {}});
  EXPECT_EQ(dense(spam).rows(), 4601);
  EXPECT_EQ(dense(spam).cols(), 57);
  expect_error(Fault::data, {"wisconsin", "line 25", "bare_nuclei", "empty"},
               [&] { read_table("data/wisconsin_original_699_missing.csv"); });
}

}  // namespace
}  // namespace mercer
