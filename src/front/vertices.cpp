#include "front/vertices.hpp"

#include <fmt/format.h>

#include "mercer/machine.hpp"
#include "core/parallel.hpp"
#include "data/finite.hpp"
#include "front/check.hpp"
#include "front/plan.hpp"
#include "gram/diffusion.hpp"
#include "gram/given.hpp"
#include "kernels/resolve.hpp"

namespace mercer {

std::uint64_t vertex_kernel_bytes(Index size) {
  // A thread works on four blocks of 16 columns.
  const auto n = static_cast<std::uint64_t>(size), scratch = 512 * static_cast<std::uint64_t>(thread_count());
  return n * (8 * n + scratch);
}

Data vertex_kernel(const Data& graph, const Diffusion& kernel, std::uint64_t memory, Control* control) {
  resolve(kernel, graph);  // refuses parameters that make no sense
  const std::uint64_t budget = memory_budget({.memory = memory}), needed = vertex_kernel_bytes(graph.size());
  if (needed > budget)
    throw Error(Fault::memory,
                fmt::format("the kernel matrix of {} vertices takes {} and the budget is {}; allow --memory "
                            "{}M, or use --method spectral --kernel precomputed, which reads the edges alone",
                            graph.size(), format_bytes(needed), format_bytes(budget), needed / 1000000 + 1));
  const Data edges = graph.is_sparse() ? graph : Data(SparseMatrix(graph.dense().sparseView()));
  check_finite(edges);
  check_given(edges, kernel);
  return diffusion_kernel(edges.sparse(), kernel, control);
}

Options among_vertices(const Data& graph, const Options& options) {
  settle_clusters(options);  // what it refuses, it names by this kernel
  const std::uint64_t budget = memory_budget(options), own = vertex_kernel_bytes(graph.size());
  Options inner = options;
  inner.kernel = Precomputed{};
  inner.memory = budget > own ? budget - own : 1;
  return inner;
}

Result cluster_vertices(const Data& graph, const Diffusion& kernel, const Options& options) {
  const ThreadScope scope(options.threads);
  const Plan planned = plan_vertices(graph, options);
  const Data K = vertex_kernel(graph, kernel, options.memory, options.control);
  Result result = cluster(K, among_vertices(graph, options));
  result.model.kernel = kernel;
  result.plan.bytes = planned.bytes;
  result.plan.least_bytes = planned.least_bytes;
  result.plan.reason = planned.reason;
  return result;
}

Plan plan_vertices(const Data& graph, const Options& options) {
  const std::uint64_t own = vertex_kernel_bytes(graph.size());
  if (own > memory_budget(options))
    vertex_kernel(graph, std::get<Diffusion>(options.kernel), options.memory, nullptr);
  const Data shape = Data::view(static_cast<const double*>(nullptr), graph.size(), graph.size());
  Plan planned = plan(shape, among_vertices(graph, options));
  planned.bytes += own;
  planned.least_bytes += own;
  planned.reason = "the kernel matrix of the vertices fits the memory budget";
  return planned;
}

}  // namespace mercer
