#include "space/space.hpp"

namespace mercer {

double within(const Prototypes& P, Index first, Index count, double total) {
  double explained = 0;
  for (Index j = first; j < first + count; ++j)
    if (P.mass[j] > 0) explained += P.norm[j] / P.mass[j];
  return total - explained;
}

}  // namespace mercer
