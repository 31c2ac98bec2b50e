#include "core/vector_math.hpp"
#include "mercer/rules/shares.hpp"

namespace mercer::rules {

void power(std::span<double> x, double e) {
  if (e == 1) return;
  if (e == 2)
    for (double& value : x) value *= value;
  else
    power_row(e, x.data(), static_cast<Index>(x.size()));
}

}  // namespace mercer::rules
