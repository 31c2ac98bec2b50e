// The law of hostile numbers: every method, under every kernel, on every set of tests/hostile.hpp, for 1, 2,
// 3 and n clusters, gives an answer of numbers or a refusal with advice. No crash, no endless loop, no NaN;
// what a model says of its training points is their labels, or a warning says that it is not.
#include "hostile.hpp"

#include <set>

namespace mercer {

namespace {

struct Hostile {
  Method method;
};
void PrintTo(const Hostile& hostile, std::ostream* out) { *out << format_choice(hostile.method); }

std::vector<Hostile> all_hostile() {
  std::vector<Hostile> all;
  for (const Method& method : test::hostile_methods()) all.push_back({method});
  return all;
}

std::vector<Index> numbers_to_ask(const Method& method, Index n) {
  if (finds_clusters(method)) return {1};
  std::vector<Index> out;
  for (const Index clusters : {Index{1}, Index{2}, Index{3}, n})
    if (clusters <= n && (out.empty() || clusters > out.back())) out.push_back(clusters);
  return out;
}

// What is said where there is none.
std::string expect_answer(const std::string& name, const Matrix& points, const Options& options) {
  const test::Complaints wrong = test::complaints_of(points, options);
  for (const std::string& complaint : wrong.list) ADD_FAILURE() << name << ": " << complaint;
  EXPECT_FALSE(test::says_no_number(wrong.refused)) << name << ": " << wrong.refused;
  return wrong.refused;
}

class HostileNumbers : public testing::TestWithParam<Hostile> {};

TEST_P(HostileNumbers, AnAnswerOrAdvice) {
  const Method& method = GetParam().method;
  for (const test::HostileSet& set : test::hostile_sets())
    for (const Kernel& kernel : test::hostile_kernels())
      for (const Index clusters : numbers_to_ask(method, set.points.rows())) {
        const std::string name = format_choice(method) + ", " + set.name + ", " + format_choice(kernel) +
                                 ", " + std::to_string(clusters) + " clusters";
        const test::Watch watch(name);
        expect_answer(name, set.points, test::hostile_options(method, kernel, clusters));
      }
}

// The number of clusters may be left open: sets of a few points, of one place, of two.
TEST(HostileNumbersLaw, TheNumberOfClustersMayBeLeftOpen) {
  for (const test::HostileSet& set : test::hostile_sets())
    for (const auto& [method, kernel] :
         std::initializer_list<std::pair<Method, Kernel>>{{Auto{}, NoKernel{}},
                                                          {Hard{}, NoKernel{}},
                                                          {Hard{}, Gaussian{}},
                                                          {Hard{}, Geodesic{.neighbors = 3}},
                                                          {Softmax{}, Gaussian{}},
                                                          {Ward{}, NoKernel{}},
                                                          {SingleLinkage{}, NoKernel{}},
                                                          {TreeCut{}, Connectivity{}}}) {
      const std::string name =
          format_choice(method) + ", " + set.name + ", " + format_choice(kernel) + ", open";
      const test::Watch watch(name);
      Options options = test::hostile_options(method, kernel, 1);
      options.clusters = clusters_by_data;
      const std::string refused = expect_answer(name, set.points, options);
      EXPECT_EQ(refused.find("exceeds"), std::string::npos) << name << ": " << refused;
    }
}

TEST(HostileNumbersLaw, KnowsEveryMethod) {
  std::set<std::size_t> known;
  for (const Method& method : test::hostile_methods()) known.insert(method.index());
  EXPECT_EQ(known.size(), std::variant_size_v<Method>) << "a new method is to be added to tests/hostile.hpp";
}

INSTANTIATE_TEST_SUITE_P(Methods, HostileNumbers, testing::ValuesIn(all_hostile()));

}  // namespace
}  // namespace mercer
