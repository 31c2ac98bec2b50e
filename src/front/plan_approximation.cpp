// What `--approx auto` takes, how many landmarks, and the memory of each approximation.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "front/check.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "kernels/resolve.hpp"
#include "mercer/machine.hpp"

namespace mercer {
namespace {

// Up to this many points `auto` stays exact: a few seconds on one core.
constexpr Index exact_up_to = 20'000;

std::uint64_t bytes_of(Precision precision) { return precision == Precision::single_ ? 4 : 8; }

// Features, the factor behind landmarks (or frequencies), and the tiles of each thread. RPCholesky's own
// factor is as large as float features and gone before they come.
std::uint64_t embedding_bytes(const Shape& shape, const Options& o, Index rank, Precision precision) {
  const auto n = static_cast<std::uint64_t>(shape.points), r = static_cast<std::uint64_t>(rank);
  const auto threads = static_cast<std::uint64_t>(o.threads > 0 ? o.threads : thread_count());
  const bool frequencies = std::holds_alternative<RandomFeatures>(o.approx);
  const std::uint64_t map = frequencies ? 6 * r * static_cast<std::uint64_t>(shape.columns) : 20 * r * r;
  return n * (bytes_of(precision) * r + 24) + map + threads * 512 * 16 * std::min<std::uint64_t>(r, 1024);
}

}  // namespace

Attempt plan_features(const Shape& shape, const Options& o, Index rank) {
  const Precision precision = planned_precision(shape, o, Storage::features);
  const bool affinity = needs_of(o).base == Base::affinity;
  // An affinity is a product of features in double, beside which the eigenvectors are sought.
  const std::uint64_t products = affinity
                                     ? 8 * static_cast<std::uint64_t>(shape.points * rank) +
                                           door(method_of(o)).bytes({shape, o, Storage::features, 1}).beside
                                     : 0;
  const std::uint64_t own = embedding_bytes(shape, o, rank, precision) + products, budget = memory_budget(o);
  const Shape features{shape.points, rank};
  Options inner = o;
  inner.kernel = NoKernel{};
  inner.approx = Exact{};
  if (affinity) inner.method = Hard{};
  inner.memory = std::numeric_limits<std::uint64_t>::max();
  Attempt attempt;
  attempt.least = own + make_plan(features, inner).summary.least_bytes;
  attempt.fits = attempt.least <= budget;
  if (!attempt.fits) return attempt;
  inner.memory = budget - own;
  attempt.plan = make_plan(features, inner);
  Plan& plan = attempt.plan.summary;
  plan.storage = Storage::features;
  plan.precision = precision;
  plan.bytes += own;
  plan.least_bytes = attempt.least;
  return attempt;
}

namespace {

[[noreturn]] void too_much(const std::string& what, std::uint64_t least, const Options& o,
                           const std::string& remedy) {
  throw Error(
      Fault::memory,
      fmt::format("{} needs at least {} of memory and the budget is {}; allow `memory = {}M` or {}", what,
                  format_bytes(least), format_bytes(memory_budget(o)), least / 1000000 + 1, remedy));
}

// 2 sqrt(n) landmarks: sqrt(n) suffices statistically (Calandriello and Rosasco), twice that costs little.
Index usual_landmarks(Index n, Index clusters) {
  const auto root = static_cast<Index>(std::ceil(2 * std::sqrt(static_cast<double>(n))));
  return std::min(n, std::max({root, 10 * clusters, Index{100}}));
}

FullPlan plan_for(const Nystrom& choice, const Shape& shape, const Options& o) {
  Index landmarks = choice.landmarks.value_or(usual_landmarks(shape.points, o.clusters));
  const Index fewest = choice.landmarks ? landmarks : (landmarks + 3) / 4;
  Attempt attempt = plan_features(shape, o, landmarks);
  while (!attempt.fits && landmarks > fewest) {
    landmarks = std::max(fewest, landmarks / 2);
    attempt = plan_features(shape, o, landmarks);
  }
  if (!attempt.fits)
    too_much(fmt::format("nystrom with {} landmarks", landmarks), attempt.least, o, "use fewer landmarks");
  Nystrom used = choice;
  used.landmarks = landmarks;
  attempt.plan.summary.approx = used;
  attempt.plan.summary.reason = fmt::format("nystrom with {} landmarks", landmarks);
  return attempt.plan;
}

FullPlan plan_for(const RandomFeatures& choice, const Shape& shape, const Options& o) {
  const Index rank = 2 * ((choice.features + 1) / 2);
  Attempt attempt = plan_features(shape, o, rank);
  if (!attempt.fits)
    too_much(fmt::format("rff with {} features", rank), attempt.least, o, "use fewer features");
  attempt.plan.summary.approx = choice;
  attempt.plan.summary.reason = fmt::format("{} random Fourier features", rank);
  return attempt.plan;
}

// A mini-batch run: labels and the like of every point; then at different times the starts on a sample,
// kernel values of a batch to the support, pairs of the last sample within a cluster, and the last pass by
// chunks.
std::uint64_t batches_bytes(const Shape& shape, const Options& o, const MiniBatch& choice) {
  const auto n = static_cast<std::uint64_t>(shape.points), k = static_cast<std::uint64_t>(o.clusters);
  const auto d = static_cast<std::uint64_t>(shape.columns),
             window = static_cast<std::uint64_t>(*choice.window);
  const auto threads = static_cast<std::uint64_t>(o.threads > 0 ? o.threads : thread_count());
  const std::uint64_t most = 2048, support = k * window, pairs = most / k + 1;
  const std::uint64_t sample =
      std::min(n, std::max(std::min(static_cast<std::uint64_t>(choice.size), most), 4 * k));
  const std::uint64_t starts = 12 * sample * sample + 8 * sample * static_cast<std::uint64_t>(o.restarts) * k;
  const std::uint64_t batch = threads * 128 * 12 * support + 8 * static_cast<std::uint64_t>(choice.size) * k;
  const std::uint64_t gap = 20 * pairs * (pairs + window);
  const std::uint64_t pass = 16384 * (8 * d + 24 * k);
  return 40 * n + support * (8 * k + 12 * d + 40) + std::max({starts, batch, gap, pass}) +
         (std::uint64_t{4} << 20);
}

FullPlan plan_for(const MiniBatch& choice, const Shape& shape, const Options& o) {
  MiniBatch used = choice;
  if (!used.window) used.window = std::max<Index>(256, (2 * choice.size + o.clusters - 1) / o.clusters);
  const std::uint64_t bytes = batches_bytes(shape, o, used);
  if (bytes > memory_budget(o)) too_much("minibatch", bytes, o, "use a smaller window or size");
  FullPlan plan;
  plan.summary = {is_precomputed(o.kernel) ? given_storage(shape) : Storage::tiled,
                  planned_precision(shape, o, Storage::tiled),
                  bytes,
                  bytes,
                  used,
                  fmt::format("batches of {} points", choice.size)};
  return plan;
}

FullPlan plan_for(const Exact&, const Shape& shape, const Options& o) {
  Options exact = o;
  exact.approx = Exact{};
  return make_plan(shape, exact);
}

// Why `auto` stays exact, or "".
std::string exact_because(const Shape& shape, const Options& o) {
  if (is_vector_method(o)) return "no kernel matrix is needed";
  if (comes_whole(o.kernel)) return "its kernel matrix needs all data at once";
  if (source_of(o.kernel) == KernelSource::tree) return "a tree holds all gaps";
  if (is_precomputed(o.kernel)) return "the kernel matrix was given";
  if (shape.points <= exact_up_to) return fmt::format("{} points are few enough", shape.points);
  if (!indefinite_because(o.kernel).empty()) return "this kernel has no approximation";
  return "";
}

FullPlan plan_for(const AutoApprox&, const Shape& shape, const Options& o) {
  const auto explained = [](FullPlan plan, const std::string& why) {
    plan.summary.reason = fmt::format("auto: {}", why) + "; " + plan.summary.reason;
    return plan;
  };
  if (const std::string why = exact_because(shape, o); !why.empty())
    return explained(plan_for(Exact{}, shape, o), "exact, " + why);
  Options chosen = o;
  chosen.approx = Nystrom{};
  const std::string many = fmt::format("{} points are many", shape.points);
  try {
    return explained(plan_for(Nystrom{}, shape, chosen), many);
  } catch (const Error& error) {
    const bool batches = needs_of(o).batches && !swaps_of(o.search) && !needs_all_points(o.init);
    if (error.fault() != Fault::memory || !batches) throw;
    chosen.approx = MiniBatch{};
    return explained(plan_for(MiniBatch{}, shape, chosen), many + " and nystrom exceeds the memory budget");
  }
}

}  // namespace

FullPlan plan_approximation(const Shape& shape, const Options& o) {
  return std::visit([&](const auto& choice) { return plan_for(choice, shape, o); }, o.approx);
}

}  // namespace mercer
