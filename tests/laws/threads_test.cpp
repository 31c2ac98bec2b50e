// Equal seed, equal answer: the same bits at 1, 2, 3 and 8 threads, for every rule in every space.
#include <bit>

#include "core/parallel.hpp"
#include "engine/hard.hpp"
#include "engine/online.hpp"
#include "engine/winners.hpp"
#include "gram/sparse_gram.hpp"
#include "gram/tree_gram.hpp"
#include "init/init.hpp"
#include "search/swap.hpp"
#include "space/feature_space.hpp"
#include "space/gram_space.hpp"
#include "space/preimage_space.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

constexpr Index law_points = 1700,
                law_clusters = 5;  // enough that the threads share the work, and a last block that is shorter

// All bits that a run leaves, in one list.
struct Bits {
  std::vector<std::uint64_t> words;
  void add(double value) { words.push_back(std::bit_cast<std::uint64_t>(value)); }
  template <class Values>
  void add_all(const Values& values) {
    for (const auto& value : values) add(static_cast<double>(value));
  }
  void add(const Matrix& M) { add_all(M.reshaped()); }
  void add(const Fit& fit) {
    add(fit.weights);
    add_all(fit.history);
    add(static_cast<double>(fit.iterations));
  }
  void add(const HardStart& start) {
    add_all(start.labels);
    add_all(start.history);
    add(start.objective);
    add_all(start.mass);
    add_all(start.norm);
  }
};

template <class F>
void expect_same_bits(F&& run) {
  std::vector<std::uint64_t> one;
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadScope scope(threads);
    Bits bits;
    run(bits);
    ASSERT_FALSE(bits.words.empty());
    if (threads == 1) one = bits.words;
    EXPECT_EQ(bits.words == one, true) << threads << " threads";
  }
}

struct Named {
  std::string name;
  std::shared_ptr<const Space> space;
};
std::vector<Named> spaces() {
  const Matrix X = test::blobs(law_points, 3, 5, 1), wide = test::blobs(law_points, 40, 5, 2);
  const Matrix holes = (X.array() < 0).select(0.0, X);
  Matrix K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  K = (K.array() < 0.3).select(0.0, K);
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  const auto in = [](auto gram) { return std::make_shared<GramSpace>(std::move(gram)); };
  const auto tree = std::make_shared<const Ultrametric>(test::tree_of(X));
  return {{"vectors", std::make_shared<VectorSpace>(Data(X))},
          {"long vectors", std::make_shared<VectorSpace>(Data(wide))},
          {"sparse vectors", std::make_shared<VectorSpace>(Data(SparseMatrix(holes.sparseView())))},
          {"features", std::make_shared<FeatureSpace<double>>(wide)},
          {"float features", std::make_shared<FeatureSpace<float>>(wide.cast<float>())},
          {"preimages", std::make_shared<PreimageSpace>(Data(X), 0.1)},
          {"tiled", in(test::point_gram<double>(X, gaussian))},
          {"float tiles", in(test::point_gram<float>(X, gaussian))},
          {"stored", in(std::make_shared<StoredGram<float>>(test::point_gram<float>(X, gaussian)))},
          {"given, sparse", in(std::make_shared<SparseGram>(SparseMatrix(K.sparseView())))},
          {"tree", in(std::make_shared<TreeGram>(tree))}};
}

class Threads : public testing::TestWithParam<std::size_t> {
 protected:
  static const Named& at(std::size_t i) {
    static const std::vector<Named> all = spaces();
    return all[i];
  }
  void SetUp() override { RecordProperty("space", at(GetParam()).name); }
  const Space& space() const { return *at(GetParam()).space; }
  testing::Message name() const { return testing::Message() << at(GetParam()).name; }

  Vector weights = Vector::LinSpaced(law_points, 0.5, 2);
};

Matrix random_weights_of(Index columns) {
  Random random(5);
  Matrix W(law_points, columns);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  return W;
}

TEST_P(Threads, EveryRuleGivesTheSameBits) {
  const Matrix W = random_weights_of(2 * law_clusters);
  const FitOptions options{.clusters = law_clusters, .max_iterations = 4, .weights = weights};
  const auto check = [&](const char* rule_name, const auto& rule) {
    SCOPED_TRACE(name() << ", " << rule_name);
    expect_same_bits([&](Bits& bits) {
      for (const Fit& one : fit(space(), rule, W, options)) bits.add(one);
    });
  };
  check("hard", Hard{});
  check("softmax", Softmax{.beta = 0.3});
  check("fuzzy", Fuzzy{.m = 1.6});
  check("possibilistic", Possibilistic{.m = 2.0, .eta = 3.0});
  check("possibilistic, form 2", Possibilistic{.eta = 3.0, .form = PossibilisticForm::two});
  check("k-harmonic", KHarmonic{.unit = 3});
  check("iwc", InverseWeighted{.b = 4.0});
  check("neural gas", NeuralGas{.lambda_initial = 2.0, .steps = 3});
  check("map", Som{.grid = GridSize{1, 5}, .sigma_initial = 1.0, .steps = 3});
}

// Seeds, labels, moves of single points, swaps.
TEST_P(Threads, HardClustersHaveTheSameBits) {
  SCOPED_TRACE(name());
  const HardOptions options{.clusters = law_clusters, .max_iterations = 20, .weights = weights};
  expect_same_bits([&](Bits& bits) {
    std::vector<Labels> starts =
        nearest_seed_labels(space(), plus_plus_seeds({space(), nullptr, options, 0, 2, 1, {}}, law_clusters));
    starts.push_back(test::random_labels(law_points, law_clusters - 1, 3));  // one cluster is empty
    HardState state = assemble(space(), starts, options);
    optimise(space(), state, options);
    for (const HardStart& start : state.starts) bits.add(start);
    HardState one = assemble(space(), {starts[0]}, options);
    swap_search(space(), one, 2, 1, options);
    bits.add(one.starts[0]);
  });
}

TEST_P(Threads, MapsHaveTheSameBits) {
  SCOPED_TRACE(name());
  const Som som{.grid = GridSize{1, 5}, .sigma_initial = 2.0, .steps = 5};
  const FitOptions options{.clusters = law_clusters, .max_iterations = 8, .weights = weights};
  const Matrix W = random_weights_of(2 * law_clusters);
  expect_same_bits([&](Bits& bits) {
    for (const Fit& one : fit_map(space(), som, W, options)) bits.add(one);
  });
}

INSTANTIATE_TEST_SUITE_P(Spaces, Threads, testing::Range(std::size_t{0}, std::size_t{11}));

}  // namespace
}  // namespace mercer
