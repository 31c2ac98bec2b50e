// The rules of the family on single rows of distances: formulas written out, limits, and the energies.
#include <numeric>

#include "rules/traits.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using Row = std::vector<double>;

template <class Rule>
std::pair<double, Row> weighed(const Rule& rule, const Row& d2) {
  Row w(d2.size(), -1);
  const double energy = rule(std::span<const double>(d2), std::span<double>(w));
  return {energy, w};
}
template <class Rule>
Row shares(const Rule& rule, const Row& d2) {
  Row u(d2.size(), -1);
  memberships(rule, std::span<const double>(d2), std::span<double>(u));
  return u;
}

// Exponents that are whole up to rounding, 1 / (m - 1) of m = 1.2 say, and others.
TEST(Powers, AreThoseOfTheStandardLibrary) {
  for (const double e : {1.0, 2.0, 3.0, 1 / (1.2 - 1), 1 / (1.05 - 1), 64.0, 65.0, 0.5, 1 / (1.3 - 1), 7.2}) {
    Row x;
    for (int i = 0; i <= 150; ++i) x.push_back(i / 150.0);
    Row y = x;
    rules::power(std::span<double>(y), e);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double expected = std::pow(x[i], e);
      if (expected <= 1e-280) continue;
      EXPECT_NEAR(y[i], expected, 1e-13 * expected) << x[i] << " ^ " << e;
    }
    EXPECT_EQ(y.front(), 0);
    EXPECT_EQ(y.back(), 1);
  }
}

TEST(Fuzzy, FollowsItsFormula) {
  const Row d2{0.3, 1.2, 0.9};
  for (double m : {1.2, 1.5, 2.0, 3.7}) {
    const Fuzzy rule{.m = m};
    const Row u = shares(rule, d2);
    const auto [energy, w] = weighed(rule, d2);
    double J = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      double inverse = 0;
      for (double other : d2) inverse += std::pow(std::sqrt(d2[i]) / std::sqrt(other), 2 / (m - 1));
      EXPECT_NEAR(u[i], 1 / inverse, 1e-14);
      EXPECT_NEAR(w[i], std::pow(u[i], m), 1e-14);
      J += std::pow(u[i], m) * d2[i];
    }
    EXPECT_NEAR(energy, J, 1e-14);
  }
}

TEST(Fuzzy, APointOnPrototypesIsSharedByThem) {
  EXPECT_EQ(shares(Fuzzy{.m = 2.0}, {0, 1, 0}), (Row{0.5, 0, 0.5}));
  EXPECT_EQ(shares(Fuzzy{.m = 2.0}, {1, 0, 2}), (Row{0, 1, 0}));
  EXPECT_EQ(weighed(Fuzzy{.m = 2.0}, {0, 1, 0}).first, 0);
  EXPECT_EQ(shares(Fuzzy{.m = 1.0001}, {1, 2, INFINITY}), (Row{1, 0, 0}));
  EXPECT_EQ(shares(Fuzzy{.m = 2.0}, {1e300, 1e300}), (Row{0.5, 0.5}));
}

TEST(Possibilistic, FollowsItsFormulas) {
  const Row d2{0.3, 1.2, 0.0};
  Possibilistic rule{.m = 1.7, .scales = {0.5, 2.0, 1.0}};
  const auto [energy, w] = weighed(rule, d2);
  const Row u = shares(rule, d2);
  double J = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(u[i], 1 / (1 + std::pow(d2[i] / rule.scales[i], 1 / 0.7)), 1e-15);
    EXPECT_NEAR(w[i], std::pow(u[i], 1.7), 1e-15);
    J += std::pow(u[i], 1.7) * d2[i] + rule.scales[i] * std::pow(1 - u[i], 1.7);
  }
  EXPECT_NEAR(energy, J, 1e-14);
  rule.form = PossibilisticForm::two;
  const auto [energy2, w2] = weighed(rule, d2);
  J = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double e = std::exp(-d2[i] / rule.scales[i]);
    EXPECT_NEAR(w2[i], e, 1e-15);
    J += e * d2[i] + rule.scales[i] * (e * std::log(e) - e);
  }
  EXPECT_NEAR(energy2, J, 1e-14);
  EXPECT_EQ(weighed(rule, {1e300, INFINITY, 0.0}).second, (Row{0, 0, 1}));
}

TEST(KHarmonic, FollowsItsFormulaInAnyUnit) {
  const Row d2{0.3, 1.2, 0.9};
  for (double p : {1.0, 2.0, 3.5, 5.0}) {
    double sum = 0;
    for (double d : d2) sum += std::pow(std::sqrt(d), -p);
    for (double unit : {1.0, 7.0}) {
      const auto [energy, w] = weighed(KHarmonic{.p = p, .unit = unit}, d2);
      EXPECT_NEAR(energy, 3 / sum, 1e-13);
      const double scale = std::pow(unit, 1 - p / 2);  // of the weights, which matter up to a factor
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_NEAR(w[j], scale * std::pow(std::sqrt(d2[j]), -p - 2) / (sum * sum), 1e-13);
    }
  }
  const Row u = shares(KHarmonic{.p = 2, .unit = 9}, d2);
  const double all = std::pow(0.3, -2) + std::pow(1.2, -2) + std::pow(0.9, -2);
  EXPECT_NEAR(u[1], std::pow(1.2, -2) / all, 1e-14);
  EXPECT_EQ(shares(KHarmonic{}, {0.0, 1.0, 0.0}), (Row{0.5, 0, 0.5}));
  for (double p : {0.5, 2.0, 3.5}) {  // on a prototype, and on two
    const auto [energy, w] = weighed(KHarmonic{.p = p}, {0.0, 1.0, 0.0});
    EXPECT_TRUE(std::isfinite(w[0]) && w[0] > 0);
    EXPECT_EQ(w[0], w[2]);
    EXPECT_LT(w[1], 1e-2 * w[0]);
    EXPECT_NEAR(energy, 0, 1e-2);
  }
}

