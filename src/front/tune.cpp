// One number of a kernel or a method at many values; the evidence chooses.
#include "mercer/tune.hpp"

#include <fmt/format.h>

#include <cmath>

#include "beyond/auto/sample.hpp"
#include "core/parallel.hpp"
#include "front/parameters.hpp"
#include "front/part.hpp"
#include "front/run.hpp"
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

// What belongs to single points, for some of them.
Options for_rows(Options o, const std::vector<Index>& rows) {
  if (o.weights.size() > 0) o.weights = Vector(o.weights(rows));
  if (!o.labels.empty()) {
    Labels labels;
    for (const Index row : rows) labels.push_back(o.labels[static_cast<std::size_t>(row)]);
    o.labels = std::move(labels);
  }
  return o;
}

// The points on which the values are compared. A matrix between points is taken as it is: of the edges of a
// graph a sample would keep hardly any.
std::vector<Index> rows_looked_at(const Data& data, const Options& o) {
  const Index count = is_precomputed(o.kernel) ? data.size() : automatic::looked_at(data.size());
  return automatic::sorted_random_rows(data.size(), count, o.seed, 16);
}

// The clusters; from another start, too, where nobody else can say whether they come again.
std::vector<Labels> runs_at(const Data& data, Options o, bool again) {
  std::vector<Labels> out = {cluster(data, o).labels};
  o.seed += 1000;
  if (again && shows(o).starts) out.push_back(cluster(data, o).labels);
  return out;
}

Index clusters_in(const Labels& labels) { return 1 + *std::max_element(labels.begin(), labels.end()); }

// The candidates support the clusters of one value; where there are none, clusters at neighbouring values
// and from another start do.
void judge(const Data& data, const Options& o, const std::vector<Labels>& candidates,
           const std::vector<std::vector<Labels>>& runs, Tuning& out) {
  Witness witness(data, o.kernel, nullptr);
  const auto count = std::ssize(runs);
  for (Index r = 0; r < count; ++r) {
    const auto& own = runs[static_cast<std::size_t>(r)];
    if (own.empty()) continue;
    std::vector<Labels> others(own.begin() + 1, own.end());
    if (!candidates.empty()) others = candidates;
    for (Index other = std::max<Index>(0, r - near); other <= std::min(count - 1, r + near); ++other)
      if (other != r && candidates.empty())
        for (const Labels& labels : runs[static_cast<std::size_t>(other)]) others.push_back(labels);
    const Testimony heard = witness.hear(own.front(), others);
    TuningStep& step = out.steps[static_cast<std::size_t>(r)];
    step.agreement = heard.agreement;
    step.separation = heard.separation;
    step.clusters = clusters_in(own.front());
    const TuningStep& best = out.steps[out.best];
    if (!best.failure.empty() || step.evidence() > best.evidence()) out.best = static_cast<std::size_t>(r);
  }
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
  Options quiet = sampled ? for_rows(o, rows) : o;
  quiet.control = nullptr;
  const std::vector<Labels> candidates = labels_of_candidates(some, quiet);
  std::vector<std::vector<Labels>> runs;
  const std::vector<double> values = ladder(target.parameter);
  Progress progress(o.control, "values", std::ssize(values));
  for (const double value : values) {
    if (progress.stopped() && !runs.empty()) {
      tuning.interrupted = true;
      break;
    }
    TuningStep step;
    step.value = value;
    runs.emplace_back();
    try {
      runs.back() = runs_at(some, at_value(quiet, target, value), candidates.empty());
    } catch (const Error& e) {  // a value that makes no sense here: the others may
      step.failure = e.what();
    }
    tuning.steps.push_back(std::move(step));
    progress.done();
  }
  judge(some, o, candidates, runs, tuning);
  const TuningStep& best = tuning.steps[tuning.best];
  if (!best.failure.empty()) throw Error(Fault::usage, best.failure);
  Options last = at_value(o, target, best.value);
  if (tuning.interrupted) last.control = nullptr;
  Result r = cluster(data, last);
  r.interrupted = r.interrupted || tuning.interrupted;
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
