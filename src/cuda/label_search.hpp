// Labels on a device: the nearest prototypes, and moves that gain. Only what moved crosses.
#pragma once

#include "cuda/cuda_sums.hpp"
#include "cuda/launch.hpp"

namespace mercer::device {

class LabelSearch {
 public:
  // `self`: k(x, x) of all points; labels are looked for among `rows`.
  LabelSearch(Context& context, const Vector& self, Range rows);

  // As DevicePoints has them.
  Moves nearest(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms, double epsilon,
                Labels& labels);
  std::vector<Index> gaining(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms,
                             const Vector& mass, const Labels& labels, const Vector& weights, double least);

  const double* self() const { return self_.data(); }

 private:
  void send(KnownLabels& known, const Labels& labels);
  KnownLabels& send_labels(const CudaSums& S, Index first_column, const Labels& labels);
  Nearest send_terms(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms,
                     const Vector& more, double epsilon);

  Context& context_;
  Range rows_;
  std::size_t n_;
  Array<double> self_, terms_, weights_;
  Array<int> found_;
  Array<unsigned char> flags_;
  Array<char> scratch_;
};

}  // namespace mercer::device
