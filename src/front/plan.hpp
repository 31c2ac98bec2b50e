// How a clustering will be run: which space, how the kernel matrix is held, how many starts together.
#pragma once

#include "data/shape.hpp"
#include "mercer/options.hpp"
#include "mercer/plan.hpp"

namespace mercer {

struct FullPlan {
  Plan summary;
  Index together = 1;      // starts run at once
  Index landmarks = 0;     // of a geodesic kernel; 0: paths between all points
  std::uint64_t room = 0;  // bytes of the budget for what is only kept for speed
};

// Of a matrix that the user gives.
inline Storage given_storage(const Shape& matrix) { return matrix.sparse ? Storage::sparse : Storage::given; }

// Exact ways from the fastest to the leanest; the first that fits the budget is taken. Throws (memory) when
// none does. The options are settled.
FullPlan make_plan(const Shape& shape, const Options& options);
// The plan if options.approx is not `none`; `auto` may choose the exact plan.
FullPlan plan_approximation(const Shape& shape, const Options& options);
// With a geodesic kernel: all paths if they fit and are few enough, otherwise landmarks.
FullPlan plan_geodesic(const Shape& shape, const Options& options);

// k-means on n x rank vectors, and what the embedding adds; none when it does not fit.
struct Attempt {
  FullPlan plan;
  std::uint64_t least = 0;
  bool fits = false;
};
Attempt plan_features(const Shape& shape, const Options& options, Index rank);

// With a GPU: where one is asked for, or is there and expected to be faster; none: this machine's processor.
// Throws if one is asked for and is not available.
std::optional<FullPlan> plan_device(const Shape& shape, const Options& options);
FullPlan plan_processor(const Shape& shape, const Options& options);
// The plan for the processor, with a GPU for the parts that it can do: nearest prototypes among vectors and
// features, and pairs of points.
void add_device(const Shape& shape, const Options& options, FullPlan& plan);
// Why a GPU has no products with the kernel matrix to compute; empty where it has.
std::string nothing_in_products(const Shape& shape, const Kernel& kernel);

// Passes over the kernel matrix that a fit is expected to take.
double expected_passes(const Options& options, Index together);
// Bytes that may be used: the budget, or by default a share of the free memory.
std::uint64_t memory_budget(const Options& options);
// Says what this machine would need at least.
[[noreturn]] void too_little_here(std::uint64_t least, const Options& options);
// Bytes that an exact way needs beyond the data, for `together` starts at once.
std::uint64_t exact_bytes(const Shape& shape, const Options& options, Storage storage, Precision precision,
                          Index together);
// Of the kernel's tiles, when the kernel matrix is held in a given way.
Precision planned_precision(const Shape& shape, const Options& options, Storage storage);
// Whether the method runs in the input space without a kernel matrix.
bool is_vector_method(const Options& options);

}  // namespace mercer
