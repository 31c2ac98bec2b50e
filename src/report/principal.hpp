// The plane that shows most of the data: their first two principal components.
#pragma once

#include <span>

#include "mercer/data.hpp"

namespace mercer {

struct PrincipalPlane {
  Vector mean;           // of the rows it was learned from
  Matrix axes;           // dimensions x 2, orthonormal columns
  double share[2] = {};  // of the variance, along each axis
  // The rows' coordinates in the plane.
  Matrix project(const Data& data, std::span<const Index> rows) const;
};

// Needs at least two columns and one row.
PrincipalPlane principal_plane(const Data& data, std::span<const Index> rows);

}  // namespace mercer
