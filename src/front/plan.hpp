// How a clustering will be run: which space, how the kernel matrix is held, how many starts together.
#pragma once

#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct FullPlan {
  Plan summary;
  Index together = 1;   // starts run at once
  Index landmarks = 0;  // of a geodesic kernel; 0: paths between all points
};

// Of a matrix that the user gives.
inline Storage given_storage(const Data& matrix) {
  return matrix.is_sparse() ? Storage::sparse : Storage::given;
}

// Exact ways from the fastest to the leanest; the first that fits the budget is taken. Throws (memory) when
// none does.
FullPlan make_plan(const Data& data, const Options& options);

// With a geodesic kernel: all paths where they fit and are few enough, else landmarks.
FullPlan plan_geodesic(const Data& data, const Options& options);

// Bytes that may be used: those allowed, else a share of what is free.
std::uint64_t memory_budget(const Options& options);
// Bytes that an exact way needs beyond the data, for `together` starts at once.
std::uint64_t exact_bytes(const Data& data, const Options& options, Storage storage, Precision precision,
                          Index together);
// Of the kernel's tiles, when the kernel matrix is held in a given way.
Precision planned_precision(const Data& data, const Options& options, Storage storage);
// Whether the method runs in the input space without a kernel matrix.
bool is_vector_method(const Options& options);

}  // namespace mercer
