// A graph whose vertices are clustered under a kernel of the graph: its kernel matrix takes the place of the
// data, and everything else is as with a matrix that was given.
#pragma once

#include "mercer/cluster.hpp"

namespace mercer {

// The matrix, within the memory budget; checks the graph.
Data vertex_kernel(const Data& graph, const Diffusion& kernel, std::uint64_t memory, Control* control);
// What the matrix takes.
std::uint64_t vertex_kernel_bytes(Index size);
// The same options for that matrix.
Options among_vertices(const Data& graph, const Options& options);

Result cluster_vertices(const Data& graph, const Diffusion& kernel, const Options& options);
Plan plan_vertices(const Data& graph, const Options& options);

}  // namespace mercer
