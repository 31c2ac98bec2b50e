// Seeding on a device, as plain functions.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace mercer::device {

constexpr int seed_block = 256;  // points that are added up together

// Points first .. first + count - 1, whose rows are counted from 0 here.
struct SeedRows {
  int first, count;
  const double* self;     // k(x, x) of all points
  const double* weights;  // of these
};
struct SeedDraw {
  int start, row;  // the first row of the block
  double left;
};

// sums[b starts + s] = sum of w d over block b; d is starts x count
void seed_shares(const SeedRows& x, const double* d, int starts, double* sums, cudaStream_t stream);
// D2 (count x columns) holds k(x, points) and becomes distances; sums[b columns + c] = sum of w min(d, D2)
// over block b, `each` columns for a start. Before the first seed (`seeded`) d does not count.
void seed_remaining(const SeedRows& x, double* D2, const int* points, int columns, const double* d, int each,
                    bool seeded, double* sums, cudaStream_t stream);
// d = min(d, D2(:, chosen[s]))
void seed_take(const SeedRows& x, const double* D2, int columns, const int* chosen, int starts, bool seeded,
               double* d, cudaStream_t stream);
// found[e] = the point where the sum of w d from the row of a draw on passes `left`
void seed_find(const SeedRows& x, const double* d, const SeedDraw* draws, int count, int* found,
               cudaStream_t stream);
// labels[r] = the nearest of some points, by their kernel values K (count x columns); ties: the first
void nearest_of_points(const SeedRows& x, const double* K, const int* points, int columns, int* labels,
                       cudaStream_t stream);

}  // namespace mercer::device
