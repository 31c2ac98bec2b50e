// A space whose sums are on a device answers as GramSpace does, whatever is asked.
#include "cuda/device_space.hpp"

#include "cuda/device_gram.hpp"
#include "cuda/devices.hpp"
#include "engine/fit.hpp"
#include "engine/hard.hpp"
#include "engine/online.hpp"
#include "engine/winners.hpp"
#include "init/init.hpp"
#include "mercer/communicator.hpp"
#include "pretend_points.hpp"
#include "pretend_ranks.hpp"
#include "search/swap.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr Index size_here = 900, clusters_here = 5;

class DeviceSpaceTest : public testing::Test {
 protected:
  Matrix X = test::blobs(size_here, 3, 5, 4, 3);
  std::shared_ptr<const Gram> gram = test::point_gram<double>(X, Gaussian{.sigma = 2.0});
  std::shared_ptr<const test::PretendPoints> points = std::make_shared<test::PretendPoints>(gram);
  GramSpace here{gram};
  DeviceSpace there{points, std::make_shared<DeviceGram>(points)};
  Vector weights = Vector::LinSpaced(size_here, 0.5, 2);
};

void expect_near(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-9 * (1 + a.cwiseAbs().maxCoeff()));
}
TEST_F(DeviceSpaceTest, HardClustersOfSeveralStarts) {
  for (const bool even : {true, false}) {
    const HardOptions options{.clusters = clusters_here, .weights = even ? Vector::Ones(size_here) : weights};
    const std::vector<Labels> starts{test::random_labels(size_here, clusters_here, 1),
                                     test::random_labels(size_here, clusters_here, 2),
                                     test::random_labels(size_here, clusters_here - 1, 3)};
    HardState a = assemble(here, starts, options), b = assemble(there, starts, options);
    expect_near(a.prototypes.norm, b.prototypes.norm);
    expect_near(a.prototypes.mass, b.prototypes.mass);
    optimise(here, a, options);
    optimise(there, b, options);
    for (std::size_t s = 0; s < 3; ++s) test::expect_same(a.starts[s], b.starts[s]);
    EXPECT_GT(a.starts[2].reseeded, 0);
  }
}

TEST_F(DeviceSpaceTest, ASwapSearch) {
  const HardOptions options{.clusters = clusters_here, .weights = weights};
  HardState a = assemble(here, {test::random_labels(size_here, clusters_here, 1)}, options),
            b = assemble(there, {test::random_labels(size_here, clusters_here, 1)}, options);
  swap_search(here, a, 6, 1, options);
  swap_search(there, b, 6, 1, options);
  test::expect_same(a.starts[0], b.starts[0]);
}

// One pass over all pairs for each start, and no more until points move.
TEST_F(DeviceSpaceTest, AFirstPassForEachStart) {
  const HardOptions options{.clusters = clusters_here, .weights = Vector::Ones(size_here)};
  assemble(
      there,
      {test::random_labels(size_here, clusters_here, 1), test::random_labels(size_here, clusters_here, 2)},
      options);
  EXPECT_EQ(points->passes, 2U);
}

TEST_F(DeviceSpaceTest, SoftWeights) {
  const FitOptions options{.clusters = clusters_here, .max_iterations = 10, .weights = weights};
  Random random(3);
  Matrix W(size_here, 2 * clusters_here);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  const auto a = fit(here, Fuzzy{.m = 1.3}, W, options), b = fit(there, Fuzzy{.m = 1.3}, W, options);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t s = 0; s < a.size(); ++s) expect_near(a[s].weights, b[s].weights);
}

TEST_F(DeviceSpaceTest, WhatPrototypesAreAskedFor) {
  Random random(3);
  Matrix W(size_here, 4);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  Prototypes a, b;
  here.place(W, a);
  there.place(W, b);
  expect_near(all_distances(here, a), all_distances(there, b));
  expect_near(here.apart(W, a), there.apart(W, b));
  const Prototypes kept = b;  // a value: what follows must not change it
  const Vector step = Vector::LinSpaced(4, 0, 0.3);
  a.mass.setOnes();
  b.mass.setOnes();
  here.nudge(17, step, a);
  there.nudge(17, step, b);
  expect_near(a.norm, b.norm);
  expect_near(all_distances(here, a), all_distances(there, b));
  const std::vector<Index> some = {3, 1}, few = {5, 0, 899};
  const Prototypes c = here.select(a, some), d = there.select(b, some);
  expect_near(all_distances(here, c), all_distances(there, d));
  Matrix x, y;
  here.distances(c, few, {0, 2}, x);
  there.distances(d, few, {0, 2}, y);
  expect_near(x, y);
  Prototypes e = a, f = b;
  here.place(W, a);
  there.put(kept, some, f);
  here.put(a, some, e);
  expect_near(all_distances(here, e), all_distances(there, f));
  EXPECT_THROW(there.scan(a, {0, 1}, [](Range, Block&) {}), Error);  // prototypes of another space
}

