// Sums and products of a Gaussian kernel on the tensor cores, for points of up to 128 dimensions in float.
#pragma once

#include "cuda/context.hpp"
#include "cuda/group_parcel.hpp"
#include "cuda/tensor_layout.hpp"
#include "cuda/tensor_work.hpp"

namespace mercer::device {

// Where sums go, column by column: S is where point 0 would be, and has points first .. last - 1.
struct Target {
  double* S;
  std::size_t stride;
  int first, last;
};

class TensorSums {
 public:
  // `x`: n x d floats about the centre, on the device.
  TensorSums(Context& context, const float* x, int n, int d, double gamma);

  // S += K dW, one side of each tile used.
  void add(const Groups& groups, const Target& to, Control* control);
  // The same for a partition of all points with weights 1: both sides. Only on Hopper.
  void fill(const Groups& groups, const Target& to, Control* control);
  bool uses_both_sides() const { return hopper_; }
  // S = K W, W n x width on the device. Only on Hopper.
  void product(const float* W, int width, const Target& to, Control* control);

  // For measuring: the tiles of older devices, and what the last call took on the device.
  void use_hopper(bool use) { hopper_ = use; }
  float milliseconds() const { return timer_.milliseconds(); }

 private:
  struct Sent;
  Sent send(const Groups& groups, const TensorLayout& layout);
  Packed gathered(int rows);
  void add_batch(const Groups& groups, const Target& to);

  Context& context_;
  int n_;
  bool hopper_;
  Packed points_{};  // in their order
  Array<char> x_, gathered_x_, parcel_room_, weights_;
  Array<float> norms_, gathered_norms_, column_sums_, row_sums_;
  Array<double> dense_;
  Array<int> largest_;
  Pinned<char> pinned_;
  Timer timer_;
};

}  // namespace mercer::device
