// All families of sets with and without the number of clusters, auto beside single methods; how often the
// number is right, and what the confidence that is printed has meant.
#pragma once

#include "quality_sets.hpp"

namespace mercer {

// Without the other methods: the answers set by set.
void print_all_families(const std::vector<Family>& families, bool others);
// The rule for the number of clusters, on each family with the figures that suit the other families best.
void print_left_out(const std::vector<Family>& families);

}  // namespace mercer
