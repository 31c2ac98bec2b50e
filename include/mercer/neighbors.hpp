// The exact nearest neighbours of each point.
#pragma once

#include "mercer/choice.hpp"
#include "mercer/data.hpp"

namespace mercer {

// Row i: the k nearest points of point i, from near to far. Nearness is the squared distance in double
// precision, summed over the columns in their order; ties go to the lower index. So the answer is unique: the
// same for any search, number of threads, and precision of the data. Cosines that agree to 2^-45 are ties.
struct Neighbors {
  MatrixOf<int> indices;  // n x k
  Matrix distances;       // n x k, not squared
};

enum class Metric {
  euclidean,  // |x-y|
  cosine      // 1 - x.y / |x| |y|; a zero vector is an error
};
template <>
struct EnumNames<Metric> {
  static constexpr std::array<std::string_view, 2> values = {"euclidean", "cosine"};
};

struct NeighborOptions {
  Metric metric = Metric::euclidean;
  int threads = 0;  // 0 = all cores
};

// The neighbours of each point among the others. A duplicate of a point is its neighbour; the point itself is
// not.
Neighbors nearest_neighbors(const Data& points, Index k, const NeighborOptions& options = {});
// The neighbours of each query among the points.
Neighbors nearest_neighbors(const Data& queries, const Data& points, Index k,
                            const NeighborOptions& options = {});

// The same from distances: one dense row per query, one column per point. With `among_others` the matrix is
// square, between the points themselves, and its diagonal is skipped.
Neighbors nearest_by_distance(const Data& distances, Index k, bool among_others, int threads = 0);

}  // namespace mercer
