// Sums and products of a Gaussian kernel on the tensor cores, for points of up to 128 dimensions in float.
#pragma once

#include "cuda/context.hpp"
#include "cuda/group_parcel.hpp"
#include "cuda/tensor_layout.hpp"
#include "cuda/tensor_work.hpp"

namespace mercer::device {

class TensorSums {
 public:
  // `x`: n x d floats about the centre, on the device.
  TensorSums(Context& context, const float* x, int n, int d, double gamma);

  // S += K dW for the groups of the parcel, one side of each tile used.
  void add(const Groups& groups, double* S, std::size_t stride, Control* control);
  // The same for a partition of all points with weights 1: both sides. Only on Hopper.
  void fill(const Groups& groups, double* S, std::size_t stride, Control* control);
  bool uses_both_sides() const { return hopper_; }
  // S = K W, W n x width on the device. Only on Hopper.
  void product(const float* W, int width, double* S, std::size_t stride, Control* control);

 private:
  struct Sent;
  Sent send(const Groups& groups, const TensorLayout& layout);
  Packed gathered(int rows);
  void add_batch(const Groups& groups, double* S, std::size_t stride);

  Context& context_;
  int n_;
  bool hopper_;
  Packed points_{};  // in their order
  Array<char> x_, gathered_x_, parcel_room_, weights_;
  Array<float> norms_, gathered_norms_, column_sums_, row_sums_;
  Array<double> dense_;
  Array<int> largest_;
  Pinned<char> pinned_;
};

}  // namespace mercer::device
