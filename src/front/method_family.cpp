#include "front/method_family.hpp"

#include "beyond/auto/number.hpp"
#include "beyond/auto/sample.hpp"
#include "core/parallel.hpp"
#include "engine/fewer_points.hpp"
#include "front/parameters.hpp"
#include "front/part.hpp"
#include "front/run.hpp"
#include "front/settle.hpp"
#include "front/witness.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"
#include "model/parameters.hpp"

namespace mercer {
namespace {

constexpr Index most_points = 2000;  // of more a sample is looked at: every number takes several runs
constexpr Index most_numbers = 20;
constexpr double step = 1.25;  // between a number and its neighbours

// The same with each positive number of the kernel a little smaller and a little larger.
std::vector<Options> neighbors_of(const Options& o) {
  std::vector<Options> out;
  for (const Parameter& p : parameters_in(o.kernel))
    if (p.value && *p.value > 0 && !p.whole && p.key != "gamma")
      for (const double factor : {1 / step, step}) {
        out.push_back(o);
        out.back().kernel = with_parameter(o.kernel, p.key, *p.value * factor);
      }
  return out;
}

std::vector<Options> other_starts(const Options& o) {
  std::vector<Options> out;
  if (!shows(o).starts) return out;
  for (std::uint64_t start = 1; start <= 3; ++start) {
    out.push_back(o);
    out.back().seed = o.seed + 1000 * start;
  }
  return out;
}

std::vector<Options> others_than(const Options& o) {
  std::vector<Options> out = neighbors_of(o);
  for (Options& other : other_starts(o)) out.push_back(std::move(other));
  return out;
}

// Without the width that stands for another.
Kernel resolved(const Kernel& kernel, const Data& data) {
  Kernel out = resolve(kernel, data);
  if (auto* gaussian = std::get_if<Gaussian>(&out)) gaussian->gamma.reset();
  return out;
}

Options plain_options(const Data& data, const SuggestOptions& o) {
  Options plain;
  plain.kernel = o.kernel;
  plain.method = o.method.value_or(default_method(plain));
  plain = within(std::move(plain), data.size());
  plain.kernel = resolved(plain.kernel, data);
  plain.restarts = shows(plain).starts ? 3 : plain.restarts;
  plain.seed = o.seed;
  plain.threads = o.threads;
  plain.control = o.control;
  return plain;
}

// Runs of one method agree on what the method always does, right or wrong: k-means cuts two rings into the
// same five pieces from every start. So it is never clear unless the candidates of auto agree, too.
Clarity clarity_within(const Data& data, const Options& plain, Witness& witness, const NumberEvidence& best) {
  const Clarity own = automatic::clarity_of(best.evidence());
  if (own == Clarity::none) return own;
  Options o = plain;
  o.clusters = best.clusters;
  const std::vector<Labels> others = labels_of_candidates(data, o);
  if (others.empty()) return Clarity::hint;  // or a stop
  const Testimony heard = witness.hear(best.labels, others);
  return std::max(own, automatic::clarity_of(heard.evidence()));
}

// One number of clusters.
struct HeldFit {
  NumberEvidence evidence;
  Result result;
};

// None after a stop, and where there are too few points for so many clusters.
std::optional<HeldFit> hold(const Data& data, const Options& plain, Index clusters, Witness& witness) {
  Options own = plain;
  own.clusters = clusters;
  try {
    Result result = cluster(data, own);
    std::vector<Labels> others;
    for (const Options& other : others_than(own)) {
      if (plain.control && plain.control->stop) return {};
      others.push_back(cluster(data, other).labels);
    }
    const Testimony heard = witness.hear(result.labels, others);
    return HeldFit{
        {clusters, heard.agreement, heard.separation, "", format_choice(*plain.method), result.labels},
        std::move(result)};
  } catch (const InterruptedEarly&) {
    return {};
  } catch (const FewerPoints&) {
    return {};
  }
}

}  // namespace

std::optional<NumberSearch> search_within_method(const Data& given, const SuggestOptions& o,
                                                 std::optional<SoFar>* so_far) {
  NumberSearch out;
  const auto rows = automatic::sorted_random_rows(given.size(), most_points, o.seed, 16);
  const Data data = std::ssize(rows) < given.size() ? part_of(given, o.kernel, rows) : given;
  if (data.size() < given.size()) out.sampled = data.size();
  const Options plain = plain_options(data, o);
  if (shows(plain).own_clusters || others_than(plain).empty()) return {};
  const Index most = o.most > 0 ? o.most : std::min(most_numbers, automatic::most_numbers_for(data.size()));
  Witness witness(data, plain.kernel, o.control);
  std::vector<Result> results;
  automatic::run_numbers(out, std::max<Index>(2, o.least), most, o.control, [&](Index clusters) {
    auto held = hold(data, plain, clusters, witness);
    if (!held) return std::optional<NumberEvidence>();
    results.push_back(std::move(held->result));
    return std::optional(std::move(held->evidence));
  });
  const NumberEvidence* const best = out.at(out.best);
  if (!best) return out;
  out.clusters = out.best;
  if (so_far && (data.size() == given.size() || takes_new_points(o.kernel)))
    *so_far = {std::move(results[static_cast<std::size_t>(best - out.tried.data())]), rows};
  out.clarity = out.interrupted ? Clarity::hint : clarity_within(data, plain, witness, *best);
  out.interrupted = o.control && o.control->stop;
  for (NumberEvidence& one : out.tried) one.labels = {};
  return out;
}

}  // namespace mercer
