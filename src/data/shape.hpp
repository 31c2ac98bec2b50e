// How large data are, without the data: all that a plan looks at.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

struct Shape {
  Index points = 0, columns = 0;
  bool sparse = false;
  Index nonzeros = 0;  // of sparse data
};

inline Shape shape_of(const Data& data) {
  return {data.size(), data.dimensions(), data.is_sparse(),
          data.is_sparse() ? static_cast<Index>(data.sparse().nonZeros()) : 0};
}

}  // namespace mercer
