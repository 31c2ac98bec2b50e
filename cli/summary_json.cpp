// The summary of a run for machines, by docs/schema/output-1.json.
#include "summary.hpp"

#include <fmt/format.h>

#include "choice.hpp"
#include "mercer/cluster.hpp"
#include "mercer/io.hpp"

namespace mercer::cli {
namespace {

Json map_json(const Map& map) {
  const auto list = [](const Vector& values) { return std::vector<double>(values.begin(), values.end()); };
  return {{"rows", map.grid.rows},
          {"columns", map.grid.columns},
          {"topology", grammar::format(map.topology)},
          {"quantization_error", map.quantization_error},
          {"topographic_error", map.topographic_error},
          {"hits", list(map.hits)},
          {"u_matrix", list(map.heights)}};
}

Json tuning_json(const Tuning& t) {
  Json steps = Json::array();
  for (const TuningStep& step : t.steps) {
    if (!step.failure.empty()) {
      steps.push_back({{"value", step.value}, {"failure", step.failure}});
      continue;
    }
    steps.push_back({{"value", step.value},
                     {"agreement", step.agreement},
                     {"separation", step.separation},
                     {"evidence", step.evidence()},
                     {"clusters", step.clusters}});
  }
  return {{"parameter", t.parameter}, {"best", t.steps[t.best].value}, {"steps", steps}};
}

// The evidence for each number of clusters, where a range was given.
Json counts_json(const decltype(Result::counts)& counts) {
  Json all = Json::array();
  for (const auto& count : counts)
    all.push_back({{"clusters", count.clusters},
                   {"cost", count.cost},
                   {"bound", count.bound > 0 ? Json(count.bound) : Json()},
                   {"step", count.step}});
  return all;
}

// What ranks sent each other: in all, and in each step of an iteration.
Json ranks_json(const Run& run) {
  Json steps = Json::array();
  Traffic before;
  for (std::size_t s = 0; s + 1 < run.traffic.size(); ++s) {
    const Traffic& now = run.traffic[s];
    steps.push_back({{"bytes", now.bytes - before.bytes}, {"messages", now.messages - before.messages}});
    before = now;
  }
  return {{"count", rank_count()},
          {"bytes", run.traffic.back().bytes},
          {"messages", run.traffic.back().messages},
          {"steps", std::move(steps)}};
}

}  // namespace

void add_scores(Json& json, const Scores& scores) {
  json["accuracy"] = scores.accuracy;
  json["balanced_accuracy"] = scores.balanced_accuracy;
  json["majority_errors"] = scores.majority_errors;
  json["ari"] = scores.ari;
  json["nmi"] = scores.nmi;
  json["purity"] = scores.purity;
}

void tell_device(Json& json, const std::optional<DeviceUse>& device) {
  json["device"] = device ? device->name : "cpu";
  if (!device) return;
  json["device_use"] = {{"passes", device->passes},
                        {"kernel_values", device->values},
                        {"bytes_up", device->bytes_up},
                        {"bytes_down", device->bytes_down},
                        {"memory_bytes", device->memory_bytes}};
}

Json plan_json(const Plan& plan) {
  return {{"storage", grammar::format(plan.storage)},
          {"precision", grammar::format(plan.precision)},
          {"bytes", plan.bytes},
          {"least_bytes", plan.least_bytes},
          {"approx", format_choice(plan.approx)},
          {"reason", plan.reason},
          {"device", plan.device.number < 0 ? Json("cpu") : Json(fmt::format("gpu:{}", plan.device.number))}};
}

void write_json(std::string_view output, const Json& json) {
  constexpr int schema = 1;
  Json whole = {{"output", output}, {"schema", schema}};
  whole.update(json);
  write_file("-", whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Json warnings_json(const std::vector<Warning>& warnings) {
  Json all = Json::array();
  for (const auto& warning : warnings)
    all.push_back(warning.remedy.empty() ? warning.what : warning.what + "; " + warning.remedy);
  return all;
}

Json summary_json(const Run& run) {
  const auto& result = run.result;
  Json json = {{"method", format_choice(result.model.method)},
               {"kernel", kernel_text(result.model, run.options.kernel)},
               {"clusters", result.model.clusters()},
               {"n", run.size},
               {"d", run.dimensions},
               {"objective", result.objective},
               {"iterations", result.iterations},
               {"converged", result.converged},
               {"restarts", result.restarts},
               {"seed", run.options.seed},
               {"threads", run.threads},
               {"seconds", run.seconds},
               {"peak_memory_bytes", run.peak_memory},
               {"warnings", warnings_json(result.warnings)}};
  if (run.scores) add_scores(json, *run.scores);
  if (run.errors) {
    json["quantization_error"] = run.errors->quantization_error;
    json["sse"] = run.errors->sse;
    json["empirical_error"] = run.errors->empirical;
  }
  if (run.silhouette) json["silhouette"] = *run.silhouette;
  for (const auto& found : result.findings)
    json[found.name] = found.values.size() == 1 ? Json(found.values[0]) : Json(found.values);
  if (result.choice) add_contests(json, *result.choice);
  if (result.tuning) json["tuning"] = tuning_json(*result.tuning);
  if (result.number) json["number"] = number_json(*result.number);
  if (!result.counts.empty()) json["counts"] = counts_json(result.counts);
  if (result.map) json["map"] = map_json(*result.map);
  json["init"] = format_choice(run.options.init);
  json["search"] = format_choice(run.options.search);
  json["approx"] = format_choice(result.plan.approx);
  json["embed"] = format_choice(run.options.embed);
  if (const auto& a = result.approximation)
    json["approximation"] = {
        {"name", a->name}, {"rank", a->rank}, {"error", a->error}, {"meaning", a->meaning}};
  json["standardized"] = run.standardized;
  json["scaling"] = result.model.scaling();
  if (!run.terms.empty()) json["terms"] = run.terms;
  json["sizes"] = cluster_sizes(result.labels, result.model.clusters());
  json["noise"] = noise_of(result.labels);
  json["interrupted"] = result.interrupted;
  json["reseeded"] = result.reseeded;
  json["history"] = result.history;
  json["plan"] = plan_json(result.plan);
  if (run.table) json.update(run.table->json);
  json["kernel_evaluations"] = result.evaluations;
  tell_device(json, result.device);
  if (!run.traffic.empty()) json["ranks"] = ranks_json(run);
  json["read_seconds"] = run.read_seconds;
  json["data"] = run.source;
  json["command"] = run.command;
  json["version"] = MERCER_VERSION;
  return json;
}

}  // namespace mercer::cli
