// Model files: what goes in comes out, and nothing damaged gets through.
#include "io/archive.hpp"

#include "core/random.hpp"
#include "io/forged.hpp"
#include "io/temporary.hpp"

namespace mercer::io {
namespace {

using test::expect_error;
using test::forged;
using test::TemporaryFolder;

struct Sample {
  Matrix matrix = Matrix{{1, 2, 3}, {4, 5, -0.0}};
  MatrixOf<float> floats = MatrixOf<float>::Constant(3, 1, 0.1F);
  Vector vector = Vector::LinSpaced(5, 0, 1);
  Labels labels = {3, -1, 0};
  SparseMatrix sparse = SparseMatrix(3, 4);
  Sample() {
    sparse.insert(0, 3) = 2.5;
    sparse.insert(2, 1) = -1;  // left uncompressed
  }
  Archive archive() const {
    Archive a;
    a.header = {{"kind", "test"}, {"k", 3}};
    a.put("matrix", matrix);
    a.put("floats", floats);
    a.put("vector", vector);
    a.put("labels", labels);
    a.put("sparse", sparse);
    a.put("nothing", Matrix(0, 4));
    return a;
  }
};

TEST(Archive, RoundTrips) {
  const TemporaryFolder folder;
  const Sample sample;
  const Archive written = sample.archive();
  written.write(folder.file("m"));
  EXPECT_EQ(written.size(), std::filesystem::file_size(folder.file("m")));
  const Archive read = Archive::read(folder.file("m"));
  EXPECT_EQ(read.header, written.header);
  EXPECT_EQ(read.get<Matrix>("matrix"), sample.matrix);
  EXPECT_TRUE(std::signbit(read.get<Matrix>("matrix")(1, 2)));
  EXPECT_EQ(read.get<MatrixOf<float>>("floats"), sample.floats);
  EXPECT_EQ(read.get<Vector>("vector"), sample.vector);
  EXPECT_EQ(read.get<Labels>("labels"), sample.labels);
  EXPECT_EQ(Matrix(read.get<SparseMatrix>("sparse")), Matrix(sample.sparse));
  EXPECT_EQ(read.get<Matrix>("nothing").cols(), 4);
  EXPECT_TRUE(read.has("matrix") && read.has("sparse"));
  EXPECT_FALSE(read.has("other"));
}

TEST(Archive, KeepsTemporariesAndStridedViews) {
  const TemporaryFolder folder;
  const Matrix wide = Matrix::Random(4, 5);
  Archive archive;
  archive.put("a", Matrix(Matrix::Ones(2, 2)));
  archive.put("b", Vector(Vector::Ones(3)));
  archive.put("c", Labels{1, 2});
  archive.put("d", SparseMatrix(Matrix::Identity(3, 3).sparseView()));
  archive.put("e", DenseView<double>{wide.data(), 4, 2, 5});
  archive.write(folder.file("m"));
  const Archive read = Archive::read(folder.file("m"));
  EXPECT_EQ(read.get<Matrix>("a"), Matrix::Ones(2, 2));
  EXPECT_EQ(read.get<Vector>("b"), Vector::Ones(3));
  EXPECT_EQ(read.get<Labels>("c"), (Labels{1, 2}));
  EXPECT_EQ(Matrix(read.get<SparseMatrix>("d")), Matrix::Identity(3, 3));
  EXPECT_EQ(read.get<Matrix>("e"), wide.leftCols(2));
}

TEST(Archive, NamesWhatIsMissing) {
  const TemporaryFolder folder;
  Sample().archive().write(folder.file("m"));
  const Archive read = Archive::read(folder.file("m"));
  expect_error(Fault::data, {folder.file("m"), "no array 'points'"}, [&] { read.get<Matrix>("points"); });
  expect_error(Fault::data, {"'labels' is i32"}, [&] { read.get<Vector>("labels"); });
  expect_error(Fault::data, {"'vector' is f64 with 1"}, [&] { read.get<Matrix>("vector"); });
  expect_error(Fault::no_input, {"none"}, [&] { Archive::read(folder.file("none")); });
}

TEST(Archive, RefusesOtherFilesAndNewerOnes) {
  const TemporaryFolder folder;
  for (const std::string text : {"", "x", "1,2\n3,4\n", "\x93NUMPY"})
    expect_error(Fault::data, {"f is not a mercer model"}, [&] { Archive::read(folder.with("f", text)); });
  Sample().archive().write(folder.file("m"));
  std::string newer = test::content(folder.file("m"));
  newer[8] = 2;
  expect_error(Fault::data, {"format 2", "newer mercer; update"},
               [&] { Archive::read(folder.with("n", newer)); });
}

TEST(Archive, RefusesEveryTruncationAndEveryChangedByte) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.archive().write(folder.file("m"));
  const std::string whole = test::content(folder.file("m"));
  Random random(5);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    expect_error(Fault::data, {"t"}, [&] { Archive::read(folder.with("t", whole.substr(0, at))); });
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ (1 + random.below(255)));
    expect_error(Fault::data, {"c"}, [&] { Archive::read(folder.with("c", changed)); });
  }
  expect_error(Fault::data, {"truncated"},
               [&] { Archive::read(folder.with("t", whole.substr(0, whole.size() - 8))); });
  expect_error(Fault::data, {"length"}, [&] { Archive::read(folder.with("l", whole + "x")); });
  std::string changed = whole;
  changed[whole.size() - 20] = static_cast<char>(changed[whole.size() - 20] ^ 4);
  expect_error(Fault::data, {"checksum"}, [&] { Archive::read(folder.with("c", changed)); });
}

