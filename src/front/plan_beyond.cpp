#include "front/plan_beyond.hpp"

#include <algorithm>

namespace mercer {
namespace {

// The basis of the eigensolver and its image, with copies while they grow; the graph of near points with its
// entries in every form they go through.
std::uint64_t bytes_of(const Spectral& method, const Data& data, const Options& o) {
  const auto n = static_cast<std::uint64_t>(data.size()), k = static_cast<std::uint64_t>(o.clusters);
  const std::uint64_t block = std::min(2 * k + 1, k + 3);
  const std::uint64_t dense = n <= 96 || 8 * (2 * k + 1) >= n ? 40 * n * n : 0;
  return std::max(8 * n * 28 * block, dense) + 110 * n * static_cast<std::uint64_t>(method.neighbors);
}

std::uint64_t square_bytes(const Data& data, std::uint64_t each) {
  const auto n = static_cast<std::uint64_t>(data.size());
  return each * n * n;
}
// Kernel rows that are kept, gradient and weights.
std::uint64_t bytes_of(const OneClass&, const Data& data, const Options&) {
  return std::min(row_cache_bytes, square_bytes(data, 8)) + 64 * static_cast<std::uint64_t>(data.size());
}
// The kernel matrix of the points of one sphere, which may be all.
std::uint64_t bytes_of(const KSpheres&, const Data& data, const Options& o) {
  return square_bytes(data, 8) + std::min(row_cache_bytes, square_bytes(data, 8)) +
         32 * static_cast<std::uint64_t>(data.size() * o.clusters);
}
// The points once more, and the pairs whose segments are tested.
std::uint64_t bytes_of(const SupportVectorClustering& method, const Data& data, const Options& o) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  const std::uint64_t pairs = method.graph == SegmentGraph::complete ? square_bytes(data, 12) : 1024 * n;
  return bytes_of(OneClass{}, data, o) + 24 * n * d + pairs;
}

// The points once more, and distances to as many seeds as there may be.
std::uint64_t bytes_of(const MeanShift&, const Data& data, const Options&) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  return 40 * n * d + 2048 * n;
}

// The points once more, probabilities in two forms, shapes, and moments of as many blocks as are held at
// once.
std::uint64_t bytes_of(const Mixture&, const Data& data, const Options& o) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  const auto k = static_cast<std::uint64_t>(o.clusters);
  return 8 * (n * (d + 3 * k) + 70 * k * d * d);
}

// Neighbours, the spanning tree, the graph, and clusters with their links and pairs.
std::uint64_t bytes_of(const GraphLinkage& method, const Data& data, const Options&) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  const auto near = static_cast<std::uint64_t>(std::max(method.neighbors, 7));
  return n * (16 * d + 100 * near + 200);
}

// Two representations of the points; then, for one of them at a time, neighbours, trees, three graphs, two
// candidates that are joining clusters, and the labels of all; the mixtures of a sample.
std::uint64_t bytes_of(const Auto&, const Data& data, const Options& o) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  const auto k = static_cast<std::uint64_t>(o.clusters);
  const std::uint64_t dense = data.is_sparse() ? 0 : 40 * d;
  return n * (dense + 2400) + 8 * std::min<std::uint64_t>(n, 20000) * (k + 20);
}

}  // namespace

std::uint64_t beyond_bytes(const Data& data, const Options& o) {
  return std::visit(
      [&]<class M>(const M& method) -> std::uint64_t {
        if constexpr (requires { bytes_of(method, data, o); })
          return bytes_of(method, data, o);
        else
          return 0;
      },
      o.method);
}

bool needs_gram(const Method& method) {
  return std::holds_alternative<Spectral>(method) || std::holds_alternative<OneClass>(method) ||
         std::holds_alternative<KSpheres>(method) || std::holds_alternative<SupportVectorClustering>(method);
}

double beyond_passes(const Method& method) {
  if (std::holds_alternative<Spectral>(method)) return 60;
  if (std::holds_alternative<KSpheres>(method)) return 20;
  return needs_gram(method) ? 4 : 0;
}

bool is_neighbor_graph(const Method& method) {
  const auto* spectral = std::get_if<Spectral>(&method);
  return spectral && spectral->neighbors > 0;
}

}  // namespace mercer
