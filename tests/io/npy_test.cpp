// NPY files as NumPy 2.4 wrote them, byte for byte, and damaged ones.
#include <fmt/format.h>

#include "core/random.hpp"
#include "io/temporary.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

using test::expect_error;
using test::from_hex;
using test::TemporaryFolder;

// np.save(f, np.array([[1.5, -2, 3], [4, 5e-300, 6]]))
const std::string doubles = from_hex(
    "934e554d5059010076007b276465736372273a20273c6638272c2027666f727472616e5f6f72646572273a2046616c73652c"
    "20277368617065273a2028322c2033292c207d20202020202020202020202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020202020202020202020200a000000000000f83f00000000000000c0000000000000"
    "084000000000000010402f30b7b3a7c9ca010000000000001840");
// np.save(f, np.asfortranarray(np.array([[1, 2], [3, 4], [5.5, 6]], dtype="<f4")))
const std::string fortran_floats = from_hex(
    "934e554d5059010076007b276465736372273a20273c6634272c2027666f727472616e5f6f72646572273a20547275652c20"
    "277368617065273a2028332c2032292c207d2020202020202020202020202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020202020202020202020200a0000803f000040400000b04000000040000080400000"
    "c040");
// np.lib.format.write_array(f, np.array([-3, 1, 300], dtype=">i2"), version=(2, 0))
const std::string big_endian_vector = from_hex(
    "934e554d50590200740000007b276465736372273a20273e6932272c2027666f727472616e5f6f72646572273a2046616c73"
    "652c20277368617065273a2028332c292c207d20202020202020202020202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020202020202020202020200afffd0001012c");
// np.lib.format.write_array(f, np.array([[0, 255]], dtype="u1"), version=(3, 0))
const std::string bytes_version_3 = from_hex(
    "934e554d50590300740000007b276465736372273a20277c7531272c2027666f727472616e5f6f72646572273a2046616c73"
    "652c20277368617065273a2028312c2032292c207d2020202020202020202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020202020202020202020200a00ff");

const Matrix expected = (Matrix(2, 3) << 1.5, -2, 3, 4, 5e-300, 6).finished();

std::string with_header(const std::string& dictionary, const std::string& values = "") {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dictionary.size());
  bytes += '\0';
  return bytes + dictionary + values;
}

TEST(Npy, ReadsWhatNumPyWrites) {
  const TemporaryFolder folder;
  const Table table = read_table(folder.with("a.npy", doubles));
  EXPECT_EQ(table.format, "npy");
  EXPECT_TRUE(table.names.empty());
  EXPECT_EQ(std::get<Matrix>(table.features), expected);
  // The content tells the format, not the name.
  EXPECT_EQ(std::get<Matrix>(read_table(folder.with("a.csv", doubles)).features), expected);
  EXPECT_EQ(std::get<MatrixOf<float>>(read_table(folder.with("f.npy", fortran_floats)).features),
            (MatrixOf<float>(3, 2) << 1, 2, 3, 4, 5.5F, 6).finished());
  EXPECT_EQ(std::get<Matrix>(read_table(folder.with("v.npy", big_endian_vector)).features),
            (Matrix(3, 1) << -3, 1, 300).finished());
  EXPECT_EQ(std::get<Matrix>(read_table(folder.with("b.npy", bytes_version_3)).features),
            (Matrix(1, 2) << 0, 255).finished());
}

TEST(Npy, WritesWhatNumPyWrites) {
  const TemporaryFolder folder;
  write_npy(folder.file("a.npy"), expected);
  EXPECT_EQ(test::content(folder.file("a.npy")), doubles);
}

TEST(Npy, TakesColumnsByIndex) {
  const TemporaryFolder folder;
  const std::string path = folder.with("a.npy", doubles);
  const Table table = read_table(path, {"-1", "0", {}, {}});
  EXPECT_EQ(table.truth, (std::vector<std::string>{"3", "6"}));
  EXPECT_EQ(table.weights, Eigen::Vector2d(1.5, 4));
  EXPECT_EQ(std::get<Matrix>(table.features), expected.col(1));
  EXPECT_EQ(std::get<Matrix>(read_table(path, {"", "", {"2", "0"}, {}}).features),
            expected(Eigen::all, std::vector<Index>{2, 0}));
  expect_error(Fault::usage, {"a.npy", "no header", "'label'"}, [&] {
    read_table(path, {"label", "", {}, {}});
  });
  expect_error(Fault::data, {"row 0", "column 1", "-2", "not positive"}, [&] {
    read_table(path, {"", "1", {}, {}});
  });
  EXPECT_EQ(read_labels(folder.with("v.npy", big_endian_vector)),
            (std::vector<std::string>{"-3", "1", "300"}));
}

TEST(Npy, RefusesValuesThatAreNotFinite) {
  const TemporaryFolder folder;
  for (const double value : {std::nan(""), HUGE_VAL}) {
    Matrix matrix = expected;
    matrix(1, 2) = value;
    write_npy(folder.file("n.npy"), matrix);
    expect_error(Fault::data, {"n.npy", "row 1", "column 2", "not a finite number"},
                 [&] { read_table(folder.file("n.npy")); });
    EXPECT_EQ(std::get<Matrix>(read_table(folder.file("n.npy"), {"", "", {}, {"2"}}).features),
              expected.leftCols(2));
  }
}

TEST(Npy, RefusesOtherTypesAndShapes) {
  const TemporaryFolder folder;
  const auto file_of = [](const std::string& descr, const std::string& shape) {
    return with_header("{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }");
  };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {file_of("'<c16'", "(2, 2)"), "'c16'"},
      {file_of("'|O'", "(2, 2)"), "'O'"},
      {file_of("[('a', '<f8')]", "(2,)"), "records"},
      {file_of("'<f8'", "()"), "0 dimensions"},
      {file_of("'<f8'", "(2, 2, 2)"), "3 dimensions"},
      {file_of("'<f8'", "(0, 3)"), "0 x 3"},
      {file_of("'<f8'", "(3, 0)"), "3 x 0"},
      {file_of("'<f8'", "(-3, 2)"), "tuple"},
      {file_of("'<f8'", "(9223372036854775807, 9)"), "too large"},
      {file_of("'<f8'", "(1000000000000, 9)"), "too early"},
      {with_header("{'descr': '<f8', 'shape': (1, 1), }"), "fortran_order"},
      {std::string("\x93NUMPY\x07\x00", 8), "version 7"},
  };
  for (const auto& [bytes, word] : cases)
    expect_error(Fault::data, {"x.npy", word}, [&, b = bytes] { read_table(folder.with("x.npy", b)); });
}

TEST(Npy, RefusesEveryTruncation) {
  const TemporaryFolder folder;
  for (std::size_t length = 6; length < doubles.size(); ++length)
    expect_error(Fault::data, {"t.npy"},
                 [&] { read_table(folder.with("t.npy", doubles.substr(0, length))); });
}

TEST(Npy, SurvivesDamagedBytes) {
  const TemporaryFolder folder;
  Random random(3);
  int errors = 0;
  for (int trial = 0; trial < 500; ++trial) {
    std::string bytes = trial % 2 ? doubles : fortran_floats;
    for (int change = 0; change < 3; ++change)
      bytes[static_cast<std::size_t>(6 + random.below(74))] = static_cast<char>(random.below(256));
    try {
      read_table(folder.with("d.npy", bytes));
    } catch (const Error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 0);
}

}  // namespace
}  // namespace mercer
