// Latent classes: tables as columns that know nothing of each other within a cluster.
#include "beyond/auto/classes.hpp"

#include <cmath>
#include <functional>

#include "families.hpp"
#include "mercer/suggest.hpp"
#include "support.hpp"

namespace mercer::automatic {
namespace {

// Indicators of a category, one column a level.
Matrix indicators(const std::vector<int>& codes, Index levels, double height) {
  Matrix out = Matrix::Zero(static_cast<Index>(codes.size()), levels);
  for (std::size_t i = 0; i < codes.size(); ++i) out(static_cast<Index>(i), codes[i]) = height;
  return out;
}

Matrix beside(const std::vector<Matrix>& parts) {
  Index columns = 0;
  for (const Matrix& part : parts) columns += part.cols();
  Matrix out(parts.front().rows(), columns);
  Index at = 0;
  for (const Matrix& part : parts) {
    out.middleCols(at, part.cols()) = part;
    at += part.cols();
  }
  return out;
}

std::vector<int> drawn(Index n, Index levels, Random& random) {
  std::vector<int> out;
  for (Index i = 0; i < n; ++i) out.push_back(static_cast<int>(random.below(levels)));
  return out;
}

Matrix column_of(Index n, const std::function<double(Index)>& value) {
  Matrix out(n, 1);
  for (Index i = 0; i < n; ++i) out(i, 0) = value(i);
  return out;
}

TEST(ClassTable, FindsNumbersCategoriesAndSingleColumns) {
  Random random(1);
  const Index n = 60;
  const std::vector<int> kind = drawn(n, 3, random), answer = drawn(n, 2, random), town = drawn(n, 4, random);
  const Matrix X = beside({test::normals(n, 2, random), indicators(kind, 3, 1.2),
                           column_of(n, [&](Index i) { return answer[static_cast<std::size_t>(i)]; }),
                           indicators(town, 4, 1.1)});
  const ClassTable table = class_table(X, 1);
  EXPECT_EQ(table.number_columns, (std::vector<Index>{0, 1}));
  ASSERT_EQ(table.categories.size(), 3U);
  EXPECT_EQ(table.categories[0].columns, (std::vector<Index>{2, 3, 4}));
  EXPECT_EQ(table.categories[1].columns, (std::vector<Index>{5}));
  EXPECT_EQ(table.categories[1].levels(), 2);
  EXPECT_EQ(table.categories[2].columns, (std::vector<Index>{6, 7, 8, 9}));
  EXPECT_EQ(table.codes[0], kind);
  EXPECT_EQ(table.codes[1], answer);
  EXPECT_EQ(table.codes[2], town);
}

TEST(ClassTable, TakesSkewnessOut) {
  Random random(2);
  const Matrix X = column_of(500, [&](Index) { return std::exp(1.5 * random.normal()); });
  const Matrix z = class_table(X, 1).numbers;
  EXPECT_NEAR(z.mean(), 0, 1e-9);
  EXPECT_NEAR(z.array().square().mean(), 1, 1e-9);
  EXPECT_LT(std::abs(z.array().cube().mean()), 0.8);
}

// log |d value / d x| by differences, for the middle of a column that is skewed.
TEST(ClassTable, KnowsTheSlopeOfItsPower) {
  Random random(3);
  Vector x(400);
  for (double& value : x) value = std::exp(random.normal());
  std::sort(x.begin(), x.end());
  const Unskewed column = unskewed(x);
  double sum = 0;
  for (Index i = 1; i < x.size(); ++i)
    sum += std::log((column.values[i] - column.values[i - 1]) / (x[i] - x[i - 1]));
  EXPECT_NEAR(column.log_slope, sum / static_cast<double>(x.size() - 1), 0.05);
}

// The components say of every row what the classes say, up to the power that the numbers were taken to.
TEST(Classes, ComponentsAreTheClasses) {
  const test::FamilySet set = test::mixed_sets(1).front();
  const Matrix X = set.data.dense();
  const ClassTable table = class_table(X, 1);
  const Classes found = fit_classes(table, more_starts(X, set.clusters, 1), set.clusters);
  const Labels labels = likeliest(components_of(X, table, found), X);
  EXPECT_GE(score(labels, found.labels).ari, 0.95);
  EXPECT_GE(score(found.labels, set.truth).ari, 0.85);
}

// Two classes along lines of different direction: one covariance matrix fits neither, and without
// correlations each is several classes.
TEST(Classes, EachMayHaveCorrelationsOfItsOwn) {
  const Index n = 300;
  Random random(3);
  Matrix N(n, 2);
  std::vector<int> kind;
  Labels truth;
  for (Index i = 0; i < n; ++i) {
    const bool rising = i % 2 == 0;
    const double along = random.normal(), across = 0.15 * random.normal();
    N.row(i) << along, (rising ? along : -along) + across + (rising ? 1.5 : -1.5);
    truth.push_back(rising);
    kind.push_back(random.uniform() < 0.9 ? rising : !rising);
  }
  const Matrix X = beside({N, indicators(kind, 2, 1.4)});
  const ClassTable table = class_table(X, 1);
  const Classes two = fit_classes(table, more_starts(X, 2, 1), 2),
                three = fit_classes(table, more_starts(X, 3, 1), 3);
  EXPECT_EQ(two.spread, ClassSpread::own_tilted);
  EXPECT_GT(two.bic, three.bic);
  EXPECT_GE(score(two.labels, truth).ari, 0.95);
  EXPECT_GE(score(likeliest(components_of(X, table, two), X), two.labels).ari, 0.95);
}

// Three kinds that differ in weight; whether they are vaccinated is independent of everything.
struct Pets {
  Matrix X;
  Labels kind, vaccinated;
};
Pets pets(std::uint64_t seed) {
  const Index n = 120;
  Random random(seed, 900);
  Pets out;
  std::vector<int> kind = drawn(n, 3, random);
  const std::vector<int> vaccinated = drawn(n, 2, random);
  out.kind = {kind.begin(), kind.end()};
  out.vaccinated = {vaccinated.begin(), vaccinated.end()};
  const std::vector<double> weight = {22, 4.5, 2}, spread = {6, 0.8, 0.4};
  Matrix numbers = column_of(n, [&](Index i) {
    const auto k = static_cast<std::size_t>(kind[static_cast<std::size_t>(i)]);
    return std::max(0.8, weight[k] + spread[k] * random.normal());
  });
  numbers = beside({numbers, column_of(n, [&](Index) { return std::floor(14 * random.uniform()); })});
  for (auto column : numbers.colwise()) {
    column.array() -= column.mean();
    column /= std::sqrt(column.squaredNorm() / static_cast<double>(n));
  }
  out.X = beside({numbers, indicators(kind, 3, 1.22),
                  column_of(n, [&](Index i) { return 2.0 * vaccinated[static_cast<std::size_t>(i)]; })});
  return out;
}

TEST(Classes, ACleanYesNoColumnDoesNotDecide) {
  double index = 0;
  int right = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Pets set = pets(seed);
    const Result r = cluster(Data(set.X), {.method = Auto{}});
    EXPECT_LT(score(r.labels, set.vaccinated).ari, 0.05) << "seed " << seed;
    right += r.model.clusters() == 3;
    index += score(r.labels, set.kind).ari / 3;
  }
  EXPECT_GE(right, 2);
  EXPECT_GE(index, 0.8);
}

// Columns that know nothing of each other are one cluster, whatever each looks like.
TEST(Classes, IndependentColumnsAreOneCluster) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Random random(seed, 901);
    const Index n = 300;
    const Matrix X =
        beside({test::normals(n, 1, random), column_of(n, [&](Index) { return random.uniform(); }),
                indicators(drawn(n, 3, random), 3, 1.22),
                column_of(n, [&](Index) { return 2.0 * (random.uniform() < 0.4); })});
    EXPECT_EQ(suggest_clusters(Data(X), {}).clusters, 1) << "seed " << seed;
  }
}

// New rows have classes, too, and rows of the fit keep theirs.
TEST(Classes, PredictsAsItFitted) {
  const test::FamilySet set = test::mixed_sets(2).front();
  const Result r = cluster(set.data, {.clusters = set.clusters, .method = Auto{}});
  EXPECT_TRUE(r.choice->contest().by_model);
  EXPECT_EQ(r.model.predict(set.data), r.labels);
}

}  // namespace
}  // namespace mercer::automatic
