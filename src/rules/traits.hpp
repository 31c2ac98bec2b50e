// What a rule is, and what it may have beyond.
#pragma once

#include <concepts>
#include <span>

#include "mercer/rules/shares.hpp"

namespace mercer {

template <class R>
concept WeightRule = requires(const R r, std::span<const double> d2, std::span<double> w) {
  { r(d2, w) } -> std::same_as<double>;
};

// Whether a method is a rule of the loop; what is not lives in beyond/.
template <class M>
inline constexpr bool is_rule = WeightRule<M>;

// A rule that changes in the course of a run: at(0) .. at(1) in `steps` iterations.
template <class R>
concept Scheduled = requires(const R r, double progress) {
  { r.at(progress) } -> std::same_as<R>;
  { r.steps } -> std::convertible_to<int>;
};

// The rule as it is when its schedule is over.
template <WeightRule R>
R settled(const R& rule) {
  if constexpr (Scheduled<R>)
    return rule.at(1.0);
  else
    return rule;
}

// A prototype whose weights sum to no more than this has none, and stays where it is.
constexpr double no_weight = 1e-12;

// A rule whose prototypes go only part of the way to their new place.
template <class R>
concept Paced = requires(const R r) {
  { r.pace() } -> std::same_as<double>;
};

// The largest change of a weight at which a run with this rule rests.
template <WeightRule R>
constexpr double rest_of() {
  if constexpr (requires { R::rest; })
    return R::rest;
  else
    return 1e-4;
}

// Whether its weights depend on more than the differences of distances.
template <WeightRule R>
constexpr bool is_absolute() {
  return requires { R::absolute; };
}

// The rule for many points at once; energy[i] is that of row i.
template <WeightRule R>
void weigh(const R& rule, rules::Rows<const double> d2, rules::Rows<double> w, std::span<double> energy) {
  if constexpr (requires { rule.rows(d2, w, energy); })
    rule.rows(d2, w, energy);
  else
    for (Index i = 0; i < d2.rows; ++i) energy[static_cast<std::size_t>(i)] = rule(d2[i], w[i]);
}

// The share of a point in each cluster: the rule's own notion, or its weights brought to sum to one.
template <WeightRule R>
void memberships(const R& rule, std::span<const double> d2, std::span<double> u) {
  if constexpr (requires { rule.memberships(d2, u); }) {
    rule.memberships(d2, u);
  } else {
    rule(d2, u);
    rules::normalise(u);
  }
}

}  // namespace mercer
