#include "ground/foot.hpp"

#include <fmt/format.h>

#include "core/parallel.hpp"
#include "data/finite.hpp"
#include "gram/diffusion.hpp"
#include "gram/given.hpp"
#include "kernels/resolve.hpp"
#include "mercer/machine.hpp"

namespace mercer {

bool is_replaced(const Kernel& kernel) { return source_of(kernel) == KernelSource::vertices; }

Kernel kernel_at_foot(const Kernel& kernel) { return is_replaced(kernel) ? Kernel(Precomputed{}) : kernel; }

Shape shape_at_foot(const Shape& data, const Kernel& kernel) {
  return is_replaced(kernel) ? Shape{data.points, data.points} : data;
}

std::uint64_t foot_bytes(const Shape& data, const Kernel& kernel, std::uint64_t budget) {
  if (!is_replaced(kernel)) return 0;
  // A thread works on four blocks of 16 columns.
  const auto n = static_cast<std::uint64_t>(data.points),
             scratch = 512 * static_cast<std::uint64_t>(thread_count());
  const std::uint64_t needed = n * (8 * n + scratch);
  if (needed > budget)
    throw Error(Fault::memory,
                fmt::format("the kernel matrix of {} vertices takes {} and the budget is {}; allow "
                            "`memory = {}M`, or use `method = spectral` with `kernel = precomputed`, which "
                            "reads only the edges",
                            n, format_bytes(needed), format_bytes(budget), needed / 1000000 + 1));
  return needed;
}

Foot foot_of(const Data& data, const Kernel& kernel, std::uint64_t budget, Control* control) {
  const auto* diffusion = std::get_if<Diffusion>(&kernel);
  if (!diffusion) return {data, kernel};
  resolve(kernel, data);  // refuses parameters that make no sense
  foot_bytes(shape_of(data), kernel, budget);
  const Data edges = data.is_sparse() ? data : Data(SparseMatrix(data.dense().sparseView()));
  check_finite(edges);
  check_given(edges, kernel);
  return {diffusion_kernel(edges.sparse(), *diffusion, control), Precomputed{}};
}

}  // namespace mercer
