#include "mercer/edges.hpp"

#include <gtest/gtest.h>

#include "io/temporary.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::Texts;

TEST(Edges, AreSymmetricAndNumberedByTheirNames) {
  const test::TemporaryFolder folder;
  const Table table = read_edges(folder.with("a.txt", "# comment\n10 2 0.5\n2,3\n3;10;4\n3 3 7\n2 10 0.5\n"));
  EXPECT_EQ(table.names, (Texts{"2", "3", "10"}));
  Eigen::MatrixXd expected(3, 3);
  expected << 0, 1, 0.5, 1, 0, 4, 0.5, 4, 0;
  EXPECT_EQ(Eigen::MatrixXd(std::get<SparseMatrix>(table.features)), expected);
  EXPECT_EQ(read_edges(folder.with("b.txt", "ann bob\ncay ann\n")).names, (Texts{"ann", "bob", "cay"}));
}

TEST(Edges, OfLengthZeroAreKept) {
  const test::TemporaryFolder folder;
  const Table table = read_edges(folder.with("a.txt", "a b 0\n"));
  EXPECT_EQ(std::get<SparseMatrix>(table.features).nonZeros(), 2);
}

TEST(Edges, BadLinesAreNamed) {
  const test::TemporaryFolder folder;
  const auto refuse = [&](const std::string& content, const std::string& words) {
    const auto path = folder.with("bad.txt", content);
    test::expect_error(Fault::data, {words}, [&] { read_edges(path); });
  };
  refuse("a b\nc\n", "line 2, an edge has two vertices");
  refuse("a b -1\n", "line 1, the weight -1 is negative");
  refuse("a b x\n", "line 1, 'x': the weight is not a number");
  refuse("a b 1 2\n", "line 1, the line has more than two vertices");
  refuse("a b 1\nb a 2\n", "line 2, this edge is also in line 1, with another weight");
  refuse("# nothing\n", "holds no edges");
}

}  // namespace
}  // namespace mercer
