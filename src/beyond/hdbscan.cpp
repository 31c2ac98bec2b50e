#include <algorithm>
#include <cmath>

#include "beyond/linkage.hpp"

namespace mercer {

Labels persistent_clusters(const Ultrametric& tree, Index min_size) {
  struct Cluster {
    int parent;
    double birth;
    double stability = 0, below = 0;  // its own, and that of the best clusters it splits into
    bool taken = false;
  };
  // Where the density of a node begins; objects that coincide are infinitely dense, which no sum survives. In
  // units of the diameter's power of two, so that neither tiny nor huge heights leave the range of numbers.
  const double unit = tree.diameter() > 0 ? std::ldexp(1.0, std::ilogb(tree.diameter())) : 1;
  const double least = 1e-12 * tree.diameter();
  const auto density = [&](std::size_t u) { return unit / std::max(tree.height[u], least); };
  const auto nodes = static_cast<std::size_t>(tree.nodes());
  std::vector<Cluster> clusters = {{-1, 0}};
  std::vector<int> cluster(nodes, 0);  // the one that a node is part of, or fell out of
  std::vector<char> fallen(nodes, 0);
  const bool large = tree.size() >= min_size && tree.diameter() > 0;
  fallen[0] = large ? 0 : 1;
  for (std::size_t u = 0; u < nodes; ++u) {
    if (tree.objects[u] == 1) continue;
    const std::size_t first = u + 1, second = static_cast<std::size_t>(tree.end(static_cast<Index>(first)));
    const int own = cluster[u];
    const bool splits = !fallen[u] && tree.objects[first] >= min_size && tree.objects[second] >= min_size;
    for (const std::size_t child : {first, second}) {
      cluster[child] = own;
      fallen[child] = fallen[u] || (!splits && tree.objects[child] < min_size);
      if (fallen[u] || !(splits || fallen[child])) continue;
      auto& parent = clusters[static_cast<std::size_t>(own)];
      parent.stability += static_cast<double>(tree.objects[child]) * (density(u) - parent.birth);
      if (!splits) continue;
      cluster[child] = static_cast<int>(clusters.size());
      clusters.push_back({own, density(u)});
    }
  }
  for (std::size_t c = clusters.size() - 1; c > 0; --c) {
    Cluster& own = clusters[c];
    own.taken = own.stability >= own.below;
    clusters[static_cast<std::size_t>(own.parent)].below += std::max(own.stability, own.below);
  }
  // From the top: everything inside a chosen cluster belongs to it.
  std::vector<int> label(clusters.size(), -1);
  for (std::size_t c = 1; c < clusters.size(); ++c) {
    const int above = label[static_cast<std::size_t>(clusters[c].parent)];
    label[c] = above >= 0 ? above : clusters[c].taken ? static_cast<int>(c) : -1;
  }
  Labels out(static_cast<std::size_t>(tree.size()));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = label[static_cast<std::size_t>(cluster[static_cast<std::size_t>(tree.node_of[i])])];
  return out;
}

}  // namespace mercer
