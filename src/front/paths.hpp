// The tree of gaps at the front door: which methods and kernels live on it, its memory, and its making.
#pragma once

#include "graph/spanning_tree.hpp"
#include "graph/ultrametric.hpp"
#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct PathTree {
  std::vector<Edge> edges;                  // of the spanning tree, sorted
  Vector core;                              // core distances; empty for min_points = 1
  std::shared_ptr<const Ultrametric> tree;  // null when stopped
};
PathTree path_tree(const Data& data, const Connectivity& paths, Control* control);

// Whether a method works on the tree of gaps and on nothing else.
bool lives_on_tree(const Method& method);
// Such a method's kernel: connectivity, with the distances that the kernel given stands for.
Options settle_paths(Options options);
// Refuses what makes no sense for such methods and this kernel.
void check_paths(const Data& data, const Options& options);

// Bytes beyond the data while the tree is made, and that it keeps.
struct TreeBytes {
  std::uint64_t making = 0, kept = 0;
};
TreeBytes tree_bytes(const Data& data, const Connectivity& paths);
// That the method needs beside it.
std::uint64_t method_bytes(const Data& data, const Options& options);

}  // namespace mercer
