// Dense or sparse: products need points of one kind.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// The points, dense or sparse as `other` is.
Data same_kind(const Data& points, const Data& other);

}  // namespace mercer
