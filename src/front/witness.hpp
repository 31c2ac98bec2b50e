// How well a clustering is supported: others that were made in nearly the same way agree, and gaps lie around
// its clusters.
#pragma once

#include "beyond/auto/separation.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

struct Testimony {
  double agreement = 0;   // mean adjusted Rand index with the others
  double separation = 0;  // 0 to 1; 0 for points without coordinates
};

class Witness {
 public:
  Witness(const Data& data, const Kernel& kernel, Control* control);
  Testimony hear(const Labels& labels, const std::vector<Labels>& others);

 private:
  automatic::Parts parts_;  // none for points without coordinates
  automatic::InnerGaps gaps_;
};

}  // namespace mercer
