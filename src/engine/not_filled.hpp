// A cluster stays empty: there are fewer distinct points in feature space than clusters.
#pragma once

#include "mercer/error.hpp"

namespace mercer {

class NotFilled : public Error {
 public:
  using Error::Error;
};

}  // namespace mercer
