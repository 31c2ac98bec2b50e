// New points as a model knows them, beside its training objects and the kernel between the two. What several
// answers need is computed once.
#pragma once

#include <optional>

#include "mercer/model.hpp"

namespace mercer {

// The nearest training object of each new point, and how far it is: the mutual reachability distance where
// there are core distances, ties going to the shorter and then to the lower index. Also the one that is
// nearest by the distance itself.
struct NearestObjects {
  std::vector<int> objects, beside;
  Vector distances;
};

struct Query {
  const Kernel& kernel;  // resolved
  Precision precision;
  const Known& known;
  Index columns;  // of new points
  Data points;
  What what = {};
  std::uint64_t evaluations = 0;                      // of the kernel function, so far
  std::optional<DeviceUse> device = {};               // what a GPU did, so far
  std::optional<NearestObjects> nearest_so_far = {};  // see nearest_objects
};

}  // namespace mercer
