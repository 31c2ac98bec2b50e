#include <gtest/gtest.h>

#include "io/temporary.hpp"
#include "mercer/io.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::Texts;
using Edges = std::vector<std::pair<int, int>>;

TEST(ReadGraphs, JsonLines) {
  const test::TemporaryFolder folder;
  const auto path =
      folder.with("a.jsonl",
                  R"({"edges": [[0, 1], [2, 1], [1, 0], [1, 1]], "labels": ["C", 8, "N"], "label": "x"}
{"edges": [[0, 2]], "label": 1}
)");
  const Graphs all = read_graphs(path, "label");
  ASSERT_EQ(all.graphs.size(), 2U);
  EXPECT_EQ(all.graphs[0].labels, (Texts{"C", "8", "N"}));
  EXPECT_EQ(all.graphs[0].edges, (Edges{{0, 1}, {1, 2}}));
  EXPECT_EQ(all.graphs[1].labels, (Texts{"", "", ""}));
  EXPECT_EQ(all.truth, (Texts{"x", "1"}));
  EXPECT_TRUE(read_graphs(path).truth.empty());
}

TEST(ReadGraphs, TheFormatOfTheCollection) {
  const test::TemporaryFolder folder;
  folder.with("T_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n");
  folder.with("T_graph_indicator.txt", "1\n1\n1\n2\n2\n");
  folder.with("T_node_labels.txt", "0\n1\n0\n1\n1\n");
  folder.with("T_graph_labels.txt", "1\n-1\n");
  for (const std::string& path : {folder.file(""), folder.file("T")}) {
    const Graphs all = read_graphs(path, "label");
    ASSERT_EQ(all.graphs.size(), 2U);
    EXPECT_EQ(all.graphs[0].labels, (Texts{"0", "1", "0"}));
    EXPECT_EQ(all.graphs[0].edges, (Edges{{0, 1}, {1, 2}}));
    EXPECT_EQ(all.graphs[1].edges, (Edges{{0, 1}}));
    EXPECT_EQ(all.truth, (Texts{"1", "-1"}));
  }
}

TEST(ReadGraphs, BadLinesAreNamed) {
  const test::TemporaryFolder folder;
  const auto refuse = [&](const std::string& line, const std::string& words) {
    const auto path = folder.with("bad.jsonl", line + "\n");
    test::expect_error(Fault::data, {"line 1", words}, [&] { read_graphs(path, "label"); });
  };
  refuse(R"({"labels": ["C"], "label": 1})", "no \"edges\"");
  refuse(R"({"edges": [[0, -1]], "label": 1})", "[0,-1]");
  refuse(R"({"edges": [[0, 1, 2]], "label": 1})", "[0,1,2]");
  refuse(R"({"edges": [[0, 1]], "labels": ["C"], "label": 1})", "vertex 1 but there are 1 labels");
  refuse(R"({"edges": [], "label": 1})", "no vertex");
  refuse(R"({"edges": [[0, 1]]})", "no \"label\"");
  folder.with("T_A.txt", "1, 3\n");
  folder.with("T_graph_indicator.txt", "1\n1\n2\n");
  test::expect_error(Fault::data, {"T_A.txt: line 1", "joins graph 1 with graph 2"},
                     [&] { read_graphs(folder.file("T")); });
  folder.with("T_A.txt", "1, 9\n");
  test::expect_error(Fault::data, {"'9' is not a number from 1 to 3"},
                     [&] { read_graphs(folder.file("T")); });
  test::expect_error(Fault::no_input, {"nowhere_A.txt"}, [&] { read_graphs(folder.file("nowhere")); });
}

TEST(ReadStrings, ALineEach) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_strings(folder.with("a.txt", "one\r\n two, 2\nthree")).texts,
            (Texts{"one", " two, 2", "three"}));
  test::expect_error(Fault::data, {"line 2 is empty"},
                     [&] { read_strings(folder.with("b.txt", "a\n\nb\n")); });
  test::expect_error(Fault::data, {"byte 3 (0xff)"},
                     [&] { read_strings(folder.with("c.txt", "a\n\xff\n")); });
}

}  // namespace
}  // namespace mercer
