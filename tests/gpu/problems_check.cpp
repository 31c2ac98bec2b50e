// Whole clusterings on a GPU beside those of the processor: random problems, golden sets, extents at the
// edges.
#include <fmt/format.h>

#include <array>
#include <functional>
#include <numeric>

#include "core/random.hpp"
#include "mercer/cluster.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Options random_options(Random& random, Index n) {
  Options o;
  o.clusters = 1 + random.below(std::min<Index>(60, n));
  o.kernel = Gaussian{};
  const std::vector<Method> methods = {Hard{}, Hard{}, Hard{}, Softmax{}, Fuzzy{.m = 1.3}, InverseWeighted{}};
  o.method = methods[static_cast<std::size_t>(random.below(static_cast<Index>(methods.size())))];
  o.restarts = 1 + random.below(3);
  o.max_iterations = 20;
  o.seed = static_cast<std::uint64_t>(random.below(1000));
  return o;
}

// What a clustering says: labels and an objective, or an error.
struct Said {
  Result result;
  std::string error;
};
Said run_on(DeviceChoice::Where where, const Data& data, Options o) {
  o.device.where = where;
  try {
    return {cluster(data, o), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

enum class Outcome { same, other_labels, refused };

// The processor and the GPU say the same: an error, or an objective and labels.
Outcome compare_runs(const Data& data, const Options& o, const std::string& what) {
  const Said cpu = run_on(DeviceChoice::Where::cpu, data, o), gpu = run_on(DeviceChoice::Where::gpu, data, o);
  EXPECT_EQ(cpu.error, gpu.error) << what;
  if (!cpu.error.empty()) return Outcome::refused;
  EXPECT_TRUE(gpu.result.device.has_value()) << what;
  if (cpu.result.labels != gpu.result.labels) {
    const Labels &a = cpu.result.labels, &b = gpu.result.labels;
    const auto differing =
        std::inner_product(a.begin(), a.end(), b.begin(), 0, std::plus<>(), std::not_equal_to<>());
    fmt::print("{}: {} labels differ, objectives {:.15g} and {:.15g}, memberships by {:.1e}\n", what,
               differing, cpu.result.objective, gpu.result.objective,
               cpu.result.memberships.size() > 0
                   ? (cpu.result.memberships - gpu.result.memberships).cwiseAbs().maxCoeff()
                   : 0.);
    return Outcome::other_labels;
  }
  EXPECT_NEAR(cpu.result.objective, gpu.result.objective, 1e-6 * std::abs(cpu.result.objective) + 1e-9)
      << what;
  return Outcome::same;
}

// Whether rounding decides: the processor by itself gives other labels when the columns come in another
// order, which changes nothing but the order of sums.
bool rounding_decides(const Matrix& X, const Options& o) {
  const Labels labels = run_on(DeviceChoice::Where::cpu, Data(X), o).result.labels;
  Random random(11);
  for (int order = 0; order < 30; ++order) {
    std::vector<Index> columns(static_cast<std::size_t>(X.cols()));
    std::iota(columns.begin(), columns.end(), Index{0});
    for (Index c = X.cols() - 1; c > 0; --c)
      std::swap(columns[static_cast<std::size_t>(c)], columns[static_cast<std::size_t>(random.below(c + 1))]);
    const Matrix reordered = X(Eigen::all, columns);
    if (run_on(DeviceChoice::Where::cpu, Data(reordered), o).result.labels != labels) return true;
  }
  return false;
}

// Whether labels differ only at points that are as near to the one prototype as to the other, up to the
// rounding of float, and the objectives are equal.
bool only_ties(const Data& data, const Result& cpu, const Result& gpu) {
  if (std::abs(cpu.objective - gpu.objective) > 1e-6 * std::abs(cpu.objective) + 1e-9) return false;
  const Matrix D2 = cpu.model.assign(data, {.distances = true}).distances;
  for (Index i = 0; i < D2.rows(); ++i) {
    const int a = cpu.labels[static_cast<std::size_t>(i)], b = gpu.labels[static_cast<std::size_t>(i)];
    if (a != b && std::abs(D2(i, a) - D2(i, b)) > 1e-5 * D2.row(i).maxCoeff()) return false;
  }
  return true;
}

// A tenth of a thousand problems. Each has the processor's labels, but for ties and for those in which
// rounding decides.
class GpuRandomProblems : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Tenths, GpuRandomProblems, testing::Range(0, 10));

TEST_P(GpuRandomProblems, HaveTheAnswersOfTheProcessor) {
  Random random(static_cast<std::uint64_t>(7 + GetParam()));
  std::array<int, 3> outcomes{};
  int ties = 0;
  for (int problem = 0; problem < 100; ++problem) {
    const Index n = 1 + random.below(problem % 10 == 0 ? 3000 : 300),
                d = 1 + random.below(problem % 5 == 0 ? 300 : 20);
    const Matrix X = test::blobs(n, d, 1 + random.below(8), static_cast<std::uint64_t>(problem), 3);
    Options o = random_options(random, n);
    if (problem % 5 == 0) {
      o.weights.resize(n);
      for (double& weight : o.weights) weight = random.uniform(0.2, 1.1);
    }
    const std::string what = fmt::format("problem {}: n = {} d = {} k = {} {}", problem, n, d, o.clusters,
                                         format_choice(*o.method));
    const Outcome outcome = compare_runs(Data(X), o, what);
    ++outcomes[static_cast<std::size_t>(outcome)];
    if (outcome != Outcome::other_labels) continue;
    const bool tie = only_ties(Data(X), run_on(DeviceChoice::Where::cpu, Data(X), o).result,
                               run_on(DeviceChoice::Where::gpu, Data(X), o).result);
    ties += tie ? 1 : 0;
    EXPECT_TRUE(tie || rounding_decides(X, o)) << what;
  }
  fmt::print("100 problems: {} with the same labels, {} with others ({} of them ties), {} refused alike\n",
             outcomes[0], outcomes[1], ties, outcomes[2]);
  EXPECT_LE(outcomes[1], 3);
}

// The same where single precision was chosen, and so the tensor cores work: every rule and kernel.
TEST(GpuRandom, ProblemsInFloatHaveTheAnswersOfTheProcessor) {
  Random random(23);
  std::array<int, 3> outcomes{};
  for (int problem = 0; problem < 60; ++problem) {
    const Index n = 1024 + random.below(3000), d = 1 + random.below(problem % 4 == 0 ? 300 : 60);
    const Matrix X =
        test::blobs(n, d, 6, static_cast<std::uint64_t>(problem), 3) / std::sqrt(static_cast<double>(d));
    const std::vector<Method> methods = test::all_methods(6);
    const std::vector<Kernel> kernels = test::point_kernels();
    Options o{.clusters = 6,
              .method = methods[static_cast<std::size_t>(random.below(std::ssize(methods)))],
              .kernel = problem % 2 == 0
                            ? Kernel(Gaussian{})
                            : kernels[static_cast<std::size_t>(random.below(std::ssize(kernels)))],
              .restarts = 2,
              .max_iterations = 20,
              .precision = Precision::single_};
    const std::string what = fmt::format("problem {} in float: n = {} d = {} {} {}", problem, n, d,
                                         format_choice(*o.method), format_choice(o.kernel));
    const Outcome outcome = compare_runs(Data(X), o, what);
    ++outcomes[static_cast<std::size_t>(outcome)];
    if (outcome != Outcome::other_labels) continue;
    EXPECT_TRUE(only_ties(Data(X), run_on(DeviceChoice::Where::cpu, Data(X), o).result,
                          run_on(DeviceChoice::Where::gpu, Data(X), o).result) ||
                rounding_decides(X, o))
        << what;
  }
  fmt::print("60 problems in float: {} with the same labels, {} with others, {} refused alike\n", outcomes[0],
             outcomes[1], outcomes[2]);
}

// Extents at the edges: one point, as many clusters as points, one column, very many columns.
TEST(Gpu, ExtremeExtents) {
  for (const auto& [n, d, k] :
       {std::array<Index, 3>{1, 3, 1}, {40, 2, 40}, {500, 1, 4}, {300, 5000, 3}, {2000, 5000, 3}})
    for (const Precision precision : {Precision::double_, Precision::single_}) {
      const Matrix X = test::blobs(n, d, std::min<Index>(n, 3), 5, 2) / std::sqrt(static_cast<double>(d));
      const Options o{.clusters = k,
                      .method = Hard{},
                      .kernel = Gaussian{.sigma = 2.0},
                      .restarts = 2,
                      .precision = precision};
      EXPECT_NE(compare_runs(Data(X), o, fmt::format("n = {} d = {} k = {}", n, d, k)),
                Outcome::other_labels);
    }
}

TEST(Gpu, GoldenSets) {
  for (const auto& [file, k] : {std::pair<const char*, Index>{"iris.csv", 3},
                                {"wine.csv", 3},
                                {"glass.csv", 6},
                                {"wisconsin_original_683.csv", 2},
                                {"synthetic/rings300.csv", 2},
                                {"synthetic/seven.csv", 7},
                                {"synthetic/icassp_0.csv", 6},
                                {"synthetic/two_moons_0.csv", 2},
                                {"synthetic/three_moons_0.csv", 3},
                                {"synthetic/spirals_0.csv", 3}}) {
    const Data data = test::read_labelled(std::string("data/") + file).data;
    for (const Kernel& kernel : test::point_kernels())
      for (const Method& method : {Method(Hard{}), Method(Softmax{}), Method(Fuzzy{.m = 1.3})}) {
        if (std::holds_alternative<Linear>(kernel)) continue;
        EXPECT_NE(compare_runs(data, {.clusters = k, .method = method, .kernel = kernel}, file),
                  Outcome::other_labels)
            << file << ' ' << format_choice(kernel) << ' ' << format_choice(method);
      }
  }
}

}  // namespace
}  // namespace mercer
