// How a clustering will be run: which space, how the kernel matrix is held, how many starts together.
#pragma once

#include "data/shape.hpp"
#include "mercer/options.hpp"
#include "mercer/plan.hpp"

namespace mercer {

struct FullPlan {
  Plan summary;
  Index together = 1;   // starts run at once
  Index landmarks = 0;  // of a geodesic kernel; 0: paths between all points
};

// Of a matrix that the user gives.
inline Storage given_storage(const Shape& matrix) { return matrix.sparse ? Storage::sparse : Storage::given; }

// Exact ways from the fastest to the leanest; the first that fits the budget is taken. Throws (memory) when
// none does. The options are settled.
FullPlan make_plan(const Shape& shape, const Options& options);
// The plan when options.approx is not `none`; `auto` may come to the exact plan.
FullPlan plan_approximation(const Shape& shape, const Options& options);
// With a geodesic kernel: all paths where they fit and are few enough, else landmarks.
FullPlan plan_geodesic(const Shape& shape, const Options& options);

// k-means on n x rank vectors, and what the embedding adds; none when it does not fit.
struct Attempt {
  FullPlan plan;
  std::uint64_t least = 0;
  bool fits = false;
};
Attempt plan_features(const Shape& shape, const Options& options, Index rank);

// With a GPU: where one is asked for, or is there and expected to be faster; none: this machine's processor.
// Throws where one is asked for and can't be had.
std::optional<FullPlan> plan_device(const Shape& shape, const Options& options);

// Passes over the kernel matrix that a fit is expected to take.
double expected_passes(const Options& options, Index together);
// Bytes that may be used: those allowed, else a share of what is free.
std::uint64_t memory_budget(const Options& options);
// Bytes that an exact way needs beyond the data, for `together` starts at once.
std::uint64_t exact_bytes(const Shape& shape, const Options& options, Storage storage, Precision precision,
                          Index together);
// Of the kernel's tiles, when the kernel matrix is held in a given way.
Precision planned_precision(const Shape& shape, const Options& options, Storage storage);
// Whether the method runs in the input space without a kernel matrix.
bool is_vector_method(const Options& options);

}  // namespace mercer
