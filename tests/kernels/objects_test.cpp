#include "mercer/objects.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <map>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Documents strings(const std::vector<std::string>& texts) {
  Documents out;
  out.texts = texts;
  for (std::size_t i = 0; i < texts.size(); ++i) out.places.push_back(fmt::format("line {}", i + 1));
  return out;
}
Graphs graphs(const std::vector<Graph>& all) {
  Graphs out;
  out.graphs = all;
  out.places.resize(all.size(), "somewhere");
  return out;
}

// The kernel between the objects, from their rows.
template <class Objects>
Matrix kernel_of(const Objects& objects, const Kernel& kernel) {
  const Matrix rows = Description::learn(objects, kernel).rows(objects).dense();
  return std::holds_alternative<Subsequence>(kernel) ? rows : Matrix(rows * rows.transpose());
}
double of_two(const std::string& s, const std::string& t, const Kernel& kernel) {
  return kernel_of(strings({s, t}), kernel)(0, 1);
}

std::string random_string(Random& random, Index length) {
  std::string out;
  for (Index i = 0; i < length; ++i) out += "abc"[random.below(3)];
  return out;
}

// Every place of every subsequence: 2^|s| subsets, as decay^span summed by the word that they spell.
std::map<std::string, double> subsequences(const std::string& s, const Subsequence& kernel) {
  std::map<std::string, double> found;
  for (unsigned subset = 1; subset < (1U << s.size()); ++subset) {
    std::string word;
    int first = -1, last = 0;
    for (int i = 0; i < static_cast<int>(s.size()); ++i)
      if (subset >> i & 1U) {
        word += s[static_cast<std::size_t>(i)];
        if (first < 0) first = i;
        last = i;
      }
    if (static_cast<int>(word.size()) == kernel.length)
      found[word] += std::pow(kernel.decay, last - first + 1);
  }
  return found;
}
double brute_force(const std::string& s, const std::string& t, const Subsequence& kernel) {
  double sum = 0;
  const auto of_t = subsequences(t, kernel);
  for (const auto& [word, weight] : subsequences(s, kernel))
    if (const auto at = of_t.find(word); at != of_t.end()) sum += weight * at->second;
  return sum;
}

TEST(Subsequences, AreThoseOfTheLiterature) {
  // Lodhi et al. (2002), section 3: k(car, cat) = decay^4, k(car, car) = 2 decay^4 + decay^6
  for (const double l : {0.1, 0.5, 1.0})
    EXPECT_NEAR(of_two("car", "cat", Subsequence{2, l}), 1 / (2 + l * l), 1e-14);
  EXPECT_NEAR(subsequence_kernel(U"car", U"car", {2, 0.5}), 2 * std::pow(0.5, 4) + std::pow(0.5, 6), 1e-16);
  EXPECT_EQ(of_two("cat", "dog", Subsequence{2, 0.5}), 0);
}

TEST(Subsequences, EqualBruteForce) {
  Random random(3);
  for (const auto& kernel :
       {Subsequence{1, 0.5}, Subsequence{2, 0.9}, Subsequence{3, 0.4}, Subsequence{4, 1.0}})
    for (int trial = 0; trial < 10; ++trial) {
      const std::string s = random_string(random, 5 + trial % 4), t = random_string(random, 9);
      const double expected = brute_force(s, t, kernel);
      const auto wide = [](const std::string& text) { return std::u32string(text.begin(), text.end()); };
      EXPECT_NEAR(subsequence_kernel(wide(s), wide(t), kernel), expected, 1e-12 * (1 + expected));
      EXPECT_NEAR(of_two(s, t, kernel),
                  expected / std::sqrt(brute_force(s, s, kernel) * brute_force(t, t, kernel)), 1e-12);
    }
}

TEST(Spectra, CountSharedSubstrings) {
  // Shawe-Taylor and Cristianini (2004), chapter 11: of 2-spectra, bar and bat share "ba", car and cat "ca",
  // bar and car "ar", bat and cat "at".
  const Matrix K = kernel_of(strings({"bar", "bat", "car", "cat"}), Spectrum{2});
  Matrix expected(4, 4);
  expected << 2, 1, 1, 0, 1, 2, 0, 1, 1, 0, 2, 1, 0, 1, 1, 2;
  EXPECT_TRUE(K.isApprox(expected / 2, 1e-14));
  EXPECT_NEAR(of_two("statistics", "computation", Spectrum{3}), 2 / std::sqrt(8 * 9),
              1e-14);  // "tat" and "ati", of 8 and 9
  EXPECT_NEAR(of_two("aaaa", "aab", Spectrum{2}), 3 * 1 / std::sqrt(9 * 2), 1e-14);
}

TEST(Spectra, AreOfCharactersNotBytes) {
  EXPECT_NEAR(of_two("naïve", "naïf", Spectrum{3}), 1 / std::sqrt(3 * 2), 1e-14);
  EXPECT_EQ(of_two("ä", "ö", Spectrum{1}), 0);  // which share a byte
}

