// An order is a request in which everything left open has been settled, checked and planned.
#pragma once

#include "front/plan.hpp"
#include "mercer/data.hpp"

namespace mercer {

struct Order {
  Options options;  // settled, for what stands at the foot of the ladder
  Shape shape;      // of that
  FullPlan plan;
};
// Throws what `cluster` throws for the options and the budget. Of the data, automatic parameters of the
// kernel are checked; nothing else is computed.
Order order_of(const Data& data, const Options& asked);

}  // namespace mercer
