#include "front/plan_beyond.hpp"

#include <algorithm>

#include "rules/traits.hpp"

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

}  // namespace

std::uint64_t beyond_bytes(const Data& data, const Options& o) {
  return std::visit(
      [&]<class M>(const M& method) -> std::uint64_t {
        if constexpr (is_rule<M>)
          return 0;
        else
          return bytes_of(method, data, o);
      },
      o.method);
}

double beyond_passes(const Method& method) { return std::holds_alternative<Spectral>(method) ? 60 : 0; }

bool needs_gram(const Method& method) {
  return std::visit([]<class M>(const M&) { return !is_rule<M>; }, method);
}

bool is_neighbor_graph(const Method& method) {
  const auto* spectral = std::get_if<Spectral>(&method);
  return spectral && spectral->neighbors > 0;
}

}  // namespace mercer
