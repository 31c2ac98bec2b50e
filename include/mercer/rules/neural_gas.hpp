// Neural gas: a point pulls every prototype, by the rank of its closeness (the survey's slides, "Neural Gas
// and Kernel Neural Gas").
#pragma once

#include "mercer/rules/schedule.hpp"
#include "mercer/rules/shares.hpp"

namespace mercer {

struct NeuralGas {
  static constexpr std::string_view
      name = "neural-gas",
      about = "neural gas: points pull prototypes by rank; with a kernel, in feature space";
  static constexpr std::string_view when_fewer = "lower lambda_final, or ask for fewer clusters";
  std::optional<double> lambda_initial = {};
  double lambda_final = 0.01;
  int steps = 50;
  bool online = false;
  int passes = 100;
  double epsilon_initial = 0.5, epsilon_final = 0.005;
  double lambda = 0;  // the current value; 0: lambda_final
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lambda_initial", self.lambda_initial, "range of ranks at the beginning; auto = k / 2",
          Allowed::above(0));
    visit("lambda_final", self.lambda_final, "range of ranks at the end; near 0 it ends as k-means",
          Allowed::above(0));
    visit("steps", self.steps, "iterations in which lambda falls; then it runs until nothing changes",
          Allowed::at_least(1));
    visit("online", self.online, "one point at a time rather than all at once");
    visit("passes", self.passes, "online: points presented, in multiples of n", Allowed::at_least(1));
    visit("epsilon_initial", self.epsilon_initial, "online: step towards a point at the beginning",
          Allowed::positive_share());
    visit("epsilon_final", self.epsilon_final, "online: step towards a point at the end",
          Allowed::positive_share());
  }

  //   lambda(t) = lambda_i (lambda_f / lambda_i)^(t/t_max)
  NeuralGas at(double progress) const {
    NeuralGas now = *this;
    now.lambda = rules::geometric(lambda_initial.value_or(lambda_final), lambda_final, progress);
    return now;
  }

  //   w_j = exp(-rank_j / lambda), rank 0 the nearest (ties: the lowest index),   energy = d2 of the nearest
  double operator()(std::span<const double> d2, std::span<double> w) const {
    if (d2.size() <= few) {
      count(d2, w);
    } else {
      order(d2, w);
      invert(w);
    }
    const double range = lambda > 0 ? lambda : lambda_final,
                 last = 700 * range;  // beyond it, weights are zero
    for (double& rank : w) rank = rank < last ? std::exp(-rank / range) : 0;
    return rules::least(d2);
  }

 private:
  static constexpr std::size_t few = 64;  // up to here counting is faster than sorting

  // rank_j = how many are nearer
  static void count(std::span<const double> d2, std::span<double> rank) {
    for (std::size_t j = 0; j < d2.size(); ++j) {
      double nearer = 0;
      for (std::size_t l = 0; l < j; ++l) nearer += d2[l] <= d2[j] ? 1.0 : 0.0;
      for (std::size_t l = j + 1; l < d2.size(); ++l) nearer += d2[l] < d2[j] ? 1.0 : 0.0;
      rank[j] = nearer;
    }
  }
  // The prototypes from near to far; their indices are stored in the place of the weights.
  static void order(std::span<const double> d2, std::span<double> w) {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = static_cast<double>(j);
    std::sort(w.begin(), w.end(), [&](double a, double b) {
      const double da = d2[static_cast<std::size_t>(a)], db = d2[static_cast<std::size_t>(b)];
      return da < db || (da == db && a < b);
    });
  }
  // Order to ranks, in place: each cycle of the permutation is inverted; finished entries are marked by a
  // negative value.
  static void invert(std::span<double> order) {
    for (std::size_t start = 0; start < order.size(); ++start) {
      double rank = static_cast<double>(start);
      for (double next = order[start]; next >= 0;) {
        const auto at = static_cast<std::size_t>(next);
        next = at == start ? -1 : order[at];
        order[at] = -1 - rank;
        rank = static_cast<double>(at);
      }
    }
    for (double& value : order) value = -1 - value;
  }
};

}  // namespace mercer