TEST(InverseWeighted, FollowsItsFormula) {
  const Row d2{0.5, 2.0, 0.25};
  const auto [energy, w] = weighed(InverseWeighted{.b = 3.0}, d2);
  EXPECT_EQ(energy, 0.25);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(w[j], std::pow(0.5 / std::sqrt(d2[j]), 3), 1e-15);
  EXPECT_EQ(weighed(InverseWeighted{.b = 4.0}, {0.0, 0.0}).second, (Row{1, 1}));
  const Row on = weighed(InverseWeighted{.b = 4.0}, {0.0, 1.0}).second;
  EXPECT_EQ(on[0], 1);
  EXPECT_LT(on[1], 1e-20);
}

TEST(NeuralGas, WeighsByRank) {
  NeuralGas rule{.lambda_initial = 2.0, .lambda_final = 0.5};
  EXPECT_DOUBLE_EQ(rule.at(0).lambda, 2);
  EXPECT_DOUBLE_EQ(rule.at(0.5).lambda, 1);
  EXPECT_DOUBLE_EQ(settled(rule).lambda, 0.5);
  Random random(3);
  for (int draw = 0; draw < 200; ++draw) {
    Row d2(1 + static_cast<std::size_t>(random.below(9)));
    for (double& d : d2) d = static_cast<double>(random.below(6));  // with ties
    const auto [energy, w] = weighed(rule.at(0), d2);
    for (std::size_t j = 0; j < d2.size(); ++j) {
      double rank = 0;
      for (std::size_t l = 0; l < d2.size(); ++l) rank += d2[l] < d2[j] || (d2[l] == d2[j] && l < j) ? 1 : 0;
      EXPECT_DOUBLE_EQ(w[j], std::exp(-rank / 2));
    }
    EXPECT_EQ(energy, *std::min_element(d2.begin(), d2.end()));
  }
}

// Grid distances by breadth-first search over neighbours that are drawn as the grid is: on a hexagonal grid
// the neighbours of a node are the nodes at distance 1 in the plane.
TEST(Som, GridDistancesAreNumbersOfSteps) {
  for (const Topology topology : {Topology::rectangular, Topology::hexagonal}) {
    const int rows = 5, columns = 4, k = rows * columns;
    const Som som{.grid = GridSize{rows, columns}, .topology = topology};
    const bool hexagonal = topology == Topology::hexagonal;
    const auto x = [&](int j) { return j % columns + (hexagonal && (j / columns) % 2 == 1 ? 0.5 : 0.0); };
    const auto y = [&](int j) { return (j / columns) * (hexagonal ? std::sqrt(0.75) : 1.0); };
    for (int start = 0; start < k; ++start) {
      std::vector<int> steps(static_cast<std::size_t>(k), -1), queue{start};
      steps[static_cast<std::size_t>(start)] = 0;
      for (std::size_t q = 0; q < queue.size(); ++q)
        for (int j = 0; j < k; ++j) {
          const double apart = std::hypot(x(j) - x(queue[q]), y(j) - y(queue[q]));
          if (steps[static_cast<std::size_t>(j)] >= 0 || apart > 1.01) continue;
          steps[static_cast<std::size_t>(j)] = steps[static_cast<std::size_t>(queue[q])] + 1;
          queue.push_back(j);
        }
      for (int j = 0; j < k; ++j)
        EXPECT_EQ(som.distance(static_cast<std::size_t>(start), static_cast<std::size_t>(j)),
                  steps[static_cast<std::size_t>(j)]);
    }
  }
}

TEST(Som, PullsTheNeighboursOfTheWinner) {
  const Som som{.grid = GridSize{2, 2}, .sigma_initial = 2.0, .sigma_final = 0.5};
  const auto [energy, w] = weighed(som.at(1), {3, 1, 2, 1});
  EXPECT_EQ(energy, 1);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_DOUBLE_EQ(w[j], std::exp(-std::pow(som.distance(1, j), 2) / (2 * 0.25)));
  EXPECT_EQ(weighed(som, {3, 1, 2, 1}).second, w);  // without a schedule: its end
  EXPECT_DOUBLE_EQ(weighed(som.at(0.5), {3, 1, 2, 1}).second[0], std::exp(-1 / 2.0));
}

TEST(Grammar, GridsAreWrittenRowsByColumns) {
  const auto som = std::get<Som>(parse_choice<Method>("som:grid=6x8,topology=hexagonal,online", "method"));
  EXPECT_EQ(som.grid, (GridSize{6, 8}));
  EXPECT_TRUE(som.online);
  EXPECT_EQ(format_choice(Method(som)), "som:grid=6x8,topology=hexagonal,online=on");
  for (const char* bad : {"som:grid=6", "som:grid=x8", "som:grid=6x", "som:grid=6x8x2", "som:grid=axb"})
    EXPECT_THROW(parse_choice<Method>(bad, "method"), Error) << bad;
}

}  // namespace
}  // namespace mercer
