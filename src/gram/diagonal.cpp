#include "gram/diagonal.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mercer/error.hpp"

namespace mercer {

void require_finite(const Vector& diagonal) {
  for (Index i = 0; i < diagonal.size(); ++i)
    if (!std::isfinite(diagonal[i]))
      throw Error(Fault::data,
                  fmt::format("the kernel of point {} with itself is {}; scale the data down "
                              "(`standardize`) or lower the degree",
                              i + 1, std::isnan(diagonal[i]) ? "not a number" : "too large to compute with"));
}

}  // namespace mercer
