// There are fewer distinct points, in the input space or in feature space, than clusters. Searches for a
// number of clusters end there, and a swap that empties a cluster is not made; for others it is an Error.
#pragma once

#include "mercer/error.hpp"

namespace mercer {

class FewerPoints : public Error {
 public:
  using Error::Error;
};

}  // namespace mercer
