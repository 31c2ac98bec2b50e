// Runs the entries of the experiments and collects what they give.
#include <fmt/format.h>

#include <algorithm>

#include "mercer/choice.hpp"
#include "mercer/cluster.hpp"
#include "reproduce/experiment.hpp"

namespace mercer {
namespace {

std::string paper_of(const std::string& name) { return name.substr(0, name.find('-')); }

std::vector<Experiment> chosen(const std::vector<std::string>& names) {
  std::vector<Experiment> all = all_experiments();
  if (names.empty()) return all;
  std::vector<std::string> known;
  known.reserve(2 * all.size());
  for (const Experiment& e : all) known.push_back(e.info.name);
  for (const Experiment& e : all)
    if (const std::string paper = paper_of(e.info.name);
        std::find(known.begin(), known.end(), paper) == known.end())
      known.push_back(paper);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error(Fault::usage, fmt::format("unknown experiment '{}'{}", name, suggestion(name, known)));
  std::vector<Experiment> some;
  for (Experiment& e : all)
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return name == e.info.name || name == paper_of(e.info.name);
        }))
      some.push_back(std::move(e));
  return some;
}

std::string how_of(const Entry& entry, int runs) {
  const Options& o = entry.options;
  std::string text = entry.source.name;
  if (o.clusters > 0) text += fmt::format(" -k {}", o.clusters);
  text += " --method " + format_choice(o.method.value_or(default_method(o)));
  if (!std::holds_alternative<NoKernel>(o.kernel)) text += " --kernel " + format_choice(o.kernel);
  if (!std::holds_alternative<NoEmbedding>(o.embed)) text += " --embed " + format_choice(o.embed);
  if (!std::holds_alternative<KernelPlusPlus>(o.init)) text += " --init " + format_choice(o.init);
  if (!std::holds_alternative<NoSearch>(o.search)) text += " --search " + format_choice(o.search);
  if (o.restarts != Options{}.restarts) text += fmt::format(" --restarts {}", o.restarts);
  return text + (runs == 1 ? "; 1 run" : fmt::format("; {} runs", runs));
}

std::vector<Comparison> comparisons_of(const Entry& entry, int runs) {
  std::vector<Comparison> rows;
  for (const Figure& figure : entry.figures)
    rows.push_back({.what = entry.what,
                    .column = figure.column,
                    .how = entry.not_public.empty() ? how_of(entry, runs) : "",
                    .paper = figure.paper,
                    .paper_deviation = figure.deviation,
                    .digits = figure.digits,
                    .rounding = figure.rounding,
                    .good = figure.good,
                    .missing = entry.not_public});
  return rows;
}

class Runner {
 public:
  Runner(const ReproduceOptions& options, std::int64_t trials) : bench_(options, trials) {}

  Outcome run(const Experiment& experiment) {
    Outcome outcome{experiment.info, {}, {}, experiment.finding, {}};
    for (const Entry& entry : experiment.entries) run(entry, outcome);
    if (experiment.draw)
      attempt([&] { experiment.draw(bench_, outcome); },
              [&](const std::string& why) { outcome.missing = why; });
    bench_.finished(1);
    return outcome;
  }
  std::optional<Fault> trouble() const { return trouble_; }

 private:
  void run(const Entry& entry, Outcome& outcome) {
    const int runs = runs_of(entry, bench_.quick());
    std::vector<Comparison> rows = comparisons_of(entry, runs);
    if (entry.not_public.empty())
      attempt(
          [&] {
            for (int run = 0; run < runs; ++run) {
              const std::vector<double> values = one_run(entry, run);
              for (std::size_t f = 0; f < rows.size(); ++f) rows[f].runs.push_back(values[f]);
            }
          },
          [&](const std::string& why) {
            for (Comparison& row : rows) {
              row.runs.clear();
              row.missing = why;
            }
          });
    bench_.finished(runs);
    std::move(rows.begin(), rows.end(), std::back_inserter(outcome.comparisons));
  }

  std::vector<double> one_run(const Entry& entry, int run) {
    const Labelled set = bench_.read(entry.source, run);
    Options options = entry.options;
    options.threads = bench_.threads();
    options.seed = static_cast<std::uint64_t>(run) + 1;
    if (entry.prepare) options = entry.prepare(set, options);
    const Result result = bench_.cluster(set.data, options);
    std::vector<double> values;
    for (const Figure& figure : entry.figures) values.push_back(figure.measure({set, result}));
    return values;
  }

  // What is missing or wrong in one file is no reason not to run the rest.
  void attempt(const std::function<void()>& work, const std::function<void(const std::string&)>& failed) {
    try {
      work();
    } catch (const Error& error) {
      bench_.heed_stop();
      if (!trouble_) trouble_ = error.fault();
      failed(error.what());
    }
  }

  Bench bench_;
  std::optional<Fault> trouble_;
};

std::int64_t trials_of(const std::vector<Experiment>& some, bool quick) {
  std::int64_t trials = 0;
  for (const Experiment& e : some) {
    ++trials;  // its pictures
    for (const Entry& entry : e.entries) trials += runs_of(entry, quick);
  }
  return trials;
}

}  // namespace

void Bench::heed_stop() const {
  if (options_.control && options_.control->stop)
    throw Error(Fault::failure,
                fmt::format("stopped after {} of {} runs; there is no report", done_, trials_));
}

void Bench::finished(std::int64_t trials) {
  heed_stop();
  done_ += trials;
  if (options_.control && options_.control->progress)
    options_.control->progress("experiments", done_, trials_);
}

Result Bench::cluster(const Data& data, Options options) const {
  options.threads = options_.threads;
  options.control = options_.control;
  Result result = mercer::cluster(data, options);
  heed_stop();
  return result;
}

std::vector<Experiment> all_experiments() {
  std::vector<Experiment> all;
  for (auto make : {soft_geodesic_experiments, survey_experiments, inverse_weighted_experiments,
                    kernelised_kmeans_experiments, connectivity_experiments})
    for (Experiment& e : make()) all.push_back(std::move(e));
  return all;
}

std::vector<ExperimentInfo> experiments() {
  std::vector<ExperimentInfo> all;
  for (const Experiment& e : all_experiments()) all.push_back(e.info);
  return all;
}

Reproduction reproduce(const ReproduceOptions& options) {
  const std::vector<Experiment> some = chosen(options.names);
  Runner runner(options, trials_of(some, options.quick));
  Reproduction found{{}, options.quick, {}};
  for (const Experiment& e : some) found.outcomes.push_back(runner.run(e));
  found.trouble = runner.trouble();
  return found;
}

}  // namespace mercer
