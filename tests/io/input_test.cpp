// Where bytes come from: gzip, standard input; and libsvm, labels.
#include <fcntl.h>

#include "io/temporary.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

using test::expect_error;
using test::TemporaryFolder;

// gzip of "a,b\n1,2\n3,4\n"
const std::string zipped = test::from_hex("1f8b08000000000002034bd449e232d431e232d631e10200e5e9d6ce0c000000");
const Matrix unzipped = (Matrix(2, 2) << 1, 2, 3, 4).finished();

// Standard input replaced by a file, as a shell does.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : saved_(dup(STDIN_FILENO)) {
    const int file = open(path.c_str(), O_RDONLY);
    dup2(file, STDIN_FILENO);
    close(file);
  }
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

 private:
  int saved_;
};

TEST(Input, UnpacksGzipByItsContent) {
  const TemporaryFolder folder;
  for (const char* name : {"a.csv.gz", "a.csv"}) {
    const Table table = read_table(folder.with(name, zipped));
    EXPECT_EQ(std::get<Matrix>(table.features), unzipped);
    EXPECT_EQ(table.format, "csv");
  }
  // A plain file may be called .gz.
  EXPECT_EQ(std::get<Matrix>(read_table(folder.with("b.csv.gz", "1,2\n3,4\n")).features), unzipped);
}

TEST(Input, RefusesDamagedGzip) {
  const TemporaryFolder folder;
  for (std::size_t length = 11; length < zipped.size(); ++length)
    expect_error(Fault::data, {"cut.gz"},
                 [&] { read_table(folder.with("cut.gz", zipped.substr(0, length))); });
  std::string damaged = zipped;
  damaged[24] = static_cast<char>(damaged[24] ^ 1);  // the checksum
  expect_error(Fault::data, {"bad.gz", "damaged"}, [&] { read_table(folder.with("bad.gz", damaged)); });
}

TEST(Input, ReadsStandardInput) {
  const TemporaryFolder folder;
  for (const auto& bytes : {zipped, std::string("1,2\n3,4\n")}) {
    const StandardInput input(folder.with("in", bytes));
    const Table table = read_table("-");
    EXPECT_EQ(std::get<Matrix>(table.features), unzipped);
    EXPECT_EQ(table.source, "standard input");
  }
  const StandardInput input(folder.with("in", "1,x\n1,x\n"));
  expect_error(Fault::data, {"standard input: line 2, column 'x'"}, [] { read_table("-"); });
}

const char* const sparse_text =
    "# a comment\n"
    "+1 1:0.5 3:-2 # another\n"
    "-1 qid:4 2:1e3\r\n"
    "\n"
    "+1\n"
    "2 4:0 1:7\n";

TEST(Libsvm, StaysSparse) {
  const TemporaryFolder folder;
  Matrix expected = Matrix::Zero(4, 4);
  expected(0, 0) = 0.5;
  expected(0, 2) = -2;
  expected(1, 1) = 1000;
  expected(3, 0) = 7;
  for (const char* truth : {"label", "0", ""}) {
    const Table table = read_table(folder.with("s.txt", sparse_text), {truth, "", {}, {}});
    EXPECT_EQ(table.format, "libsvm");
    const auto& features = std::get<SparseMatrix>(table.features);
    EXPECT_EQ(Matrix(features), expected);
    EXPECT_EQ(features.nonZeros(), 4);
    if (*truth)
      EXPECT_EQ(table.truth, (std::vector<std::string>{"+1", "-1", "+1", "2"}));
    else
      EXPECT_TRUE(table.truth.empty());
  }
  EXPECT_EQ(read_labels(folder.file("s.txt")), (std::vector<std::string>{"+1", "-1", "+1", "2"}));
}

// Text labels are libsvm only when the name says so.
TEST(Libsvm, TheExtensionSettlesWhatTheContentLeavesOpen) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_table(folder.with("a.libsvm", "cat 1:2\n"), {"label", "", {}, {}}).truth.front(), "cat");
  EXPECT_EQ(read_table(folder.with("t.csv", "1\n2\n")).format, "csv");
}

