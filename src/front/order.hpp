// An order is what was asked for when everything that was left open is settled, checked and planned.
#pragma once

#include "front/plan.hpp"
#include "mercer/data.hpp"

namespace mercer {

struct Order {
  Options options;  // settled, for what stands at the foot of the ladder
  Shape shape;      // of that
  FullPlan plan;
};
// Throws what `cluster` throws for the options and the budget; of the data only their shape is looked at.
Order order_of(const Data& data, const Options& asked);

}  // namespace mercer
