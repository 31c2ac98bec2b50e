#include "front/plan.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mercer/machine.hpp"
#include "core/parallel.hpp"
#include "front/approximate.hpp"
#include "front/check.hpp"
#include "front/paths.hpp"
#include "front/plan_beyond.hpp"
#include "front/vertices.hpp"
#include "gram/block_gram.hpp"
#include "gram/stored_gram.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"
#include "rules/traits.hpp"

namespace mercer {
namespace {

bool is_loop(const Method& method) {
  return std::visit([]<class M>(const M&) { return is_rule<M>; }, method);
}
// Whether weights of all points and clusters are held.
bool is_soft(const Method& method) { return is_loop(method) && !std::holds_alternative<Hard>(method); }

// Bytes of the pairwise matrices of samples: Hartigan's candidates, the automatic width, the spectrum behind
// the stiffness and behind the warning of an indefinite kernel.
std::uint64_t sampled(const Data& data, const Options& o) {
  const auto side = [&](std::uint64_t most) {
    return std::min(most, static_cast<std::uint64_t>(data.size()));
  };
  const auto* g = std::get_if<Gaussian>(&o.kernel);
  const auto* l = std::get_if<Laplacian>(&o.kernel);
  const bool width = (g && !g->sigma && !g->gamma && !g->local) || (l && !l->sigma);
  const bool soft = is_soft(o.method);
  return std::max({10 * side(512) * side(512), width ? 14 * side(1000) * side(1000) : 0,
                   soft ? 8 * side(2048) * side(2048) : 0});
}

// Passes over the kernel matrix that a fit is expected to take: hard methods look at a row again only when
// its point moves, a swap moves a part of the points, soft methods look at everything in each iteration.
double expected_passes(const Options& o, Index together) {
  const double batches = std::ceil(static_cast<double>(o.restarts) / static_cast<double>(together));
  if (const double passes = beyond_passes(o.method); passes > 0) return passes;
  if (!std::holds_alternative<Hard>(o.method)) return 30 * batches;
  const auto* swap = std::get_if<Swap>(&o.search);
  return 2 * batches + (swap ? 0.3 * swap->trials : 0.0);
}

// Whether a stored matrix pays. To compute a value takes about 1 + 0.02 d ns longer than to read it; to write
// it into fresh memory, once, about 5 ns.
bool storing_pays(const Data& data, const Options& o, Index together) {
  const double d = data.visit([&]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return 8 * static_cast<double>(v.nonZeros()) / static_cast<double>(std::max<Index>(1, v.rows()));
    else
      return static_cast<double>(v.columns);
  });
  return expected_passes(o, together) * (1 + 0.02 * d) > 5;
}

std::string reason(Storage storage, const Options& o, bool faster) {
  switch (storage) {
    case Storage::vectors:
      return std::holds_alternative<Linear>(o.kernel)
                 ? "the feature space of the linear kernel is the input space"
                 : "the prototypes are points of the input space";
    case Storage::given:
      return "the given matrix is read in place";
    case Storage::tree:
      return "a tree knows all gaps: products cost one pass over it";
    case Storage::sparse:
      return is_precomputed(o.kernel) ? "the given matrix is sparse: products cost what is stored"
                                      : "the affinity of near points alone: products cost what is stored";
    case Storage::stored:
      return "the kernel matrix fits the memory budget";
    default:
      if (o.storage == Holding::tiled) return "as asked for";
      return faster ? "few passes are expected: computing tiles is faster than storing them"
                    : "the kernel matrix does not fit the memory budget; its tiles are computed when needed";
  }
}

}  // namespace

