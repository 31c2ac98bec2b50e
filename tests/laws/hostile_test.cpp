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

class HostileNumbers : public testing::TestWithParam<Hostile> {};

TEST_P(HostileNumbers, AnAnswerOrAdvice) {
  const Method& method = GetParam().method;
  for (const test::HostileSet& set : test::hostile_sets())
    for (const Kernel& kernel : test::hostile_kernels())
      for (const Index clusters : numbers_to_ask(method, set.points.rows())) {
        const std::string name = format_choice(method) + ", " + set.name + ", " + format_choice(kernel) +
                                 ", " + std::to_string(clusters) + " clusters";
        const test::Watch watch(name);
        for (const std::string& complaint :
             test::complaints_of(set.points, test::hostile_options(method, kernel, clusters)).list)
          ADD_FAILURE() << name << ": " << complaint;
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
