#include "cuda/groups.hpp"

#include "support.hpp"

namespace mercer {
namespace {

TEST(Groups, EntriesByColumnAndSign) {
  SparseRows dW;
  dW.add_row(4);
  dW.add(2, -1);
  dW.add(0, 1);
  dW.add_row(7);
  dW.add(0, 2);
  dW.add_row(9);
  dW.add(2, -3);
  dW.add(1, 3);
  const Groups g = group(dW, 4);
  ASSERT_EQ(g.groups.size(), 3U);
  EXPECT_EQ(g.groups[0].column, 0);
  EXPECT_EQ(g.groups[0].sign, 1);
  EXPECT_EQ(g.groups[0].size(), 2);
  EXPECT_EQ(g.groups[1].column, 1);
  EXPECT_EQ(g.groups[2].column, 2);
  EXPECT_EQ(g.groups[2].sign, -1);
  EXPECT_EQ(g.points, (std::vector<int>{4, 7, 9, 4, 9}));
  EXPECT_EQ(g.weights, (std::vector<double>{1, 2, 3, 1, 3}));
  EXPECT_FALSE(g.even);
  const Groups last = part(g, 1, 3);
  EXPECT_EQ(last.points, (std::vector<int>{9, 4, 9}));
  EXPECT_EQ(last.groups[1].begin, 1);
}

TEST(Groups, RunsAreMembersOfABlockOfPoints) {
  SparseRows dW;
  for (const Index i : {3, 255, 256, 300, 700}) {
    dW.add_row(i);
    dW.add(0, i == 300 ? -1 : 1);
  }
  const Runs runs = runs_of(group(dW, 1));  // 300 leaves; then 3 255 | 256 | 700
  EXPECT_EQ(runs.begin, (std::vector<int>{0, 1, 3, 4, 5}));
  EXPECT_EQ(runs.group, (std::vector<int>{0, 1, 1, 1}));
}

TEST(Groups, LayersAreLabellingsOfAllPoints) {
  SparseRows dW;
  for (Index i = 0; i < 6; ++i) {
    dW.add_row(i);
    dW.add(i % 2, 1);
    dW.add(2 + i % 3, 1);
  }
  ASSERT_EQ(whole_layers(dW, 6), 2);
  EXPECT_EQ(whole_layers(dW, 7), 0);  // not all points
  const Groups second = layer(dW, 1, 2, 5);
  EXPECT_TRUE(second.even);
  EXPECT_EQ(second.points, (std::vector<int>{0, 3, 1, 4, 2, 5}));
  dW.values[3] = -1;
  EXPECT_EQ(whole_layers(dW, 6), 0);  // something leaves
}

}  // namespace
}  // namespace mercer
