// Kernels of graphs against a computation by brute force; data/weisfeiler_lehman.py made the figures.
#include "support.hpp"

namespace mercer {
namespace {

TEST(WeisfeilerLehmanBars, EqualNestedTrees) {
  const Graphs graphs = read_graphs(MERCER_TESTS "golden/data/weisfeiler_lehman.jsonl");
  const Matrix expected =
      test::features(read_table(MERCER_TESTS "golden/data/weisfeiler_lehman.csv")).dense();
  const Matrix rows = Description::learn(graphs, WeisfeilerLehman{3}).rows(graphs).dense();
  ASSERT_EQ(expected.rows(), 12);
  EXPECT_LT((rows * rows.transpose() - expected).cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace mercer
