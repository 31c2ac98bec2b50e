// Which kind of mixture the data ask for: shapes and tails.
#pragma once

#include "beyond/mixture.hpp"

namespace mercer {

struct MixtureKind {
  Covariance covariance = Covariance::full;
  Tails tails = Tails::gaussian;
  bool operator==(const MixtureKind&) const = default;
};

// What `auto` stands for: every kind that agrees with what is said. Eight where nothing is said.
std::vector<MixtureKind> kinds_of(Covariance covariance, Tails tails);

// The kind that gives held-out points the largest mean log density, in three random folds; EM begins with the
// labels of the others. The first of equals, and of all where none can be fitted.
MixtureKind likeliest_kind(const Matrix& Y, const Labels& labels, const MixtureOptions& options,
                           const std::vector<MixtureKind>& kinds, std::uint64_t seed);

}  // namespace mercer
