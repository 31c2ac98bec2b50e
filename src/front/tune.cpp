// One number of a kernel or a method at many values; the evidence chooses.
#include "mercer/tune.hpp"

#include <fmt/format.h>

#include <cmath>

#include "beyond/auto/sample.hpp"
#include "core/device_error.hpp"
#include "core/error_elsewhere.hpp"
#include "core/parallel.hpp"
#include "front/parameters.hpp"
#include "front/part.hpp"
#include "front/run.hpp"
#include "front/so_far.hpp"
#include "front/witness.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"

namespace mercer {
namespace {

constexpr Index rungs = 13;  // values that are tried
constexpr double reach =
    8;                     // the largest is so many times the middle one, which is that many times the least
constexpr Index near = 2;  // neighbours on the ladder whose clusters are compared, on either side

struct Target {
  bool kernel = false;  // else of the method
  Parameter parameter;
};

template <class Choice>
std::optional<Target> find_in(const Choice& choice, bool kernel, const std::string& key) {
  for (const Parameter& p : parameters_in(choice))
    if (p.key == key) return Target{kernel, p};
  return {};
}

// "kernel.sigma", "method.m", or only the name if just one of them has it.
Target target_of(const Options& o) {
  const std::size_t dot = o.tune.find('.');
  const std::string of = dot == std::string::npos ? "" : o.tune.substr(0, dot), key = o.tune.substr(dot + 1);
  if (of == "kernel" || of.empty())
    if (const auto found = find_in(o.kernel, true, key)) return *found;
  if (of == "method" || of.empty())
    if (const auto found = find_in(*o.method, false, key)) return *found;
  refuse(fmt::format(
      "tune = '{}' is not a numeric parameter of `kernel = {}` or `method = {}`; write kernel.KEY or "
      "method.KEY",
      o.tune, format_choice(o.kernel), format_choice(*o.method)));
}

// A geometric ladder about the value that is given, or that is found without a search.
std::vector<double> ladder(const Parameter& p) {
  const double middle = p.value && *p.value > 0 ? *p.value : 1;
  std::vector<double> out;
  for (Index r = 0; r < rungs; ++r) {
    const double exponent = 2.0 * static_cast<double>(r) / static_cast<double>(rungs - 1) - 1;
    const double value = middle * std::pow(reach, exponent);
    const double rung = p.whole ? std::max(1.0, std::round(value)) : value;
    if (out.empty() || rung > out.back()) out.push_back(rung);
  }
  return out;
}

Options at_value(Options o, const Target& target, double value) {
  if (target.kernel)
    o.kernel = with_parameter(o.kernel, target.parameter.key, value);
  else
    o.method = with_parameter(*o.method, target.parameter.key, value);
  return o;
}

// The points on which the values are compared. A matrix between points is taken as it is: of the edges of a
// graph a sample would keep hardly any.
std::vector<Index> rows_looked_at(const Data& data, const Options& o) {
  const Index count = is_precomputed(o.kernel) ? data.size() : automatic::looked_at(data.size());
  return automatic::sorted_random_rows(data.size(), count, o.seed, 16);
}

// What was found at one value; nothing where it makes no sense.
struct RunsAt {
  Result first;
  std::vector<Labels> labels;  // of the first, and of another start
};

// The clusters; from another start, too, where nobody else can say whether they come again.
void run_at(const Data& data, Options o, bool again, RunsAt& out) {
  out.first = cluster(data, o);
  out.labels = {out.first.labels};
  o.seed += 1000;
  if (again && shows(o).starts && !out.first.interrupted) out.labels.push_back(cluster(data, o).labels);
}

Index clusters_in(const Labels& labels) { return 1 + *std::max_element(labels.begin(), labels.end()); }

// The candidates support the clusters of one value; where there are none, clusters at neighbouring values
// and from another start do.
void judge(const Data& data, const Options& o, const std::vector<Labels>& candidates,
           const std::vector<RunsAt>& runs, Tuning& out) {
  Witness witness(data, o.kernel, nullptr);
  const auto count = std::ssize(runs);
  for (Index r = 0; r < count; ++r) {
    const auto& own = runs[static_cast<std::size_t>(r)].labels;
    if (own.empty()) continue;
    std::vector<Labels> others(own.begin() + 1, own.end());
    if (!candidates.empty()) others = candidates;
    for (Index other = std::max<Index>(0, r - near); other <= std::min(count - 1, r + near); ++other)
      if (other != r && candidates.empty())
        for (const Labels& labels : runs[static_cast<std::size_t>(other)].labels) others.push_back(labels);
    const Testimony heard = witness.hear(own.front(), others);
    TuningStep& step = out.steps[static_cast<std::size_t>(r)];
    step.agreement = heard.agreement;
    step.separation = heard.separation;
    step.clusters = clusters_in(own.front());
    const TuningStep& best = out.steps[out.best];
    if (!best.failure.empty() || step.evidence() > best.evidence()) out.best = static_cast<std::size_t>(r);
  }
}

// Why a value makes no sense here, where the others may; empty where it does.
std::string try_value(const Data& data, const Options& o, bool again, RunsAt& out) {
  try {
    run_at(data, o, again, out);
  } catch (const DeviceError&) {
    throw;
  } catch (const ErrorElsewhere&) {
    throw;
  } catch (const InterruptedEarly&) {
  } catch (const Error& error) {
    out = {};
    return error.what();
  }
  return "";
}

// The values one after the other. After a stop those that came to their end, or else what there is of the
// first one.
std::vector<RunsAt> try_values(const Data& data, const Options& o, const Target& target, bool again,
                               Tuning& tuning) {
  std::vector<RunsAt> out;
  const std::vector<double> values = ladder(target.parameter);
  Progress progress(o.control, "values", std::ssize(values));
  for (const double value : values) {
    RunsAt runs;
    TuningStep step;
    step.value = value;
    step.failure = try_value(data, at_value(o, target, value), again, runs);
    tuning.interrupted = progress.stopped();
    if (tuning.interrupted && (runs.labels.empty() || !out.empty())) break;
    out.push_back(std::move(runs));
    tuning.steps.push_back(std::move(step));
    progress.done();
    if (tuning.interrupted) break;
  }
  if (out.empty()) interrupted_early();
  return out;
}

// After Ctrl-C nothing is begun that may take long.
Result fit_at(const Data& data, const Options& o, SoFar so_far, bool interrupted) {
  try {
    if (!interrupted) return cluster(data, o);
  } catch (const InterruptedEarly&) {
  }
  return for_all(std::move(so_far), data);
}

}  // namespace

std::string take_searched(std::string& choice, const std::string& of) {
  const std::size_t end = choice.find("=search");
  if (end == std::string::npos) return "";
  const std::size_t begin = choice.find_last_of(":,", end) + 1;
  const std::string key = choice.substr(begin, end - begin);
  std::size_t after = end + std::string("=search").size();
  if (after < choice.size() && choice[after] == ',')
    choice.erase(begin, after + 1 - begin);
  else
    choice.erase(begin - 1, after - begin + 1);
  return of + "." + key;
}

Result cluster_tuned(const Data& data, Options o) {
  const ThreadScope scope(std::max(0, o.threads));
  if (!o.method) o.method = default_method(o);
  o.kernel = resolve(o.kernel, data);
  const Target target = target_of(o);
  if (auto* gaussian = std::get_if<Gaussian>(&o.kernel); gaussian && target.kernel)
    (target.parameter.key == "gamma" ? gaussian->sigma : gaussian->gamma).reset();
  Tuning tuning;
  tuning.parameter = (target.kernel ? "kernel." : "method.") + target.parameter.key;
  o.tune.clear();
  if (o.clusters < 0 && !shows(o).own_clusters)
    refuse("tuning needs the number of clusters; give `clusters`");
  const std::vector<Index> rows = rows_looked_at(data, o);
  const bool sampled = std::ssize(rows) < data.size();
  const Data some = sampled ? part_of(data, o.kernel, rows) : data;
  const Options part = sampled ? options_of_part(o, rows) : o;
  const std::vector<Labels> candidates = labels_of_candidates(some, part);
  std::vector<RunsAt> runs = try_values(some, part, target, candidates.empty(), tuning);
  judge(some, o, candidates, runs, tuning);
  const TuningStep& best = tuning.steps[tuning.best];
  if (!best.failure.empty() && tuning.interrupted) interrupted_early();
  if (!best.failure.empty()) throw Error(Fault::usage, best.failure);
  Result r = fit_at(data, at_value(o, target, best.value), {std::move(runs[tuning.best].first), rows},
                    tuning.interrupted);
  r.findings.insert(
      r.findings.begin(),
      {"tuned",
       {best.value},
       "",
       fmt::format("{} = {:.4g} of {} values{}: evidence {:.2f} (agreement {:.2f}, separation {:.2f})",
                   tuning.parameter, best.value, tuning.steps.size(),
                   sampled ? fmt::format(", tried on {} points", rows.size()) : "", best.evidence(),
                   best.agreement, best.separation)});
  r.tuning = std::move(tuning);
  return r;
}

}  // namespace mercer
