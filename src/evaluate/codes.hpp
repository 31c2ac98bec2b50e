// Labels as they come (any integers) -> 0 .. count-1, in the order of the distinct values.
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "mercer/error.hpp"
#include "mercer/types.hpp"

namespace mercer {

struct Codes {
  Labels codes;             // -1 where the point is left out
  std::vector<int> values;  // the label of each code
  Index count() const { return static_cast<Index>(values.size()); }
};

// Scores against classes keep noise (a negative label) as a value like any other; measures of compactness
// leave such points out, for they belong to no cluster.
enum class Noise { keep, leave_out };

inline Codes compact(const Labels& labels, Noise noise) {
  Codes result;
  std::copy_if(labels.begin(), labels.end(), std::back_inserter(result.values),
               [&](int label) { return label >= 0 || noise == Noise::keep; });
  std::sort(result.values.begin(), result.values.end());
  result.values.erase(std::unique(result.values.begin(), result.values.end()), result.values.end());
  result.codes.reserve(labels.size());
  for (int label : labels) {
    const auto at = std::lower_bound(result.values.begin(), result.values.end(), label);
    const bool known = at != result.values.end() && *at == label;
    result.codes.push_back(known ? static_cast<int>(at - result.values.begin()) : -1);
  }
  return result;
}

// Two things that must each have one entry per point.
inline void require_equal_sizes(const char* what, std::size_t size, const char* other,
                                std::size_t other_size) {
  if (size != other_size)
    throw Error(Fault::data, fmt::format("{} {} but {} {}; both need one entry per point, in the same order",
                                         size, what, other_size, other));
}

}  // namespace mercer
