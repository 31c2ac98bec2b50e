// The law of hostile numbers (hostile_test.cpp) for data in other forms: sparse points, matrices, graphs,
// strings, weights, approximations and single precision, with every method, for 2 and n clusters. It takes
// 16 seconds of one thread in all (release).
#include "hostile_forms.hpp"

namespace mercer {

namespace {

struct AskedMethod {
  Method method;
};
void PrintTo(const AskedMethod& asked, std::ostream* out) { *out << format_choice(asked.method); }

std::vector<AskedMethod> methods() {
  std::vector<AskedMethod> all;
  for (const Method& method : test::hostile_methods()) all.push_back({method});
  return all;
}

Options options_for(const test::HostileForm& form, const Method& method, Index clusters) {
  Options options = test::hostile_options(method, form.kernel, clusters);
  options.weights = form.weights;
  options.precision = form.precision;
  options.approx = form.approx;
  options.memory = form.memory;
  return options;
}

class HostileForms : public testing::TestWithParam<AskedMethod> {};

TEST_P(HostileForms, AnAnswerOrAdvice) {
  const Method& method = GetParam().method;
  for (const test::HostileForm& form : test::hostile_forms())
    for (const Index clusters : {Index{2}, form.data.size()}) {
      if (clusters > form.data.size() || (finds_clusters(method) && clusters != 2)) continue;
      const std::string name = format_choice(method) + ", " + form.name + ", " + format_choice(form.kernel) +
                               ", " + format_choice(form.approx) + ", " + std::to_string(clusters) +
                               " clusters";
      const test::Watch watch(name);
      for (const std::string& complaint :
           test::complaints_of(form.data, options_for(form, method, clusters)).list)
        ADD_FAILURE() << name << ": " << complaint;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, HostileForms, testing::ValuesIn(methods()));

// Objects that a kernel can't compare are refused, with advice.
template <class Objects>
void expect_advice(const Objects& objects, const Kernel& kernel) {
  try {
    Description::learn(objects, kernel).rows(objects);
    ADD_FAILURE() << format_choice(kernel) << " is not refused";
  } catch (const Error& e) {
    EXPECT_TRUE(test::says_what_to_do(e.what())) << e.what();
  }
}

TEST(HostileObjects, AreRefusedWithAdvice) {
  const Documents empty = test::strings_of({""}), brief = test::strings_of({"abc", "a"});
  for (const Documents& strings : {empty, brief})
    for (const Kernel& kernel : {Kernel(Spectrum{}), Kernel(Subsequence{})}) expect_advice(strings, kernel);
  const Documents long_enough = test::strings_of({"abcd", "bcde"});
  for (const Kernel& kernel :
       {Kernel(Spectrum{.length = 0}), Kernel(Spectrum{.length = 1'000'000'000}),
        Kernel(Subsequence{.length = -1}), Kernel(Subsequence{.length = 2'000'000'000}),
        Kernel(Subsequence{.decay = 0}), Kernel(Subsequence{.decay = 1e-300}), Kernel(Gaussian{}),
        Kernel(Subsequence{.decay = std::numeric_limits<double>::quiet_NaN()}), Kernel(WeisfeilerLehman{})})
    expect_advice(long_enough, kernel);
  const Graph edge{{"C", "O"}, {{0, 1}}};
  for (const Kernel& kernel : {Kernel(WeisfeilerLehman{.depth = -1}), Kernel(Spectrum{})})
    expect_advice(test::graphs_of({edge}), kernel);
}

}  // namespace
}  // namespace mercer
