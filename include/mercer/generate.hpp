// Artificial data with known clusters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

struct GenerateOptions {
  Index size = 0;               // number of points without outliers; 0 = the shape's own
  std::optional<double> noise;  // standard deviation; unset = the shape's own
  Index outliers = 0;           // uniform points around the data, labelled 0 (the clusters are 1, 2, ...)
  Index clusters = 3;           // blobs only
  Index dimensions = 2;         // blobs only
  std::uint64_t seed = 1;
};
struct Generated {
  Matrix points;
  Labels labels;  // from 1; 0 = outlier
};
// rings, two-moons, three-moons, icassp, spirals, seven, delta, blobs, bridge, stretched.
Generated generate(const std::string& shape, const GenerateOptions& options = {});
// Their names, with a sentence each.
std::vector<std::pair<std::string, std::string>> shapes();

}  // namespace mercer
