// All families of sets with and without the number of clusters, auto beside single methods; how often the
// number is right, and what the confidence that is printed has meant.
#pragma once

#include "quality_sets.hpp"

namespace mercer {

// Without the other methods: the answers set by set.
void print_all_families(const std::vector<Family>& families, bool others);
// With the number of clusters given, and what other weights of the score would change.
void print_given(const std::vector<Family>& families);
// The rule for the number of clusters, on each family with the figures that suit the other families best.
void print_left_out(const std::vector<Family>& families);

// Of each set a figure and the index that it went with: the mean index of those whose figure falls between
// two bounds.
struct Meant {
  double figure = 0, index = 0;
};
void print_calibration(const std::string& what, const std::vector<Meant>& sets,
                       const std::vector<double>& bounds);

}  // namespace mercer
