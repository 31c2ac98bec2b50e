#include "front/order.hpp"

#include "front/check.hpp"
#include "front/settle.hpp"
#include "ground/foot.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"

namespace mercer {

Order order_of(const Data& data, const Options& asked) {
  Order order{settle(asked), shape_of(data), {}};
  Options& o = order.options;
  const std::uint64_t budget = memory_budget(o), own = foot_bytes(order.shape, o.kernel, budget);
  order.shape = shape_at_foot(order.shape, o.kernel);
  o.kernel = kernel_at_foot(o.kernel);
  if (own > 0) o.memory = budget > own ? budget - own : 1;
  check_options(order.shape, o);
  order.plan = make_plan(order.shape, o);
  if (own == 0) return order;
  Plan& plan = order.plan.summary;
  plan.bytes += own;
  plan.least_bytes += own;
  plan.reason = "the kernel matrix of the vertices fits the memory budget";
  return order;
}

Plan plan(const Data& data, const Options& options) {
  const Order order = order_of(data, options);
  // Refuses parameters that make no sense.
  resolve(is_replaced(options.kernel) ? options.kernel : order.options.kernel, data);
  return order.plan.summary;
}

}  // namespace mercer
