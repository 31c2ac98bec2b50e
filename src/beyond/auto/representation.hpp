// The forms of the data in which clusters are sought.
#pragma once

#include <string>
#include <vector>

#include "mercer/data.hpp"

namespace mercer::automatic {

// y = (x - centre) scale, column by column; constant columns have scale 0 and are dropped from `points`.
struct Representation {
  std::string name;  // raw | std | cosine
  Data points;
  Vector centre, scale;
  bool table = false;  // some columns are indicators of categories
};

// raw: one factor for all columns, so that the widest has deviation 1; std: a factor for each column, where
// deviations differ by more than a factor of 2. Sparse points, less than half of whose values are not zero
// and none of which is empty, are brought to the unit sphere (cosine). The scale of a table's columns was
// chosen on purpose: raw alone. That it is one may be told, or be seen.
std::vector<Representation> representations(const Data& data, bool told_table = false);

// New points in a representation.
Data represent(const Data& data, const std::string& name, const Vector& centre, const Vector& scale);

}  // namespace mercer::automatic