std::uint64_t exact_bytes(const Data& data, const Options& o, Storage storage, Precision precision,
                          Index together) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  if (std::holds_alternative<Connectivity>(o.kernel) && !is_loop(o.method)) {
    const TreeBytes tree = tree_bytes(data, std::get<Connectivity>(o.kernel));
    return std::max(tree.making, tree.kept + method_bytes(data, o)) + (std::uint64_t{1} << 20);
  }
  const auto c = static_cast<std::uint64_t>(o.clusters * together),
             k = static_cast<std::uint64_t>(o.clusters);
  const bool soft = is_soft(o.method), swap = std::holds_alternative<Swap>(o.search);
  const bool vectors = storage == Storage::vectors;
  const auto candidates = static_cast<std::uint64_t>(2 + std::log(static_cast<double>(o.clusters)));
  // Seeding holds distances to every candidate; Lloyd holds sums, labels before and after, and the changes.
  const std::uint64_t seeding = 8 * n * static_cast<std::uint64_t>(together) * (candidates + 1);
  const std::uint64_t sums = vectors ? 8 * c * d : 8 * n * c;
  const std::uint64_t labels = 4 * n * static_cast<std::uint64_t>(together);
  const std::uint64_t changes = n * (24 + 24 * static_cast<std::uint64_t>(together));
  const std::uint64_t hard = sums + 3 * labels + 24 * n + changes;
  const bool map = std::holds_alternative<Som>(o.method);  // which also keeps sums by winner
  const std::uint64_t weights = soft ? (vectors ? 24 : map ? 40 : 32) * n * c : 0;
  const std::uint64_t searching = swap ? 8 * n * k * (vectors ? 1 : 2) : 0;
  const std::uint64_t samples = sampled(data, o);
  // Symmetry is checked against the transpose.
  const std::uint64_t transpose = is_precomputed(o.kernel) && data.is_sparse()
                                      ? 12 * static_cast<std::uint64_t>(data.sparse().nonZeros())
                                      : 0;
  std::uint64_t bytes = labels + std::max({seeding, hard + searching, weights, samples, transpose}) + 16 * n;
  if (storage == Storage::stored)
    bytes += precision == Precision::single_ ? StoredGram<float>::bytes(data.size())
                                             : StoredGram<double>::bytes(data.size());
  if (storage == Storage::tree) {
    const TreeBytes tree = tree_bytes(data, std::get<Connectivity>(o.kernel));
    bytes =
        std::max(tree.making, bytes + tree.kept + 16 * n * c);  // and a pass over the tree for each column
  } else if (!vectors && storage != Storage::sparse) {
    const Index dims = data.is_sparse() ? 256 : data.dimensions();
    const auto threads = static_cast<std::uint64_t>(o.threads > 0 ? o.threads : thread_count());
    const std::uint64_t scratch =
        precision == Precision::single_
            ? BlockGram<float>::scratch_bytes(data.size(), o.clusters * together, dims)
            : BlockGram<double>::scratch_bytes(data.size(), o.clusters * together, dims);
    bytes += threads * scratch + 8 * n;  // and the norms of the points
  }
  if (std::holds_alternative<Ward>(o.method)) bytes += method_bytes(data, o);
  return bytes + beyond_bytes(data, o) + (std::uint64_t{1} << 20);
}

bool is_vector_method(const Options& o) {
  // Components come from products, and so does what looks at the kernel matrix itself.
  if (!std::holds_alternative<NoEmbedding>(o.embed) || needs_gram(o.method)) return false;
  return std::holds_alternative<NoKernel>(o.kernel) || std::holds_alternative<Linear>(o.kernel) ||
         prototypes_in_input(o.method);
}

Precision planned_precision(const Data& data, const Options& o, Storage storage) {
  constexpr Index double_up_to = 4096;
  if (storage == Storage::vectors || storage == Storage::tree || storage == Storage::sparse ||
      (is_precomputed(o.kernel) && !comes_whole(o.kernel)))
    return Precision::double_;
  if (o.precision != Precision::automatic) return o.precision;
  if (std::holds_alternative<Laplacian>(o.kernel)) return Precision::double_;  // a root magnifies rounding
  return data.size() <= double_up_to ? Precision::double_ : Precision::single_;
}

std::uint64_t memory_budget(const Options& o) {
  constexpr double share = 0.8;  // of what is free, when no budget is given
  return o.memory > 0 ? o.memory : static_cast<std::uint64_t>(share * static_cast<double>(free_memory()));
}

FullPlan make_plan(const Data& data, const Options& o) {
  if (!std::holds_alternative<Exact>(o.approx)) return plan_approximation(data, o);
  if (std::holds_alternative<Geodesic>(o.kernel)) return plan_geodesic(data, o);
  std::vector<Storage> ways;
  if (std::holds_alternative<Connectivity>(o.kernel))
    ways = {Storage::tree};
  else if (is_precomputed(o.kernel))
    ways = {given_storage(data)};
  else if (is_neighbor_graph(o.method))
    ways = {Storage::sparse};
  else if (is_vector_method(o))
    ways = {Storage::vectors};
  else if (o.storage == Holding::stored)
    ways = {Storage::stored};
  else if (o.storage == Holding::tiled)
    ways = {Storage::tiled};
  else
    ways = {Storage::stored, Storage::tiled};
  const std::uint64_t budget = memory_budget(o);
  const std::uint64_t least = exact_bytes(data, o, ways.back(), planned_precision(data, o, ways.back()), 1);
  for (const Storage way : ways) {
    const Precision precision = planned_precision(data, o, way);
    for (Index together = o.restarts; together >= 1; together = together > 1 ? (together + 1) / 2 : 0) {
      const std::uint64_t bytes = exact_bytes(data, o, way, precision, together);
      if (bytes > budget) continue;
      const bool pays = o.storage != Holding::automatic || storing_pays(data, o, together);
      if (way == Storage::stored && !pays) break;
      return {{way, precision, bytes, least, Exact{}, reason(way, o, !pays)}, together};
    }
  }
  throw Error(
      Fault::memory,
      fmt::format("this needs at least {} of memory and the budget is {}; allow --memory {} or "
                  "use fewer points",
                  format_bytes(least), format_bytes(budget), fmt::format("{}M", least / 1000000 + 1)));
}

Plan plan(const Data& data, const Options& asked) {
  if (std::holds_alternative<Diffusion>(asked.kernel)) return plan_vertices(data, asked);
  const Options options = settle_clusters(asked);
  check_options(data, options);
  resolve(options.kernel, data);  // refuses parameters that make no sense
  return make_plan(data, options).summary;
}

}  // namespace mercer
