#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/random.hpp"
#include "mercer/error.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

Labels random_labels(Random& random, Index n, Index k) {
  Labels labels;
  for (Index i = 0; i < n; ++i) labels.push_back(static_cast<int>(random.below(k)));
  return labels;
}

// The generator of score_figures.py.
struct Draw {
  std::uint64_t state = 12345;
  int operator()(int count) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state >> 33) % static_cast<std::uint64_t>(count));
  }
};

TEST(ScoreText, WhatRoundsToZeroHasNoSign) {
  EXPECT_EQ(score_text(-1e-9), "0.0000");
  EXPECT_EQ(score_text(-0.0), "0.0000");
  EXPECT_EQ(score_text(-0.00006), "-0.0001");
  EXPECT_EQ(score_text(-0.0004, 3), "0.000");
  EXPECT_EQ(score_text(0.98674), "0.9867");
}

TEST(Score, AgreesWithScikitLearn) {
  struct Row {
    int n, clusters, classes;
    double accuracy, balanced;
    Index majority_errors;
    double ari, nmi;
  };
  // python3 tests/evaluate/score_figures.py
  const Row rows[] = {
      {30, 3, 3, 0.8, 0.8, 6, 0.443454420836189, 0.450552196648356},
      {50, 5, 2, 0.58, 0.590909090909091, 10, 0.189761768914912, 0.21553769103949},
      {40, 2, 6, 0.275, 0.222222222222222, 29, 0.00222699435297861, 0.0888014992261552},
      {200, 4, 4, 0.45, 0.448561976572425, 110, 0.230400158209195, 0.238602028839088},
      {100, 10, 7, 0.53, 0.519711007946302, 44, 0.377976797277926, 0.518147859544589},
  };
  Draw draw;
  for (const Row& row : rows) {
    Labels labels, truth;
    for (int i = 0; i < row.n; ++i) {
      truth.push_back(draw(row.classes));
      labels.push_back(draw(3) ? truth.back() * 2 % row.clusters : draw(row.clusters));
    }
    const Scores s = score(labels, truth);
    EXPECT_EQ(s.size, row.n);
    EXPECT_NEAR(s.accuracy, row.accuracy, 1e-14);
    EXPECT_NEAR(s.balanced_accuracy, row.balanced, 1e-14);
    EXPECT_EQ(s.majority_errors, row.majority_errors);
    EXPECT_NEAR(s.purity, 1 - static_cast<double>(row.majority_errors) / row.n, 1e-14);
    EXPECT_NEAR(s.ari, row.ari, 1e-13);
    EXPECT_NEAR(s.nmi, row.nmi, 1e-13);
  }
}

// scikit-learn 1.2: adjusted_rand_score and normalized_mutual_info_score of the same lists.
TEST(Score, DegenerateLabelingsFollowScikitLearn) {
  struct Row {
    Labels labels, truth;
    double ari, nmi;
  };
  const Row rows[] = {
      {{0}, {0}, 1, 1},
      {{0, 0, 0}, {5, 5, 5}, 1, 1},
      {{0, 1, 2}, {2, 1, 0}, 1, 1},
      {{0, 0, 0, 0}, {0, 0, 1, 1}, 0, 0},
      {{0, 1, 2, 3}, {0, 0, 1, 1}, 0, 2. / 3},
      {{0, 1, 2}, {0, 0, 0}, 0, 0},
      {{0, 1, 0, 1}, {0, 0, 1, 1}, -0.5, 0},
  };
  for (const Row& row : rows) {
    const Scores s = score(row.labels, row.truth);
    EXPECT_NEAR(s.ari, row.ari, 1e-15) << testing::PrintToString(row.labels);
    EXPECT_NEAR(s.nmi, row.nmi, 1e-15) << testing::PrintToString(row.labels);
  }
}

TEST(Score, NamesDontMatter) {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const Index k = 1 + random.below(6), c = 1 + random.below(6), n = 1 + random.below(60);
    const Labels labels = random_labels(random, n, k), truth = random_labels(random, n, c);
    Labels renamed = labels;  // any integers, in another order
    for (int& label : renamed) label = 1000 - 37 * label;
    const Scores a = score(labels, truth), b = score(renamed, truth);
    EXPECT_EQ(a.accuracy, b.accuracy);
    EXPECT_NEAR(a.balanced_accuracy, b.balanced_accuracy, 1e-14);
    EXPECT_EQ(a.majority_errors, b.majority_errors);
    EXPECT_EQ(a.ari, b.ari);
    EXPECT_NEAR(a.nmi, b.nmi, 1e-14);
  }
}