TEST_F(DeviceSpaceTest, SumsOfNeighboursOnAMap) {
  const Labels labels = test::random_labels(size_here, 4, 2);
  const HardOptions options{.clusters = 4, .weights = weights};
  const HardState a = assemble(here, {labels}, options), b = assemble(there, {labels}, options);
  std::vector<Index> owner(labels.begin(), labels.end());
  const Matrix H = Matrix::Random(4, 4).cwiseAbs();
  const Prototypes p = here.spread(a.prototypes, H, owner, weights),
                   q = there.spread(b.prototypes, H, owner, weights);
  expect_near(p.norm, q.norm);
  expect_near(all_distances(here, p), all_distances(there, q));
}

TEST_F(DeviceSpaceTest, Seeds) {
  const Labels none;
  const HardOptions options{.clusters = clusters_here, .weights = weights};
  const InitContext a{here, nullptr, options, 0, 3, 7, none}, b{there, nullptr, options, 0, 3, 7, none};
  const auto seeds = plus_plus_seeds(a, clusters_here);
  EXPECT_EQ(seeds, plus_plus_seeds(b, clusters_here));
  EXPECT_EQ(nearest_seed_labels(here, seeds), nearest_seed_labels(there, seeds));
}

// Each rank has the sums of its own points on its device; what comes out has the same bits on any number of
// ranks.
TEST_F(DeviceSpaceTest, RanksShareTheRows) {
  const Labels labels = test::random_labels(size_here, clusters_here, 1);
  Random random(5);
  Matrix W(size_here, clusters_here);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  const auto all_of_it = [&] {
    const ThreadScope one_thread_of_blas(0);  // as behind every front door
    const auto own = std::make_shared<test::PretendPoints>(gram, device_rows(size_here));
    const DeviceSpace space(own, std::make_shared<DeviceGram>(own));
    const HardOptions options{.clusters = clusters_here, .weights = weights};
    const Labels none;
    const InitContext start{space, nullptr, options, 0, 2, 3, none};
    std::vector<Labels> starts = nearest_seed_labels(space, plus_plus_seeds(start, clusters_here));
    starts.push_back(labels);
    HardState state = assemble(space, starts, options);
    optimise(space, state, options);
    Prototypes P;
    space.place(W, P);
    const Vector placed = P.norm;
    const Matrix apart = space.apart(W, P);
    std::vector<Index> owner(labels.begin(), labels.end());
    const Matrix H = W.topRows(clusters_here);
    const Prototypes spread = space.spread(P, H, owner, weights);
    P.mass.setOnes();
    space.nudge(700, Vector::LinSpaced(clusters_here, 0, 0.3), P);
    Matrix few;
    space.distances(P, std::vector<Index>{899, 3, 400}, {0, 3}, few);
    Matrix KW;
    apply_all(DeviceGram(own), W, KW);
    std::vector<double> words;
    for (const HardStart& one : state.starts) {
      words.insert(words.end(), one.labels.begin(), one.labels.end());
      words.push_back(one.objective);
    }
    const auto add = [&](const Matrix& M) { words.insert(words.end(), M.data(), M.data() + M.size()); };
    add(placed);
    add(apart);
    add(spread.norm);
    add(all_distances(space, spread));
    add(P.norm);
    add(few);
    add(KW);
    return words;
  };
  const std::vector<double> alone = all_of_it();
  for (const double word : alone) ASSERT_TRUE(std::isfinite(word));
  for (const int count : {2, 3}) {
    std::vector<std::vector<double>> found(static_cast<std::size_t>(count));
    const auto thrown = test::PretendRanks(count).run([&](Communicator& all) {
      const Together scope(all);
      EXPECT_EQ(device_rows(size_here).size() < size_here, true);
      EXPECT_EQ(device_rows(200).size(), 200);  // too few to share
      found[static_cast<std::size_t>(all.rank())] = together([&] { return all_of_it(); });
    });
    for (const auto& one : thrown)
      if (one) std::rethrow_exception(one);
    for (const auto& words : found) EXPECT_EQ(words == alone, true) << count << " ranks";
  }
}

TEST_F(DeviceSpaceTest, TheGram) {
  const DeviceGram away(points);
  Random random(3);
  Matrix W(size_here, 3), A, B;
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform(-1, 1);
  gram->apply(W, A);
  away.apply(W, B);
  expect_near(A, B);
  SparseRows dW;
  dW.add_row(3);
  dW.add(0, 1.5);
  dW.add(2, -2);
  dW.add_row(800);
  dW.add(2, 1);
  gram->update(dW, A);
  away.update(dW, B);
  expect_near(A, B);
  Vector p, q;
  const Data Z(test::blobs(40, 3, 2, 9));
  gram->cross(Z, W, A, p);
  away.cross(Z, W, B, q);
  expect_near(A, B);
  expect_near(p, q);
}

}  // namespace
}  // namespace mercer
