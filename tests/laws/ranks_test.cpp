// Equal seed, equal answer: the same bits on any number of ranks and threads, for every rule and kernel;
// other methods and data are in ranks_beyond_test.cpp. Ranks are threads here (pretend_ranks.hpp); tests/mpi
// starts real ones.
#include "mercer/embed.hpp"
#include "mercer/neighbors.hpp"
#include "rank_bits.hpp"

namespace mercer {
namespace {

using test::bits_of, test::expect_same_on_ranks;

constexpr Index ranked_points = 700, ranked_clusters = 3;

Matrix ranked_blobs() { return test::blobs(ranked_points, 4, ranked_clusters, 1); }

std::vector<std::pair<std::string, Kernel>> kernels_of_points() {
  return {{"gaussian", Gaussian{.sigma = 2.0}},
          {"linear", Linear{}},
          {"none", NoKernel{}},
          {"connectivity", Connectivity{}},
          {"geodesic", Geodesic{.neighbors = 8}}};
}

class RanksOfMethod : public testing::TestWithParam<std::size_t> {
 protected:
  Method method = test::all_methods(ranked_clusters)[GetParam()];
  Options options_for(const Kernel& kernel, int threads) const {
    return {.clusters = ranked_clusters,
            .method = method,
            .kernel = kernel,
            .restarts = 2,
            .max_iterations = 6,
            .threads = threads};
  }
};

TEST_P(RanksOfMethod, EveryKernelGivesTheSameBits) {
  const Data data(ranked_blobs());
  for (const auto& [name, kernel] : kernels_of_points()) {
    SCOPED_TRACE(format_choice(method) + ", " + name);
    const Kernel& used = kernel;  // which clang 14 lets a lambda see
    expect_same_on_ranks([&](int threads) { return bits_of(cluster(data, options_for(used, threads))); },
                         name == "gaussian" ? test::all_crews : test::small_crews);
  }
}

TEST_P(RanksOfMethod, GivenAndStoredMatricesToo) {
  const Matrix X = ranked_blobs();
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  const Data given(test::reference_gram(X, gaussian));
  SCOPED_TRACE(format_choice(method));
  expect_same_on_ranks(
      [&](int threads) { return bits_of(cluster(given, options_for(Precomputed{}, threads))); });
  for (const Holding storage : {Holding::stored, Holding::tiled})
    expect_same_on_ranks([&](int threads) {
      Options options = options_for(gaussian, threads);
      options.storage = storage;
      options.precision = Precision::single_;
      return bits_of(cluster(Data(X), options));
    });
}

INSTANTIATE_TEST_SUITE_P(Methods, RanksOfMethod,
                         testing::Range(std::size_t{0}, test::all_methods(ranked_clusters).size()));

// Fewer stretches of points than ranks: one, then nobody shares; or two, and some ranks have none.
TEST(Ranks, FewPoints) {
  for (const Index points : {9, 200, 300})
    for (const Method& method : std::vector<Method>{Hard{}, Fuzzy{}, KSpheres{}, Spectral{}}) {
      SCOPED_TRACE(format_choice(method) + ", " + std::to_string(points) + " points");
      const Data data(test::blobs(points, 3, 2, 1));
      expect_same_on_ranks(
          [&](int threads) {
            const Options options{
                .clusters = 2, .method = method, .kernel = Gaussian{.sigma = 2.0}, .threads = threads};
            return bits_of(cluster(data, options));
          },
          test::all_crews);
    }
}

// Many columns: neighbours by blocks, and trees by Prim.
TEST(Ranks, LongVectors) {
  const Data data(test::blobs(2600, 40, ranked_clusters, 2));
  const auto neighbors = [&](int threads) {
    const Neighbors near = nearest_neighbors(data, 5, {.threads = threads});
    std::vector<std::uint64_t> words;
    for (const int i : near.indices.reshaped()) words.push_back(static_cast<std::uint64_t>(i));
    for (const double d : near.distances.reshaped()) words.push_back(std::bit_cast<std::uint64_t>(d));
    return words;
  };
  expect_same_on_ranks(neighbors);
  expect_same_on_ranks([&](int threads) {
    return bits_of(
        cluster(data, {.clusters = ranked_clusters, .method = SingleLinkage{}, .threads = threads}));
  });
}

TEST(Ranks, PredictionsAndEmbeddings) {
  const Matrix X = ranked_blobs();
  const Data data(X), fresh(test::blobs(700, 4, ranked_clusters, 3));
  Options options{
      .clusters = ranked_clusters, .method = Hard{}, .kernel = Gaussian{.sigma = 2.0}, .threads = 1};
  for (const Approx& approx : std::vector<Approx>{Exact{}, Nystrom{.landmarks = 40}}) {
    options.approx = approx;
    const Model model = cluster(data, options).model;
    expect_same_on_ranks(
        [&](int threads) {
          std::vector<std::uint64_t> words;
          const Matrix found = model.assign(fresh, {.distances = true}, threads).distances;
          for (const double d : found.reshaped()) words.push_back(std::bit_cast<std::uint64_t>(d));
          return words;
        },
        test::all_crews);
  }
  expect_same_on_ranks([&](int threads) {
    const EmbedResult found =
        embed(data, {.dimensions = 2, .kernel = Gaussian{.sigma = 2.0}, .threads = threads});
    std::vector<std::uint64_t> words;
    for (const double x : found.coordinates.reshaped()) words.push_back(std::bit_cast<std::uint64_t>(x));
    return words;
  });
}

TEST(Ranks, SilhouettesInFeatureSpace) {
  const Data data(test::blobs(2600, 4, ranked_clusters, 1));
  const Labels labels = test::random_labels(2600, ranked_clusters, 2);
  for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(Linear{}), Kernel(Connectivity{})})
    expect_same_on_ranks([&](int threads) {
      const double mean = silhouette(data, kernel, labels, threads);
      return std::vector<std::uint64_t>{std::bit_cast<std::uint64_t>(mean)};
    });
}