TEST(Libsvm, RefusesWithFileLineAndColumn) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"1 1:2\n1 0:2\n", {"line 2", "'0:2'", "from 1"}},
      {"1 1:2\n1 -1:2\n", {"line 2", "'-1:2'"}},
      {"1 1:2\n1 99999999999:2\n", {"line 2", "99999999999"}},
      {"1 1:2\n1 3:nan\n", {"line 2", "column 3", "not a finite number"}},
      {"1 1:2\n1 3:inf\n", {"line 2", "column 3", "not a finite number"}},
      {"1 1:2\n1 3:\n", {"line 2", "column 3", "empty"}},
      {"1 1:2\n1 2:1 2:3\n", {"line 2", "column 2", "twice"}},
  };
  for (const auto& [text, words] : cases)
    expect_error(Fault::data, words, [&, t = text] { read_table(folder.with("s.svm", t)); });
  expect_error(Fault::data, {"s.svm: line 2", "'x:3'"},
               [&] { read_table(folder.with("s.svm", "1 1:2\n1 x:3\n")); });
  expect_error(Fault::data, {"line 2", "column 3", "not a number"},
               [&] { read_table(folder.with("s.svm", "1 1:2\n1 3:x\n")); });
  expect_error(Fault::data, {"no index:value"}, [&] { read_table(folder.with("s.svm", "1\n2\n")); });
  expect_error(Fault::usage, {"'class'", "'label'"}, [&] {
    read_table(folder.with("s.svm", "1 1:2\n"), {"class", "", {}, {}});
  });
  expect_error(Fault::usage, {"libsvm"}, [&] {
    read_table(folder.with("s.svm", "1 1:2\n"), {"", "1", {}, {}});
  });
}

TEST(Labels, ComeOneALineOrFromATable) {
  const TemporaryFolder folder;
  using Lines = std::vector<std::string>;
  struct Case {
    std::string text, column;
    Lines expected;
  };
  const std::vector<Case> cases = {
      {"0\n1\n1\n", "", {"0", "1", "1"}},
      {"label\n0\n1\n", "", {"0", "1"}},
      {"labels1\r\n2\r\n3\r\n", "", {"2", "3"}},
      {"setosa\nvirginica\n", "", {"setosa", "virginica"}},
      {"label\nsetosa\nvirginica\n", "", {"setosa", "virginica"}},
      {"1.5,2,a\n3,4,b\n", "", {"a", "b"}},
      {"x,y,kind\n1.5,2,a\n3,4,b\n", "", {"a", "b"}},
      {"x,y,kind\n1.5,2,a\n3,4,b\n", "kind", {"a", "b"}},
      {"x,y,kind\n1.5,2,a\n3,4,b\n", "0", {"1.5", "3"}},
      {"kind,of\na,b\nc,d\n", "kind", {"a", "c"}},
      {"1,2\n3,4\n", "-2", {"1", "3"}},
      {"7", "", {"7"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(read_labels(folder.with("l.csv", c.text), c.column), c.expected);
  }
}

TEST(Labels, RoundTrip) {
  const TemporaryFolder folder;
  write_labels(folder.file("l.csv"), {2, 0, -1, 1});
  EXPECT_EQ(test::content(folder.file("l.csv")), "label\n2\n0\n-1\n1\n");
  EXPECT_EQ(read_labels(folder.file("l.csv")), (std::vector<std::string>{"2", "0", "-1", "1"}));
}

TEST(Labels, AreRefusedWithFileAndLine) {
  const TemporaryFolder folder;
  const auto labels = [&](const std::string& text, const std::string& column = "") {
    return [&folder, text, column] { read_labels(folder.with("l.csv", text), column); };
  };
  expect_error(Fault::no_input, {"none.csv"}, [&] { read_labels(folder.file("none.csv")); });
  expect_error(Fault::data, {"l.csv", "empty"}, labels(""));
  expect_error(Fault::data, {"l.csv", "no labels"}, labels("label\n"));
  expect_error(Fault::data, {"l.csv", "line 3", "blank"}, labels("1\n\n2\n"));
  expect_error(Fault::data, {"l.csv: line 3", "column 'b'", "empty"}, labels("a,b\n1,2\n3,\n"));
  expect_error(Fault::data, {"l.csv: line 2", "3 fields"}, labels("1,2\n1,2,3\n"));
  expect_error(Fault::usage, {"l.csv", "did you mean 'label'?"}, labels("x,label\n1,2\n", "lable"));
  expect_error(Fault::usage, {"l.csv", "no header"}, labels("1,2\n1,2\n", "label"));
}

}  // namespace
}  // namespace mercer
