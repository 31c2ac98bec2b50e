// A follower with bounds against one that looks at all points: the same labels in every iteration.
#include "space/follower.hpp"

#include "engine/hard.hpp"
#include "space/feature_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

struct Sort {
  std::string name;
  Matrix X;
};
void PrintTo(const Sort& sort, std::ostream* out) { *out << sort.name; }

Matrix noise(Index n, Index d) {
  Random random(5);
  Matrix X(n, d);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = random.uniform();
  return X;
}

// A grid has many ties; half of the last set are copies of the other half, far from the origin.
std::vector<Sort> sorts() {
  Matrix grid(2500, 2), copies(3000, 3);
  for (Index i = 0; i < grid.rows(); ++i)
    grid.row(i) << static_cast<double>(i % 50), static_cast<double>(i / 50);
  copies.topRows(1500) = noise(1500, 3);
  copies.bottomRows(1500) = copies.topRows(1500);
  copies.array() += 1e4;
  return {{"blobs", test::blobs(3000, 4, 9, 2)},
          {"noise", noise(4000, 7)},
          {"many columns", noise(1500, 80)},
          {"grid", grid},
          {"copies", copies}};
}

class FollowerTest : public testing::TestWithParam<Sort> {};
INSTANTIATE_TEST_SUITE_P(Sorts, FollowerTest, testing::ValuesIn(sorts()));

HardOptions options_of(Index n, Index k) {
  return {
      .clusters = k, .max_iterations = 300, .refine = true, .weights = Vector::Ones(n), .control = nullptr};
}

// Lloyd step by step; now and then somebody else moves points.
void compare_labels(const Space& space, const HardOptions& options) {
  const Index n = space.size(), k = options.clusters;
  HardState state = assemble(space, {test::random_labels(n, k, 3)}, options);
  const auto follower = space.follow(1);
  Random random(9);
  Index changes = 0;
  for (int step = 0; step < 60; ++step) {
    Labels plain = state.starts[0].labels, followed = plain;
    const Moves moves = space.nearest(state.prototypes, {0, k}, plain);
    const Moves found = follower->nearest(state.prototypes, {0, k}, followed);
    ASSERT_EQ(plain, followed) << "k = " << k << ", step " << step;
    ASSERT_EQ(moves.points, found.points);
    ASSERT_EQ(moves.from, found.from);
    if (step % 9 == 8)
      for (int some = 0; some < 20; ++some)
        plain[static_cast<std::size_t>(random.below(n))] = static_cast<int>(some % k);
    changes += static_cast<Index>(moves.points.size());
    relabel(space, state, 0, plain, options);
  }
  EXPECT_GT(changes, n / 2);
}

void compare_gaining(const Space& space, HardOptions options) {
  const Index n = space.size(), k = options.clusters;
  Random random(2);
  for (double& w : options.weights) w = random.uniform(0.5, 2);
  HardState state = assemble(space, {test::random_labels(n, k, 4)}, options);
  const auto follower = space.follow(1);
  Index gained = 0;
  for (int step = 0; step < 40; ++step) {
    Labels labels = state.starts[0].labels;
    follower->nearest(state.prototypes, {0, k}, labels);
    relabel(space, state, 0, labels, options);
    const auto all = space.gaining(state.prototypes, {0, k}, labels, options.weights, 1e-9);
    ASSERT_EQ(follower->gaining(state.prototypes, {0, k}, labels, options.weights, 1e-9), all) << step;
    gained += static_cast<Index>(all.size());
  }
  EXPECT_GT(gained, 0);
}

// Features are about their mean; float ones keep few digits, so that many distances are ties.
template <class T>
FeatureSpace<T> features_of(const Matrix& X) {
  return FeatureSpace<T>((X.rowwise() - X.colwise().mean()).template cast<T>());
}

TEST_P(FollowerTest, LabelsAreThoseOfLloydInEveryIteration) {
  for (const Index k : {2, 7, 40})
    compare_labels(VectorSpace{Data(GetParam().X)}, options_of(GetParam().X.rows(), k));
}
TEST_P(FollowerTest, LabelsOfFeaturesAreThoseOfLloydInEveryIteration) {
  for (const Index k : {2, 7, 40}) {
    compare_labels(features_of<float>(GetParam().X), options_of(GetParam().X.rows(), k));
    compare_labels(features_of<double>(GetParam().X), options_of(GetParam().X.rows(), k));
  }
}

TEST_P(FollowerTest, PointsThatGainAreThoseOfAFullLook) {
  const HardOptions options = options_of(GetParam().X.rows(), 12);
  compare_gaining(VectorSpace{Data(GetParam().X)}, options);
  compare_gaining(features_of<float>(GetParam().X), options);
  compare_gaining(features_of<double>(GetParam().X), options);
}

}  // namespace
}  // namespace mercer
