// The words that a profile is told in.
#pragma once

#include <string>

#include "mercer/profile.hpp"

namespace mercer {

// "$81,300", "2020-01-31", "12 %"; "-" where there is no value.
std::string value_text(const ProfileColumn& column, double value);
// Shares and means in one measure: how far a cluster is from the others, in deviations.
double strength(const ProfileColumn& column, const ProfileCluster& cluster, const ProfileCell& cell);

}  // namespace mercer
