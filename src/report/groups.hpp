// The points of a picture, cluster by cluster.
#pragma once

#include <string>
#include <vector>

#include "mercer/types.hpp"
#include "report/palette.hpp"

namespace mercer {

struct DrawnGroup {
  int label = -1;  // negative: noise
  Look look;
  std::string name;         // "cluster 3", or "noise"
  Index size = 0;           // points in the data
  std::vector<Index> rows;  // those drawn, as rows of the projection
  bool is_noise() const { return label < 0; }
};

// In the order of the labels, noise last. `drawn` are the points in the picture, of `size` in the data.
std::vector<DrawnGroup> groups_of(const Labels& labels, Index size, const std::vector<Index>& drawn);

// Noise first, then the large before the small, so that nothing is buried.
std::vector<DrawnGroup> back_to_front(std::vector<DrawnGroup> groups);

// 1234567 -> "1,234,567"
std::string with_commas(Index number);

}  // namespace mercer