TEST(Score, BoundsAndSymmetry) {
  Random random(8);
  for (int trial = 0; trial < 50; ++trial) {
    const Index k = 1 + random.below(6), c = 1 + random.below(6), n = 1 + random.below(60);
    const Labels labels = random_labels(random, n, k), truth = random_labels(random, n, c);
    const Scores s = score(labels, truth), turned = score(truth, labels);
    const double larger = static_cast<double>(std::max(s.confusion.rows(), s.confusion.cols()));
    EXPECT_GE(s.accuracy, 1 / larger - 1e-15);  // a mean over `larger` disjoint matchings is 1 / larger
    EXPECT_LE(s.accuracy, s.purity + 1e-15);    // a vote may give one class to several clusters
    EXPECT_LE(s.balanced_accuracy, 1 + 1e-15);
    EXPECT_GE(s.nmi, 0);
    EXPECT_LE(s.nmi, 1);
    EXPECT_LE(s.ari, 1);
    EXPECT_EQ(s.confusion.sum(), n);
    EXPECT_EQ(s.accuracy, turned.accuracy);
    EXPECT_NEAR(s.ari, turned.ari, 1e-14);
    EXPECT_NEAR(s.nmi, turned.nmi, 1e-14);
  }
}

TEST(Score, PerfectIsOne) {
  const Scores s = score({2, 2, 0, 1, 1, 1}, {0, 0, 1, 2, 2, 2});
  EXPECT_EQ(s.accuracy, 1);
  EXPECT_EQ(s.balanced_accuracy, 1);
  EXPECT_EQ(s.majority_errors, 0);
  EXPECT_EQ(s.purity, 1);
  EXPECT_EQ(s.ari, 1);
  EXPECT_NEAR(s.nmi, 1, 1e-15);
  EXPECT_EQ(s.matching, (std::vector<int>{1, 2, 0}));
}

// The matching by counts and the one by rates differ: the small class weighs more in the second.
TEST(Score, BalancedAccuracyHasItsOwnMatching) {
  Labels labels, truth;
  const auto add = [&](int times, int label, int cls) {
    labels.insert(labels.end(), static_cast<std::size_t>(times), label);
    truth.insert(truth.end(), static_cast<std::size_t>(times), cls);
  };
  add(60, 0, 0);
  add(40, 1, 0);
  add(9, 0, 1);
  add(1, 1, 1);
  const Scores s = score(labels, truth);
  EXPECT_NEAR(s.accuracy, 61. / 110, 1e-15);                           // 0-0, 1-1: 61 > 49
  EXPECT_NEAR(s.balanced_accuracy, (40. / 100 + 9. / 10) / 2, 1e-15);  // 0-1, 1-0: .65 > .35
}

TEST(Score, UnmatchedClustersAndClasses) {
  const Scores more = score({0, 0, 1, 1, 2}, {0, 0, 0, 1, 1});
  EXPECT_EQ(std::count(more.matching.begin(), more.matching.end(), -1), 1);
  EXPECT_NEAR(more.accuracy, 3. / 5, 1e-15);
  const Scores fewer = score({0, 0, 0, 1, 1}, {0, 0, 1, 1, 2});
  EXPECT_NEAR(fewer.accuracy, 3. / 5, 1e-15);
  EXPECT_EQ(fewer.matching.size(), 2u);
}

TEST(Score, DifferentLengthsAreNamed) {
  try {
    score({0, 1, 1}, {0, 1});
    FAIL() << "lengths 3 and 2 were accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    EXPECT_NE(std::string(error.what()).find("3 labels but 2 true classes"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(score({}, {}), Error);
}

TEST(Score, IdentifiersAreRefusedAsLabels) {
  Labels ids(6000);
  std::iota(ids.begin(), ids.end(), 0);
  EXPECT_THROW(score(ids, ids), Error);
}

TEST(Encode, NumbersSortAsNumbers) {
  std::vector<std::string> names;
  EXPECT_EQ(encode({"10", "9", "-1", "10", "2.5"}, &names), (Labels{3, 2, 0, 3, 1}));
  EXPECT_EQ(names, (std::vector<std::string>{"-1", "2.5", "9", "10"}));
}

TEST(Encode, TextSortsByItsBytesAfterNumbers) {
  std::vector<std::string> names = {"left over"};
  EXPECT_EQ(encode({"virginica", "setosa", "7", "", "setosa", "nan"}, &names), (Labels{4, 3, 0, 1, 3, 2}));
  EXPECT_EQ(names, (std::vector<std::string>{"7", "", "nan", "setosa", "virginica"}));
  EXPECT_TRUE(encode({}, &names).empty());
  EXPECT_TRUE(names.empty());
}

// Two long identifiers that are one number in double precision stay two values.
TEST(Encode, SpellingDecidesWhatIsDistinct) {
  EXPECT_EQ(encode({"9007199254740993", "9007199254740992"}), (Labels{1, 0}));
}

}  // namespace
}  // namespace mercer
