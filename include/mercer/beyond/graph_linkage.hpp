// Agglomeration on a graph of near points, weighted by the self-tuning Gaussian kernel.
#pragma once

#include "mercer/choice.hpp"

namespace mercer {

// How similar two clusters a and b are, w the summed weight of the edges between them.
enum class GraphSimilarity {
  average,     // w / (|a| |b|): average linkage of the kernel
  volume,      // w / (vol a vol b), vol the summed degrees
  root_volume  // w / sqrt(vol a vol b)
};
template <>
struct EnumNames<GraphSimilarity> {
  static constexpr std::array<std::string_view, 3> values = {"average", "volume", "root-volume"};
};

struct GraphLinkage {
  static constexpr std::string_view name = "graph-linkage",
                                    about = "joins the most similar clusters of a neighbour graph";
  int neighbors = 10;
  GraphSimilarity linkage = GraphSimilarity::volume;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("neighbors", self.neighbors, "how many nearest points each point is joined to",
          Allowed::at_least(1));
    visit("linkage", self.linkage,
          "weight between two clusters, divided by the product of sizes, by that of volumes, or by its root");
  }
};

}  // namespace mercer
