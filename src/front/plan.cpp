#include "front/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "front/method.hpp"
#include "gram/block_gram.hpp"
#include "gram/stored_gram.hpp"
#include "ground/gap_tree.hpp"
#include "kernels/resolve.hpp"
#include "mercer/communicator.hpp"
#include "mercer/machine.hpp"

namespace mercer {
namespace {

// Bytes of the pairwise matrices of samples: Hartigan's candidates, the automatic width, the spectrum behind
// the warning of an indefinite kernel.
std::uint64_t sampled(const Shape& shape, const Options& o) {
  const auto side = [&](std::uint64_t most) {
    return std::min(most, static_cast<std::uint64_t>(shape.points));
  };
  return std::max(10 * side(512) * side(512),
                  has_automatic_width(o.kernel) ? 14 * side(1000) * side(1000) : 0);
}

// Whether a stored matrix pays. To compute a value takes about 1 + 0.02 d ns longer than to read it; to write
// it into fresh memory, once, about 5 ns.
bool storing_pays(const Shape& shape, const Options& o, Index together) {
  const double d = shape.sparse ? 8 * static_cast<double>(shape.nonzeros) /
                                      static_cast<double>(std::max<Index>(1, shape.points))
                                : static_cast<double>(shape.columns);
  return expected_passes(o, together) * (1 + 0.02 * d) > 5;
}

std::string reason(Storage storage, const Options& o, bool faster) {
  switch (storage) {
    case Storage::vectors:
      return is_none(o.kernel) || prototypes_in_input(method_of(o))
                 ? std::string(needs_of(o).without_kernel)
                 : "the feature space of the linear kernel is the input space";
    case Storage::given:
      return "the given matrix is read in place";
    case Storage::tree:
      return "the tree holds all gaps: a product is one pass over it";
    case Storage::sparse:
      return is_precomputed(o.kernel)
                 ? "the given matrix is sparse: a product visits only stored entries"
                 : "only near points have an affinity: a product visits only stored entries";
    case Storage::stored:
      return "the kernel matrix fits the memory budget";
    default:
      if (o.storage == Holding::tiled) return "as asked for";
      return faster ? "few passes are expected: computing tiles is faster than storing them"
                    : "the kernel matrix does not fit the memory budget; its tiles are computed when needed";
  }
}

}  // namespace

// Hard methods look at a row again only when its point moves, a swap moves a part of the points, soft methods
// look at everything in each iteration.
double expected_passes(const Options& o, Index together) {
  const Needs needs = needs_of(o);
  if (needs.passes > 0) return needs.passes;
  const double groups = std::ceil(static_cast<double>(o.restarts) / static_cast<double>(together));
  const auto* swap = swaps_of(o.search);
  return needs.passes_of_starts * groups + (swap ? 0.3 * swap->trials : 0.0);
}

std::uint64_t exact_bytes(const Shape& shape, const Options& o, Storage storage, Precision precision,
                          Index together) {
  const auto n = static_cast<std::uint64_t>(shape.points), d = static_cast<std::uint64_t>(shape.columns);
  const MethodDoor& method = door(method_of(o));
  const Memory own = method.bytes({shape, o, storage, together});
  if (storage == Storage::tree && !method.is_loop()) {
    const TreeBytes tree = tree_bytes(shape, std::get<Connectivity>(o.kernel));
    return std::max(tree.making, tree.kept + own.beside) + (std::uint64_t{1} << 20);
  }
  const auto c = static_cast<std::uint64_t>(o.clusters * together),
             k = static_cast<std::uint64_t>(o.clusters);
  const bool swap = swaps_of(o.search) != nullptr;
  const bool vectors = storage == Storage::vectors;
  const auto candidates = static_cast<std::uint64_t>(2 + std::log(static_cast<double>(o.clusters)));
  // Seeding holds distances to every candidate; Lloyd holds sums, labels before and after, and the changes.
  const std::uint64_t seeding = 8 * n * static_cast<std::uint64_t>(together) * (candidates + 1);
  // A rank has the sums of its own points, and the tiles of its own blocks of a stored matrix.
  const double part = 1 / static_cast<double>(rank_count());
  const auto share = [](double of, std::uint64_t bytes) {
    return static_cast<std::uint64_t>(of * static_cast<double>(bytes));
  };
  const std::uint64_t sums =
      vectors ? 8 * c * d : share(part, (8 + (precision == Precision::single_ ? 4 : 8)) * n * c);
  const std::uint64_t labels = 4 * n * static_cast<std::uint64_t>(together);
  const std::uint64_t changes = n * (24 + 24 * static_cast<std::uint64_t>(together));
  const std::uint64_t hard = sums + 3 * labels + 24 * n + changes;
  const std::uint64_t searching = swap ? 8 * n * k * (vectors ? 1 : 2) : 0;
  // The loop ends with the distances to all prototypes.
  const std::uint64_t finishing = vectors && method.is_loop() ? 8 * n * k : 0;
  const std::uint64_t samples = sampled(shape, o);
  // Symmetry is checked against the transpose.
  const std::uint64_t transpose =
      is_precomputed(o.kernel) && shape.sparse ? 12 * static_cast<std::uint64_t>(shape.nonzeros) : 0;
  std::uint64_t bytes =
      labels + std::max({seeding, hard + std::max(searching, finishing), own.instead, samples, transpose}) +
      16 * n;
  if (storage == Storage::stored)
    bytes +=
        share(part * (2 - part), precision == Precision::single_ ? StoredGram<float>::bytes(shape.points)
                                                                 : StoredGram<double>::bytes(shape.points));
  if (storage == Storage::tree) {
    const TreeBytes tree = tree_bytes(shape, std::get<Connectivity>(o.kernel));
    bytes =
        std::max(tree.making, bytes + tree.kept + 16 * n * c);  // and a pass over the tree for each column
  } else if (!vectors && storage != Storage::sparse) {
    const Index dims = shape.sparse ? 256 : shape.columns;
    const auto threads = static_cast<std::uint64_t>(o.threads > 0 ? o.threads : thread_count());
    const std::uint64_t scratch =
        precision == Precision::single_
            ? BlockGram<float>::scratch_bytes(shape.points, o.clusters * together, dims)
            : BlockGram<double>::scratch_bytes(shape.points, o.clusters * together, dims);
    bytes += threads * scratch + 8 * n;  // and the norms of the points
  }
  return bytes + own.beside + (std::uint64_t{1} << 20);
}

bool is_vector_method(const Options& o) {
  // Components come from products, and so does what looks at the kernel matrix itself.
  const Base base = needs_of(o).base;
  const bool products = base == Base::gram || base == Base::affinity || base == Base::near_affinity;
  if (products || components_of(o.embed)) return false;
  return is_plain(o.kernel) || prototypes_in_input(method_of(o));
}

Precision planned_precision(const Shape& shape, const Options& o, Storage storage) {
  constexpr Index double_up_to = 4096;
  if (storage == Storage::vectors || storage == Storage::tree || storage == Storage::sparse ||
      (is_precomputed(o.kernel) && !comes_whole(o.kernel)))
    return Precision::double_;
  if (o.precision != Precision::automatic) return o.precision;
  if (std::holds_alternative<Laplacian>(o.kernel)) return Precision::double_;  // a root magnifies rounding
  return shape.points <= double_up_to ? Precision::double_ : Precision::single_;
}

std::uint64_t memory_budget(const Options& o) {
  constexpr double share = 0.8;  // of what is free, when no budget is given
  return o.memory > 0 ? o.memory : static_cast<std::uint64_t>(share * static_cast<double>(free_memory()));
}

namespace {

// What a method keeps for speed has the rest of the budget; the forecast counts what it is expected to keep.
void add_room(const Shape& shape, const Options& o, FullPlan& plan) {
  if (plan.room > 0) return;  // an approximation came to an exact plan
  const std::uint64_t budget = memory_budget(o), needed = plan.summary.bytes;
  plan.room = budget > needed ? budget - needed : 0;
  const Memory own = door(method_of(o)).bytes({shape, o, plan.summary.storage, plan.together});
  plan.summary.bytes += std::min(own.at_will, plan.room);
}

}  // namespace

FullPlan make_plan(const Shape& shape, const Options& o) {
  if (auto device = plan_device(shape, o)) {
    add_room(shape, o, *device);
    return *std::move(device);
  }
  FullPlan plan = plan_processor(shape, o);
  add_device(shape, o, plan);
  add_room(shape, o, plan);
  return plan;
}

FullPlan plan_processor(const Shape& shape, const Options& o) {
  if (!is_exact(o.approx)) return plan_approximation(shape, o);
  if (comes_whole(o.kernel)) return plan_geodesic(shape, o);
  std::vector<Storage> ways;
  if (source_of(o.kernel) == KernelSource::tree)
    ways = {Storage::tree};
  else if (is_precomputed(o.kernel))
    ways = {given_storage(shape)};
  else if (needs_of(o).base == Base::near_affinity)
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
  const std::uint64_t least = exact_bytes(shape, o, ways.back(), planned_precision(shape, o, ways.back()), 1);
  for (const Storage way : ways) {
    const Precision precision = planned_precision(shape, o, way);
    for (Index together = o.restarts; together >= 1; together = together > 1 ? (together + 1) / 2 : 0) {
      const std::uint64_t bytes = exact_bytes(shape, o, way, precision, together);
      if (bytes > budget) continue;
      const bool pays = o.storage != Holding::automatic || storing_pays(shape, o, together);
      if (way == Storage::stored && !pays) break;
      return {{way, precision, bytes, least, Exact{}, reason(way, o, !pays)}, together};
    }
  }
  too_little_here(least, o);
}

void too_little_here(std::uint64_t least, const Options& o) {
  throw Error(Fault::memory,
              fmt::format("this needs at least {} of memory and the budget is {}; allow `memory = {}` or "
                          "use fewer points",
                          format_bytes(least), format_bytes(memory_budget(o)),
                          fmt::format("{}M", least / 1000000 + 1)));
}

}  // namespace mercer
