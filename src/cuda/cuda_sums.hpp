// Sums in the memory of a GPU.
#pragma once

#include <map>

#include "cuda/context.hpp"
#include "cuda/device_points.hpp"

namespace mercer::device {

// Labels that the device knows, and what this side thinks that they are.
struct KnownLabels {
  Array<int> there;
  Labels here;
};

// Column j is S[j * stride ...], and begins with the first of its points.
struct CudaSums final : DeviceSums {
  CudaSums(std::shared_ptr<Context> owner, Index columns, Range points)
      : context(std::move(owner)),
        rows(points),
        count(columns),
        stride(static_cast<std::size_t>(points.size())),
        S(static_cast<std::size_t>(columns) * stride, context->held, "sums of prototypes") {}
  Index columns() const override { return count; }
  // Where point 0 would be.
  double* origin() const { return S.data() - rows.begin; }
  std::shared_ptr<Context> context;  // outlives the array
  Range rows;
  Index count;
  std::size_t stride;
  Array<double> S;
  mutable std::map<Index, KnownLabels> labels;  // by first column
};

}  // namespace mercer::device
