// The same bits on any number of ranks and threads: methods that are not the loop, approximations, kernels of
// matrices, graphs and strings.
#include "mercer/objects.hpp"
#include "rank_bits.hpp"

namespace mercer {
namespace {

constexpr Index points_here = 700, clusters_here = 3;

struct Case {
  std::string name;
  Data data;
  Options options;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

Data blobs_here() { return Data(test::blobs(points_here, 4, clusters_here, 1)); }

Matrix distances_between(const Matrix& X) {
  Matrix D(X.rows(), X.rows());
  for (Index i = 0; i < X.rows(); ++i) D.col(i) = (X.rowwise() - X.row(i)).rowwise().norm();
  return D;
}

// An undirected graph of three groups of vertices.
SparseMatrix some_graph(Index size) {
  Random random(2);
  Matrix A = Matrix::Zero(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < i; ++j)
      if (random.uniform(0, 1) < (i % clusters_here == j % clusters_here ? 0.2 : 0.01)) A(i, j) = A(j, i) = 1;
  return A.sparseView();
}

// Words over different letters.
Data some_strings(const Kernel& kernel) {
  Random random(3);
  Documents words;
  for (Index i = 0; i < points_here; ++i) {
    std::string word;
    for (int letter = 0; letter < 8; ++letter)
      word += static_cast<char>('a' + 3 * (i % clusters_here) + random.below(5));
    words.texts.push_back(word);
    words.places.push_back("somewhere");
  }
  return Description::learn(words, kernel).rows(words, 1);
}

// Rings and stars of labelled vertices.
Data some_graphs(const Kernel& kernel) {
  Random random(4);
  Graphs all;
  for (Index i = 0; i < 300; ++i) {
    Graph one;
    const int size = 4 + static_cast<int>(random.below(4));
    for (int v = 0; v < size; ++v)
      one.labels.push_back(std::string(1, static_cast<char>('a' + random.below(2))));
    for (int v = 1; v < size; ++v) one.edges.push_back({i % 2 == 0 ? 0 : v - 1, v});
    all.graphs.push_back(one);
    all.places.push_back("somewhere");
  }
  return Description::learn(all, kernel).rows(all, 1);
}

std::vector<Case> methods_of_other_kinds() {
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  std::vector<Case> all;
  for (const Method& method :
       std::vector<Method>{Auto{}, Mixture{}, Mixture{.covariance = Covariance::full}, SingleLinkage{},
                           Ward{}, Genie{}, Hdbscan{}, GraphLinkage{}, MeanShift{}, TreeCut{}, Spectral{},
                           Spectral{.neighbors = 8}, OneClass{}, SupportVectorClustering{}, KSpheres{}}) {
    Options options{.clusters = clusters_here, .method = method};
    if (finds_clusters(method)) options.clusters = clusters_by_method;
    if (std::holds_alternative<TreeCut>(method)) options.kernel = Connectivity{};
    if (std::holds_alternative<Spectral>(method) || std::holds_alternative<OneClass>(method) ||
        std::holds_alternative<SupportVectorClustering>(method) || std::holds_alternative<KSpheres>(method))
      options.kernel = gaussian;
    all.push_back({format_choice(method), blobs_here(), options});
  }
  return all;
}

std::vector<Case> kernels_and_approximations() {
  const Matrix X = test::blobs(points_here, 4, clusters_here, 1);
  const auto of = [](const Kernel& kernel, const Approx& approx = Exact{}) {
    return Options{.clusters = clusters_here,
                   .method = Hard{},
                   .kernel = kernel,
                   .approx = approx,
                   .restarts = 2,
                   .max_iterations = 10};
  };
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  std::vector<Case> all = {{"gaussian:local", Data(X), of(Gaussian{.local = true})},
                           {"polynomial", Data(X), of(Polynomial{.degree = 2})},
                           {"laplacian", Data(X), of(Laplacian{.sigma = 2.0})},
                           {"cosine", Data(X), of(Cosine{})},
                           {"sigmoid", Data(X), of(Sigmoid{.gamma = 0.01})},
                           {"connectivity by density", Data(X), of(Connectivity{.min_points = 4})},
                           {"dissimilarity", Data(distances_between(X)), of(Dissimilarity{})},
                           {"diffusion", Data(some_graph(400)), of(Diffusion{.time = 0.2})},
                           {"nystrom", Data(X), of(gaussian, Nystrom{.landmarks = 40})},
                           {"nystrom, uniform", Data(X),
                            of(gaussian, Nystrom{.landmarks = 40, .sampler = LandmarkSampler::uniform})},
                           {"nystrom, k-means++", Data(X),
                            of(gaussian, Nystrom{.landmarks = 40, .sampler = LandmarkSampler::plus_plus})},
                           {"nystrom of a matrix", Data(test::reference_gram(X, gaussian)),
                            of(Precomputed{}, Nystrom{.landmarks = 40})},
                           {"rff", Data(X), of(gaussian, RandomFeatures{.features = 60})},
                           {"minibatch", Data(X), of(gaussian, MiniBatch{.size = 100, .batches = 20})}};
  Case in_float{"nystrom in float", Data(X), of(gaussian, Nystrom{.landmarks = 40})};
  in_float.options.precision = Precision::single_;
  all.push_back(in_float);
  const Kernel spectrum = Spectrum{2}, gaps = Subsequence{2, 0.5}, refined = WeisfeilerLehman{};
  for (const Kernel& kernel : {spectrum, gaps})
    all.push_back({format_choice(kernel), some_strings(kernel), of(among_rows(kernel))});
  all.push_back({format_choice(refined), some_graphs(refined), of(among_rows(refined))});
  for (Case& one : std::vector<Case>(all)) {  // and a rule whose weights are not labels
    if (!is_exact(one.options.approx)) continue;
    one.name += ", fuzzy";
    one.options.method = Fuzzy{.m = 1.3};
    all.push_back(one);
  }
  return all;
}

class RanksOfCase : public testing::TestWithParam<Case> {};

TEST_P(RanksOfCase, TheSameBits) {
  const Case& one = GetParam();
  test::expect_same_on_ranks([&](int threads) {
    Options options = one.options;
    options.threads = threads;
    const Result result = cluster(one.data, options);
    auto words = test::bits_of(result);
    for (const double score : result.outlier_scores) words.push_back(std::bit_cast<std::uint64_t>(score));
    return words;
  });
}

INSTANTIATE_TEST_SUITE_P(Methods, RanksOfCase, testing::ValuesIn(methods_of_other_kinds()));
INSTANTIATE_TEST_SUITE_P(Kernels, RanksOfCase, testing::ValuesIn(kernels_and_approximations()));

}  // namespace
}  // namespace mercer