Graph permuted(const Graph& graph, Random& random) {
  std::vector<int> order(graph.labels.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  for (std::size_t i = 0; i + 1 < order.size(); ++i)
    std::swap(order[i],
              order[i + static_cast<std::size_t>(random.below(static_cast<Index>(order.size() - i)))]);
  Graph out{std::vector<std::string>(graph.labels.size()), {}};
  for (std::size_t v = 0; v < order.size(); ++v)
    out.labels[static_cast<std::size_t>(order[v])] = graph.labels[v];
  for (const auto& [a, b] : graph.edges)
    out.edges.emplace_back(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
  return out;
}
Graph random_graph(Random& random) {
  Graph graph;
  const Index n = 3 + random.below(6);
  for (Index v = 0; v < n; ++v) graph.labels.emplace_back(1, "CNO"[random.below(3)]);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < a; ++b)
      if (random.uniform(0, 1) < 0.4) graph.edges.emplace_back(a, b);
  return graph;
}

TEST(WeisfeilerLehmanKernel, DoesNotSeeTheOrderOfVertices) {
  Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    const Graph graph = random_graph(random);
    const Matrix K = kernel_of(graphs({graph, permuted(graph, random)}), WeisfeilerLehman{3});
    EXPECT_NEAR(K(0, 1), 1, 1e-14);
  }
}

TEST(WeisfeilerLehmanKernel, IsPositiveSemidefinite) {
  Random random(5);
  std::vector<Graph> all;
  for (int i = 0; i < 25; ++i) all.push_back(random_graph(random));
  const Matrix K = kernel_of(graphs(all), WeisfeilerLehman{2});
  EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0], -1e-12);
  EXPECT_LT(K.maxCoeff(), 1 + 1e-12);
}

TEST(WeisfeilerLehmanKernel, SeesDegreesWithoutLabels) {
  const Graph path{{"", "", ""}, {{0, 1}, {1, 2}}}, triangle{{"", "", ""}, {{0, 1}, {1, 2}, {0, 2}}};
  EXPECT_NEAR(kernel_of(graphs({path, triangle}), WeisfeilerLehman{0})(0, 1), 1, 1e-14);
  // Depth 1: three equal labels each; degrees 1, 2, 1 against 2, 2, 2: (9 + 1 x 3) / sqrt((9 + 5) (9 + 9))
  EXPECT_NEAR(kernel_of(graphs({path, triangle}), WeisfeilerLehman{1})(0, 1), 12 / std::sqrt(14.0 * 18),
              1e-14);
}

// What a new object has of parts that no training object has counts for its length.
TEST(Descriptions, GiveNewObjectsTheKernelThatTheyHaveTogether) {
  const std::vector<std::string> known = {"abcabc", "bcabca", "xyzxyz", "yzxyyy"},
                                 fresh = {"abcqqq", "qqqqq", "xyzab"};
  std::vector<std::string> together = known;
  together.insert(together.end(), fresh.begin(), fresh.end());
  for (const Kernel& kernel : {Kernel(Spectrum{2}), Kernel(Subsequence{2, 0.5})}) {
    const Matrix all = kernel_of(strings(together), kernel);
    const auto description = Description::learn(strings(known), kernel);
    const Matrix rows = description.rows(strings(fresh)).dense();
    EXPECT_EQ(rows.cols(), description.columns());
    Matrix K = rows;
    if (std::holds_alternative<Spectrum>(kernel)) {
      EXPECT_TRUE(rows.rowwise().norm().isOnes(1e-14));
      K = rows * description.rows(strings(known)).dense().transpose();
    }
    EXPECT_TRUE(K.isApprox(all.bottomLeftCorner(3, 4), 1e-13)) << format_choice(kernel);
  }
  Random random(6);
  std::vector<Graph> all;
  for (int i = 0; i < 12; ++i) all.push_back(random_graph(random));
  const std::vector<Graph> some(all.begin(), all.begin() + 8), rest(all.begin() + 8, all.end());
  const auto description = Description::learn(graphs(some), WeisfeilerLehman{});
  const Matrix rows = description.rows(graphs(rest)).dense();
  EXPECT_TRUE(rows.rowwise().norm().isOnes(1e-14));
  EXPECT_TRUE((rows * description.rows(graphs(some)).dense().transpose())
                  .isApprox(kernel_of(graphs(all), WeisfeilerLehman{}).bottomLeftCorner(4, 8), 1e-13));
}

TEST(Descriptions, RefuseWhatTheyCannotCompare) {
  using test::expect_error;
  const auto refuse = [](const std::vector<std::string>& texts, const Kernel& kernel, Fault fault,
                         const char* words) {
    expect_error(fault, {words}, [&] { Description::learn(strings(texts), kernel).rows(strings(texts)); });
  };
  refuse({"abc", "ab"}, Spectrum{3}, Fault::data, "line 2: the string has fewer than 3 characters");
  refuse({"abc", "ab"}, Subsequence{3, 0.5}, Fault::data, "line 2: the string has fewer than 3 characters");
  refuse({"abc"}, Spectrum{0}, Fault::usage, "length = 0");
  refuse({"abc"}, Subsequence{0, 0.5}, Fault::usage, "length = 0");
  refuse({"abc"}, Subsequence{2, 0}, Fault::usage, "decay = 0");
  refuse({"abc"}, Subsequence{2, 1.5}, Fault::usage, "decay = 1.5");
  expect_error(Fault::usage, {"depth = -1"}, [] {
    Description::learn(graphs({{{"C"}, {}}}), WeisfeilerLehman{-1});
  });
  expect_error(Fault::usage, {"spectrum", "strings"},
               [] { cluster(Matrix(Matrix::Ones(3, 3)), {.clusters = 1, .kernel = Spectrum{}}); });
}

}  // namespace
}  // namespace mercer