// Some restarts, a search, weights: all that the hard methods have.
TEST(Ranks, SwapsAndWeights) {
  const Data data(ranked_blobs());
  Options options{.clusters = 6,
                  .method = Hard{},
                  .kernel = Gaussian{.sigma = 1.0},
                  .search = Swap{.trials = 5},
                  .restarts = 3};
  options.weights = Vector::LinSpaced(ranked_points, 0.5, 2);
  for (const Init& init :
       std::vector<Init>{KernelPlusPlus{}, RandomPartition{}, GlobalSearch{}, Singleton{}}) {
    SCOPED_TRACE(format_choice(init));
    options.init = init;
    expect_same_on_ranks([&](int threads) {
      options.threads = threads;
      return bits_of(cluster(data, options));
    });
  }
}

TEST(Ranks, OtherDataOnOneRankAreFound) {
  const auto thrown = test::PretendRanks(3).run([&](Communicator& all) {
    Options options{.clusters = 2, .method = Hard{}, .threads = 1};
    options.communicator = &all;
    Matrix X = test::blobs(300, 2, 2, 1);
    if (all.rank() == 1) X(299, 1) += 1e-9;
    cluster(Data(X), options);
  });
  for (const auto& one : thrown) {
    ASSERT_TRUE(one);
    EXPECT_THROW(std::rethrow_exception(one), Error);
  }
}

// A late iteration tells the others of few labels.
TEST(Ranks, BytesOfTheLastSteps) {
  constexpr std::uint64_t ranks = 4, n = 4000;
  const Data data(test::blobs(n, 4, 8, 1));
  const auto thrown = test::PretendRanks(ranks).run([&](Communicator& all) {
    const Together scope(all);
    const Options options{.clusters = 8,
                          .method = Hard{.refine = false},
                          .kernel = Gaussian{.sigma = 2.0},
                          .restarts = 1,
                          .threads = 1};
    together([&] { return cluster(data, options).iterations; });
    const auto sent = traffic();
    ASSERT_GE(sent.size(), 4U);
    const std::size_t last = sent.size() - 2;
    EXPECT_LE(sent[last].bytes - sent[last - 1].bytes, 2 * n * ranks + 65536);
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
}

}  // namespace
}  // namespace mercer