// With a right checksum: sizes that don't fit are refused before anything is allocated.
TEST(Archive, RefusesForgedHeaders) {
  const TemporaryFolder folder;
  const auto list = [](const std::string& entries) {
    return R"({"header": {}, "arrays": [)" + entries + "]}";
  };
  const std::string fine = R"({"name": "a", "type": "f64", "shape": [1, 2], "offset": 0})";
  const std::string values(16, '\0');
  EXPECT_EQ(Archive::read(folder.with("ok", forged(list(fine), values))).get<Matrix>("a"),
            Matrix::Zero(1, 2));
  for (const std::string entries :
       {R"({"name": "a", "type": "f64", "shape": [1, 3], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [1, 2], "offset": 8})",
        R"({"name": "a", "type": "f64", "shape": [1, 2], "offset": 4})",
        R"({"name": "a", "type": "f64", "shape": [1, 2], "offset": -8})",
        R"({"name": "a", "type": "f64", "shape": [-1, -2], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [4611686018427387904, 4], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [0, 4611686018427387904], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [1000000000000, 0], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [9223372036854775808], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [1e300], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [1.5, 1], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": [1, 2], "offset": 1e300})",
        R"({"name": "a", "type": "f64", "shape": {"a": 1}, "offset": 0})",
        R"({"name": "a", "type": "f16", "shape": [1, 2], "offset": 0})",
        R"({"name": 7, "type": "f64", "shape": [1], "offset": 0})",
        R"({"name": "a", "type": "f64", "shape": 2, "offset": 0})", R"({"name": "a"})", "7"})
    expect_error(Fault::data, {"bad", "damaged"},
                 [&] { Archive::read(folder.with("bad", forged(list(entries), values))); });
  expect_error(Fault::data, {"two arrays 'a'"},
               [&] { Archive::read(folder.with("two", forged(list(fine + "," + fine), values))); });
  for (const std::string json : {"", "{", "[]", "{}", R"({"header": {}, "arrays": {}})"})
    expect_error(Fault::data, {"header"}, [&] { Archive::read(folder.with("j", forged(json, values))); });
}

// A sparse matrix whose indices point outside is no matrix.
TEST(Archive, RefusesInconsistentSparseMatrices) {
  const TemporaryFolder folder;
  const auto sparse = [&](Labels outer, Labels inner) {
    const std::string json = R"({"header": {}, "arrays": [
      {"name": "s.shape", "type": "i64", "shape": [2], "offset": 0},
      {"name": "s.outer", "type": "i32", "shape": [3], "offset": 16},
      {"name": "s.inner", "type": "i32", "shape": [2], "offset": 32},
      {"name": "s.values", "type": "f64", "shape": [2], "offset": 40}]})";
    const Index shape[] = {2, 3};
    const double values[] = {1, 2};
    outer.push_back(0);
    std::string arrays(reinterpret_cast<const char*>(shape), 16);
    arrays.append(reinterpret_cast<const char*>(outer.data()), 16);
    arrays.append(reinterpret_cast<const char*>(inner.data()), 8);
    arrays.append(reinterpret_cast<const char*>(values), 16);
    return Archive::read(folder.with("s", forged(json, arrays))).get<SparseMatrix>("s");
  };
  EXPECT_EQ(sparse({0, 1, 2}, {2, 0}).coeff(0, 2), 1);
  for (const auto& [outer, inner] : std::vector<std::pair<Labels, Labels>>{{{0, 1, 2}, {3, 0}},
                                                                           {{0, 1, 2}, {-1, 0}},
                                                                           {{0, 2, 2}, {1, 1}},
                                                                           {{0, 2, 2}, {2, 1}},
                                                                           {{0, 1, 1}, {0, 0}},
                                                                           {{1, 1, 2}, {0, 0}},
                                                                           {{0, 9, 2}, {0, 0}},
                                                                           {{0, -5, 2}, {0, 0}}})
    expect_error(Fault::data, {"'s' is inconsistent"}, [&, o = outer, i = inner] { sparse(o, i); });
}

}  // namespace
}  // namespace mercer::io
