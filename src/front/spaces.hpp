// The Gram and the space of a clustering, built as planned.
#pragma once

#include "front/paths.hpp"
#include "front/plan.hpp"
#include "gram/gram.hpp"
#include "space/space.hpp"

namespace mercer {

struct Built {
  std::shared_ptr<Gram> gram;  // null in the input space
  std::shared_ptr<const Space> space;
  Vector widths;                          // gaussian:local
  Data graph;                             // the matrix behind the Gram, where it is sparse
  std::shared_ptr<const PathTree> paths;  // connectivity
  std::optional<GeodesicModel> geodesic;
  std::vector<Finding> findings;  // what the kernel has to say
};
// `kernel` is resolved.
Built build(const Data& data, const Kernel& kernel, const Options& options, const Plan& plan,
            Control* control);

// The kernel with its parameters set, for data that are looked at without being clustered; checks both.
Kernel resolve_alone(const Data& data, const Kernel& kernel);

}  // namespace mercer
