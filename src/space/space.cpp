#include "space/space.hpp"

#include "core/parallel.hpp"

namespace mercer {

Matrix all_distances(const Space& space, const Prototypes& P) {
  Matrix D2(space.size(), P.count());
  parallel_points(space.size(), 4 * P.count(), [&](Index begin, Index end) {
    Matrix block;
    space.distances(P, {begin, end}, {0, P.count()}, block);
    D2.middleRows(begin, end - begin) = block;
  });
  return D2;
}

double within(const Prototypes& P, Index first, Index count, double total) {
  double explained = 0;
  for (Index j = first; j < first + count; ++j)
    if (P.mass[j] > 0) explained += P.norm[j] / P.mass[j];
  return total - explained;
}

}  // namespace mercer
