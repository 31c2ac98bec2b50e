// A spanning tree whose pairs somebody else compares is the one of Prim's rule.
#include "graph/pair_rounds.hpp"

#include <numeric>

#include "graph/pair_distances.hpp"
#include "graph/spanning_tree.hpp"
#include "pretend_ranks.hpp"
#include "support.hpp"

namespace mercer {
namespace {

// Compares all pairs, here.
class PretendOutside final : public OutsideSearch {
 public:
  PretendOutside(const Data& points, const Vector& core, std::int64_t* asked = nullptr)
      : points_(points), core_(core), asked_(asked) {}
  std::vector<LightEdge> lightest(const std::vector<int>& of,
                                  const std::vector<int>& component) const override {
    if (asked_) *asked_ += std::ssize(of);
    RowDistances distances(points_, {PathMetric::euclidean, true});
    std::vector<int> all(component.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    distances.list(all);
    std::vector<LightEdge> out;
    std::vector<double> d2(all.size());
    for (const int i : of) {
      distances.from(i, 0, points_.size(), d2.data());
      LightEdge best;
      std::uint64_t key = 0;
      for (const int h : all) {
        const auto at = static_cast<std::size_t>(h);
        if (component[at] == component[static_cast<std::size_t>(i)]) continue;
        const double w = core_.size() > 0 ? std::max({d2[at], core_[i], core_[h]}) : d2[at];
        const auto ends = ends_key(i, h);
        if (best.other >= 0 && std::tuple(best.weight, best.distance, key) < std::tuple(w, d2[at], ends))
          continue;
        best = {w, d2[at], h};
        key = ends;
      }
      out.push_back(best);
    }
    return out;
  }

 private:
  const Data& points_;
  const Vector& core_;
  std::int64_t* asked_;  // for how many points; may be null
};

class PretendPairs final : public PairSearch {
 public:
  std::optional<Neighbors> nearest(const Data&, const Data&, Index, bool) const override {
    ++asked;
    return std::nullopt;
  }
  std::unique_ptr<OutsideSearch> outside(const Data& points, const Vector& core) const override {
    ++trees;
    return std::make_unique<PretendOutside>(points, core);
  }
  mutable int asked = 0, trees = 0;
};

void expect_same(const SpanningTree& a, const SpanningTree& b) {
  ASSERT_EQ(a.edges.size(), b.edges.size());
  for (std::size_t e = 0; e < a.edges.size(); ++e) {
    EXPECT_EQ(ends_key(a.edges[e].a, a.edges[e].b), ends_key(b.edges[e].a, b.edges[e].b));
    EXPECT_NEAR(a.edges[e].weight, b.edges[e].weight, 1e-14 * b.edges[e].weight);
  }
}

TEST(PairRounds, FindThePrimTree) {
  Matrix tied = test::blobs(240, 12, 3, 2, 3);
  for (Index i = 0; i < tied.size(); ++i)
    tied.data()[i] = std::round(tied.data()[i]);  // many equal distances
  tied.row(7) = tied.row(11);
  for (const Matrix& X : {test::blobs(300, 10, 4, 1, 3), tied, Matrix(test::blobs(1, 10, 1, 1)),
                          Matrix(test::blobs(2, 10, 1, 1))})
    for (const int points : {1, 4}) {
      if (points >= X.rows()) continue;
      const Data data(X);
      const Connectivity paths{.min_points = points};
      const SpanningTree here = spanning_tree(data, paths);
      const PretendPairs pairs;
      const PairSearchScope scope(&pairs);
      expect_same(here, spanning_tree(data, paths));
      EXPECT_EQ(pairs.trees, 1);
      EXPECT_EQ(pairs.asked, points > 1 ? 1 : 0);
    }
  EXPECT_EQ(pair_search_of_thread(), nullptr);
}

// Ranks ask for a share of the points each, and all get the tree of one.
TEST(PairRounds, RanksShareThePoints) {
  const Data data(test::blobs(300, 10, 4, 1, 3));
  const Vector core;
  std::int64_t asked_alone = 0;
  const std::vector<Edge> alone = pair_rounds(300, PretendOutside(data, core, &asked_alone));
  for (const int ranks : {2, 3, 4}) {
    std::vector<std::int64_t> asked(static_cast<std::size_t>(ranks));
    const auto thrown = test::PretendRanks(ranks).run([&](Communicator& all) {
      const Together scope(all);
      const PretendOutside search(data, core, &asked[static_cast<std::size_t>(all.rank())]);
      const std::vector<Edge> tree = together([&] { return pair_rounds(300, search); });
      ASSERT_EQ(tree.size(), alone.size());
      for (std::size_t e = 0; e < tree.size(); ++e)
        EXPECT_EQ(std::tuple(tree[e].a, tree[e].b, tree[e].weight),
                  std::tuple(alone[e].a, alone[e].b, alone[e].weight));
    });
    for (const auto& one : thrown) EXPECT_FALSE(one);
    EXPECT_EQ(std::accumulate(asked.begin(), asked.end(), std::int64_t{0}), asked_alone);
    EXPECT_LT(*std::max_element(asked.begin(), asked.end()), asked_alone * 3 / (2 * ranks));
  }
}

// Few columns are searched through boxes, and other distances than Euclid's stay here.
TEST(PairRounds, OnlyWhereAllPairsAreCompared) {
  const PretendPairs pairs;
  const PairSearchScope scope(&pairs);
  spanning_tree(Data(test::blobs(50, 3, 2, 1)), Connectivity{});
  spanning_tree(Data(test::blobs(50, 12, 2, 1)), Connectivity{.metric = PathMetric::manhattan});
  EXPECT_EQ(pairs.trees, 0);
}

TEST(PairRounds, AStopEndsThem) {
  const Data data(test::blobs(100, 12, 2, 1));
  Control control;
  control.stop = true;
  const Vector core;
  EXPECT_TRUE(pair_rounds(100, PretendOutside(data, core), &control).empty());
}

}  // namespace
}  // namespace mercer
