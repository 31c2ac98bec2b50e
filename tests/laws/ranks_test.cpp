// Equal seed, equal answer: the same bits on any number of ranks, for every method and kernel. Ranks are
// threads here (pretend_ranks.hpp); tests/mpi starts real ones.
#include <bit>

#include "mercer/cluster.hpp"
#include "mercer/embed.hpp"
#include "mercer/neighbors.hpp"
#include "pretend_ranks.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr Index ranked_points = 700, ranked_clusters = 3;

struct Case {
  std::string name;
  Data data;
  Options options;
};

std::vector<std::uint64_t> bits_of(const Result& result) {
  std::vector<std::uint64_t> words;
  const auto add = [&](double value) { words.push_back(std::bit_cast<std::uint64_t>(value)); };
  for (const int label : result.labels) add(label);
  add(result.objective);
  for (const double step : result.history) add(step);
  add(static_cast<double>(result.iterations));
  for (const double value : result.model.mass) add(value);
  for (const double value : result.model.norm) add(value);
  return words;
}

// On each of `ranks` ranks; all of them must say the same.
template <class F>
std::vector<std::uint64_t> on_ranks(int ranks, F&& f) {
  std::vector<std::vector<std::uint64_t>> found(static_cast<std::size_t>(ranks));
  const auto thrown = test::PretendRanks(ranks).run([&](Communicator& all) {
    const Together scope(all);
    found[static_cast<std::size_t>(all.rank())] = together([&] { return f(); });
  });
  for (const auto& one : thrown)
    if (one) std::rethrow_exception(one);
  for (const auto& words : found) EXPECT_EQ(words == found[0], true);
  return found[0];
}

template <class F>
void expect_same_on_ranks(F&& f) {
  const std::vector<std::uint64_t> alone = f();
  ASSERT_FALSE(alone.empty());
  for (const int ranks : {2, 3, 4}) EXPECT_EQ(on_ranks(ranks, f) == alone, true) << ranks << " ranks";
}

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
  Options options_for(const Kernel& kernel) const {
    return {.clusters = ranked_clusters,
            .method = method,
            .kernel = kernel,
            .restarts = 2,
            .max_iterations = 6,
            .threads = 1};
  }
};

TEST_P(RanksOfMethod, EveryKernelGivesTheSameBits) {
  const Data data(ranked_blobs());
  for (const auto& [name, kernel] : kernels_of_points()) {
    SCOPED_TRACE(format_choice(method) + ", " + name);
    Options options = options_for(kernel);
    expect_same_on_ranks([&] { return bits_of(cluster(data, options)); });
  }
}

TEST_P(RanksOfMethod, GivenAndStoredMatricesToo) {
  const Matrix X = ranked_blobs();
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  const Data given(test::reference_gram(X, gaussian));
  SCOPED_TRACE(format_choice(method));
  expect_same_on_ranks([&] { return bits_of(cluster(given, options_for(Precomputed{}))); });
  for (const Holding storage : {Holding::stored, Holding::tiled}) {
    Options options = options_for(gaussian);
    options.storage = storage;
    options.precision = Precision::single_;
    expect_same_on_ranks([&] { return bits_of(cluster(Data(X), options)); });
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, RanksOfMethod,
                         testing::Range(std::size_t{0}, test::all_methods(ranked_clusters).size()));

TEST(Ranks, MethodsThatAreNotTheLoop) {
  const Data data(ranked_blobs());
  for (const Method& method :
       std::vector<Method>{Auto{}, Spectral{}, TreeCut{}, SingleLinkage{}, Ward{}, Genie{}, Hdbscan{},
                           Mixture{}, GraphLinkage{}, MeanShift{}, KSpheres{}}) {
    Options options{.clusters = ranked_clusters, .method = method, .threads = 1};
    if (finds_clusters(method)) options.clusters = clusters_by_method;
    if (std::holds_alternative<Spectral>(method) || std::holds_alternative<KSpheres>(method))
      options.kernel = Gaussian{.sigma = 2.0};
    if (std::holds_alternative<TreeCut>(method)) options.kernel = Connectivity{};
    SCOPED_TRACE(format_choice(method));
    expect_same_on_ranks([&] { return bits_of(cluster(data, options)); });
  }
}

// Fewer stretches of points than ranks: one, then nobody shares; or two, and some ranks have none.
TEST(Ranks, FewPoints) {
  for (const Index points : {9, 200, 300})
    for (const Method& method : std::vector<Method>{Hard{}, Fuzzy{}, KSpheres{}, Spectral{}}) {
      SCOPED_TRACE(format_choice(method) + ", " + std::to_string(points) + " points");
      const Data data(test::blobs(points, 3, 2, 1));
      const Options options{.clusters = 2, .method = method, .kernel = Gaussian{.sigma = 2.0}, .threads = 1};
      expect_same_on_ranks([&] { return bits_of(cluster(data, options)); });
    }
}

// Many columns: neighbours by blocks, and trees by Prim.
TEST(Ranks, LongVectors) {
  const Data data(test::blobs(2600, 40, ranked_clusters, 2));
  const auto neighbors = [&] {
    const Neighbors near = nearest_neighbors(data, 5, {.threads = 1});
    std::vector<std::uint64_t> words;
    for (const int i : near.indices.reshaped()) words.push_back(static_cast<std::uint64_t>(i));
    for (const double d : near.distances.reshaped()) words.push_back(std::bit_cast<std::uint64_t>(d));
    return words;
  };
  expect_same_on_ranks(neighbors);
  const Options tree{.clusters = ranked_clusters, .method = SingleLinkage{}, .threads = 1};
  expect_same_on_ranks([&] { return bits_of(cluster(data, tree)); });
}

TEST(Ranks, PredictionsAndEmbeddings) {
  const Matrix X = ranked_blobs();
  const Data data(X), fresh(test::blobs(700, 4, ranked_clusters, 3));
  const Options options{
      .clusters = ranked_clusters, .method = Hard{}, .kernel = Gaussian{.sigma = 2.0}, .threads = 1};
  const Model model = cluster(data, options).model;
  expect_same_on_ranks([&] {
    std::vector<std::uint64_t> words;
    const Matrix found = model.assign(fresh, {.distances = true}, 1).distances;
    for (const double d : found.reshaped()) words.push_back(std::bit_cast<std::uint64_t>(d));
    return words;
  });
  expect_same_on_ranks([&] {
    const EmbedResult found = embed(data, {.dimensions = 2, .kernel = Gaussian{.sigma = 2.0}, .threads = 1});
    std::vector<std::uint64_t> words;
    for (const double x : found.coordinates.reshaped()) words.push_back(std::bit_cast<std::uint64_t>(x));
    return words;
  });
}

TEST(Ranks, SilhouettesInFeatureSpace) {
  const Data data(test::blobs(2600, 4, ranked_clusters, 1));
  const Labels labels = test::random_labels(2600, ranked_clusters, 2);
  for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(Linear{}), Kernel(Connectivity{})})
    expect_same_on_ranks([&] {
      const double mean = silhouette(data, kernel, labels, 1);
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
                  .restarts = 3,
                  .threads = 1};
  options.weights = Vector::LinSpaced(ranked_points, 0.5, 2);
  for (const Init& init :
       std::vector<Init>{KernelPlusPlus{}, RandomPartition{}, GlobalSearch{}, Singleton{}}) {
    SCOPED_TRACE(format_choice(init));
    options.init = init;
    expect_same_on_ranks([&] { return bits_of(cluster(data, options)); });
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
