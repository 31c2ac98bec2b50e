// What is said before a search among very many points begins.
#pragma once

#include "mercer/cluster.hpp"

namespace mercer::cli {

// On stderr, for 200,000 points or more: what is looked at, how long it will take and in what memory.
// `clustered`: whether all points are clustered after the search. Under `Options::tune` values are searched,
// otherwise the number of clusters.
void say_before(const Data& data, const Options& options, bool clustered);

}  // namespace mercer::cli
