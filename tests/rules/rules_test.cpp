// The rules on single rows of distances: ties, extremes, and the energy they return.
#include <array>

#include "core/nearest.hpp"
#include "mercer/rules/hard.hpp"
#include "mercer/rules/softmax.hpp"
#include "support.hpp"

namespace mercer {
namespace {

template <class Rule>
std::pair<double, std::vector<double>> weigh(const Rule& rule, const std::vector<double>& d2) {
  std::vector<double> w(d2.size(), -1);
  const double energy = rule(std::span<const double>(d2), std::span<double>(w));
  return {energy, w};
}
using Weights = std::vector<double>;

TEST(Hard, TheNearestTakesThePointAndTiesGoToTheLowestIndex) {
  EXPECT_EQ(weigh(Hard{}, {3, 1, 2}), std::make_pair(1.0, Weights{0, 1, 0}));
  EXPECT_EQ(weigh(Hard{}, {2, 1, 1}), std::make_pair(1.0, Weights{0, 1, 0}));
  EXPECT_EQ(weigh(Hard{}, {5}), std::make_pair(5.0, Weights{1}));
  EXPECT_EQ(weigh(Hard{}, {INFINITY, 1e300}), std::make_pair(1e300, Weights{0, 1}));
  EXPECT_EQ(weigh(Hard{}, {0.5, -1e-17}), std::make_pair(-1e-17, Weights{0, 1}));  // an indefinite kernel
}

TEST(Softmax, FollowsItsFormula) {
  const double beta = 0.7;
  const std::vector<double> d2{0.3, 1.2, 0.9};
  double sum = 0;
  for (double d : d2) sum += std::exp(-beta * d);
  const auto [energy, w] = weigh(Softmax{.beta = beta}, d2);
  double free_energy = 0;  // sum_j w_j d2_j + (1/beta) sum_j w_j log w_j
  for (std::size_t j = 0; j < d2.size(); ++j) {
    EXPECT_NEAR(w[j], std::exp(-beta * d2[j]) / sum, 1e-15);
    free_energy += w[j] * d2[j] + w[j] * std::log(w[j]) / beta;
  }
  EXPECT_NEAR(energy, free_energy, 1e-14);
  EXPECT_NEAR(energy, -std::log(sum) / beta, 1e-14);
}

TEST(Softmax, HugeDistancesNeitherOverflowNorVanish) {
  const auto [energy, w] = weigh(Softmax{.beta = 2}, {1e300, 1e300, INFINITY});
  EXPECT_EQ(w, (Weights{0.5, 0.5, 0}));
  EXPECT_DOUBLE_EQ(energy, 1e300);
  const auto [near_energy, near] = weigh(Softmax{.beta = 2}, {1e6, 1e6 + 1});
  EXPECT_NEAR(near[0], 1 / (1 + std::exp(-2)), 1e-12);
  EXPECT_NEAR(near_energy, 1e6 - std::log(1 + std::exp(-2)) / 2, 1e-9);
}

TEST(Softmax, EqualDistancesShareAtAnyStiffness) {
  for (double beta : {1e-12, 1.0, 1e12, double(INFINITY)}) {
    const auto [energy, w] = weigh(Softmax{.beta = beta}, {4, 4, 4, 4});
    EXPECT_EQ(w, (Weights{0.25, 0.25, 0.25, 0.25})) << beta;
    EXPECT_NEAR(energy, 4 - (std::isinf(beta) ? 0 : std::log(4) / beta), 1e-3 / beta + 1e-12) << beta;
  }
}

TEST(Softmax, InfiniteStiffnessIsHardAndSharesTies) {
  const Softmax rule{.beta = INFINITY};
  EXPECT_EQ(weigh(rule, {3, 1, 2}), std::make_pair(1.0, Weights{0, 1, 0}));
  EXPECT_EQ(weigh(rule, {1, 3, 1}), std::make_pair(1.0, Weights{0.5, 0, 0.5}));
  EXPECT_EQ(weigh(rule, {INFINITY, 2}), std::make_pair(2.0, Weights{0, 1}));
}

TEST(Softmax, NoStiffnessMakesANaN) {
  Random random(1);
  for (double beta : {1e-300, 1e-9, 1.0, 1e9, 1e300, double(INFINITY)})
    for (int draw = 0; draw < 50; ++draw) {
      std::vector<double> d2(5);
      for (double& d : d2) d = std::pow(10.0, random.uniform(-300, 300));
      d2[4] = INFINITY;
      const auto [energy, w] = weigh(Softmax{.beta = beta}, d2);
      EXPECT_FALSE(std::isnan(energy));
      double sum = 0;
      for (double value : w) sum += value;
      EXPECT_NEAR(sum, 1, 1e-12) << beta;
      EXPECT_EQ(w[4], 0);
    }
}

Vector row(std::initializer_list<double> values) {
  return Eigen::Map<const Vector>(values.begin(), static_cast<Index>(values.size()));
}

TEST(Nearest, WhatDiffersByRoundingAloneIsATie) {
  const auto norm = [](Index) { return 1.0; };
  const double eps = 2.2e-16;
  EXPECT_EQ(nearest(row({0.5, 0.5 - eps}), 1.0, norm, eps), 0);
  EXPECT_EQ(nearest(row({0.5, 0.5 - 1e-12}), 1.0, norm, eps), 1);
  EXPECT_EQ(nearest(row({0.5, 0.5 - 1e-12}), 1e6, norm, eps), 0);  // larger terms, larger rounding
  EXPECT_EQ(nearest(row({0.7, 0.5, 0.5}), 1.0, norm, eps), 1);
  EXPECT_EQ(nearest(row({INFINITY, 0.5}), 1.0, norm, eps), 1);
}

}  // namespace
}  // namespace mercer
