// The representations of the data in which `auto` looks for clusters.
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

// raw: one factor for all columns, so that the largest deviation is 1; std: a factor for each column, if
// deviations differ by more than a factor of 2. Sparse points, less than half of whose values are not zero
// and none of which is empty, are brought to the unit sphere (cosine). The scale of a table's columns was
// chosen on purpose: only raw. Either the caller says that it is a table, or it is recognised. Columns that
// are a table only when they have one scale, as 0 and 1 beside incomes do, have that scale: only std.
std::vector<Representation> representations(const Data& data, bool told_table = false);

// New points in a representation.
Data represent(const Data& data, const std::string& name, const Vector& centre, const Vector& scale);

}  // namespace mercer::automatic
