// cluster, plan, embed and suggest: what takes long, and can be watched.
#include "mercer/cluster.hpp"
#include "mercer/suggest.hpp"
#include "module.hpp"
#include "names.hpp"
#include "options.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

py::dict plan_dict(const Plan& plan) {
  py::dict out;
  out["storage"] = grammar::format(plan.storage);
  out["precision"] = grammar::format(plan.precision);
  out["bytes"] = plan.bytes;
  out["least_bytes"] = plan.least_bytes;
  out["approx"] = format_choice(plan.approx);
  out["reason"] = plan.reason;
  out["device"] = plan.device.number < 0 ? std::string("cpu") : "gpu:" + std::to_string(plan.device.number);
  return out;
}

py::list warning_list(const std::vector<Warning>& warnings) {
  py::list out;
  for (const Warning& warning : warnings)
    out.append(py::make_tuple(in_parameters(warning.what), in_parameters(warning.remedy)));
  return out;
}

py::dict map_dict(Map map) {
  py::dict out;
  out["grid"] = py::make_tuple(map.grid.rows, map.grid.columns);
  out["topology"] = grammar::format(map.topology);
  out["hits"] = give(std::move(map.hits));
  out["heights"] = give(std::move(map.heights));
  out["quantization_error"] = map.quantization_error;
  out["topographic_error"] = map.topographic_error;
  return out;
}

py::list count_list(const std::vector<ClusterCount>& counts) {
  py::list out;
  for (const ClusterCount& count : counts) {
    py::dict one;
    one["clusters"] = count.clusters;
    one["cost"] = count.cost;
    one["bound"] = count.bound;
    one["step"] = count.step;
    out.append(one);
  }
  return out;
}

py::list candidate_list(std::vector<Contest>& contests) {
  py::list out;
  for (Contest& contest : contests)
    for (Candidate& candidate : contest.candidates) {
      py::dict one;
      one["representation"] = contest.representation;
      one["name"] = candidate.name;
      one["method"] = in_parameters(candidate.method);
      one["failure"] = candidate.failure;
      one["labels"] = give(std::move(candidate.labels));
      one["clusters"] = candidate.clusters;
      one["agreement"] = candidate.agreement;
      one["mixture"] = candidate.mixture;
      one["separation"] = candidate.separation;
      one["score"] = candidate.score;
      out.append(one);
    }
  return out;
}

py::object choice_dict(std::optional<Choice> choice) {
  if (!choice) return py::none();
  py::dict out;
  out["winner"] = choice->winner().name;
  out["representation"] = choice->contest().representation;
  out["agreement"] = choice->winner().agreement;
  out["confidence"] = choice->confidence;
  out["gate"] = choice->contest().gate;
  out["sampled"] = choice->sampled;
  out["candidates"] = candidate_list(choice->contests);
  return out;
}

py::dict number_dict(const NumberSearch& search) {
  py::list rows;
  for (const NumberEvidence& e : search.tried) {
    py::dict one;
    one["clusters"] = e.clusters;
    one["evidence"] = e.evidence();
    one["agreement"] = e.agreement;
    one["separation"] = e.separation;
    one["representation"] = e.representation;
    one["winner"] = e.winner;
    rows.append(one);
  }
  py::dict out;
  out["clusters"] = search.clusters;
  out["clarity"] = grammar::format(search.clarity);
  out["best"] = search.best;
  out["highest"] = search.highest;
  out["within"] = search.within;
  out["also"] = search.also;
  out["without_clusters"] = search.without_clusters;
  out["by_model"] = search.by_model;
  out["sampled"] = search.sampled;
  out["interrupted"] = search.interrupted;
  out["evidence"] = rows;
  out["text"] = search.text();
  return out;
}

py::object tuning_dict(const std::optional<Tuning>& tuning) {
  if (!tuning) return py::none();
  py::list steps;
  for (const TuningStep& step : tuning->steps) {
    py::dict one;
    one["value"] = step.value;
    one["agreement"] = step.agreement;
    one["separation"] = step.separation;
    one["evidence"] = step.evidence();
    one["clusters"] = step.clusters;
    one["failure"] = step.failure;
    steps.append(one);
  }
  py::dict out;
  out["parameter"] = tuning->parameter;
  out["best"] = tuning->steps[tuning->best].value;
  out["steps"] = steps;
  return out;
}

py::object approximation_dict(const std::optional<Approximation>& approximation) {
  if (!approximation) return py::none();
  py::dict out;
  out["name"] = approximation->name;
  out["rank"] = approximation->rank;
  out["error"] = approximation->error;
  out["meaning"] = approximation->meaning;
  return out;
}

// Arrays move out of the result: nothing is there twice.
py::dict result_dict(Result result) {
  py::dict out;
  out["labels"] = give(std::move(result.labels));
  out["memberships"] =
      result.memberships.size() > 0 ? give(std::move(result.memberships)) : py::object(py::none());
  out["outlier_scores"] =
      result.outlier_scores.size() > 0 ? give(std::move(result.outlier_scores)) : py::object(py::none());
  py::dict findings;
  for (const Finding& finding : result.findings) findings[py::str(finding.name)] = finding.values;
  out["findings"] = findings;
  out["map"] = result.map ? py::object(map_dict(std::move(*result.map))) : py::none();
  out["linkage"] = result.dendrogram ? give(linkage(*result.dendrogram)) : py::object(py::none());
  out["counts"] = count_list(result.counts);
  out["choice"] = choice_dict(std::move(result.choice));
  out["number"] = result.number ? py::object(number_dict(*result.number)) : py::none();
  out["tuning"] = tuning_dict(result.tuning);
  out["objective"] = result.objective;
  out["iterations"] = result.iterations;
  out["converged"] = result.converged;
  out["restarts"] = result.restarts;
  out["evaluations"] = result.evaluations;
  out["reseeded"] = result.reseeded;
  out["history"] = give(std::move(result.history));
  out["warnings"] = warning_list(result.warnings);
  out["plan"] = plan_dict(result.plan);
  out["approximation"] = approximation_dict(result.approximation);
  out["model"] = py::cast(std::move(result.model));
  return out;
}

py::dict cluster_points(const py::object& X, const py::object& progress, const py::kwargs& given) {
  auto options = options_of<Options>(given);
  const Data data = data_of(X);
  return result_dict(watched(progress, [&](Control& control) {
    options.control = &control;
    return cluster(data, options);
  }));
}

py::dict plan_points(const py::object& X, const py::kwargs& given) {
  return plan_dict(plan(data_of(X), options_of<Options>(given)));
}

py::dict embed_points(const py::object& X, const py::object& progress, const py::kwargs& given) {
  auto options = options_of<EmbedOptions>(given);
  const Data data = data_of(X);
  EmbedResult result = watched(progress, [&](Control& control) {
    options.control = &control;
    return embed(data, options);
  });
  py::dict out;
  out["coordinates"] = give(std::move(result.coordinates));
  out["values"] = give(std::move(result.values));
  out["total"] = result.total;
  out["warnings"] = warning_list(result.warnings);
  out["plan"] = plan_dict(result.plan);
  out["model"] = py::cast(std::move(result.model));
  return out;
}

py::list evidence_list(const Criteria& found) {
  py::list out;
  for (const CountEvidence& e : found.evidence) {
    py::dict one;
    one["clusters"] = e.clusters;
    one["eigenvalue_ratio"] = e.eigenvalue_ratio;
    one["laplacian_gap"] = e.laplacian_gap;
    one["girolami"] = e.girolami;
    one["silhouette"] = e.silhouette;
    one["gap"] = e.gap;
    one["gap_error"] = e.gap_error;
    one["stability"] = e.stability;
    out.append(one);
  }
  return out;
}

py::dict criteria_dict(Criteria found) {
  py::list votes;
  for (const Vote& vote : found.votes) votes.append(py::make_tuple(vote.criterion, vote.clusters, vote.rule));
  py::dict out;
  out["clusters"] = found.clusters;
  out["agreeing"] = found.agreeing;
  out["voting"] = found.voting;
  out["judged"] = found.judged;
  out["kernel"] = format_choice(found.kernel);
  out["votes"] = votes;
  out["evidence"] = evidence_list(found);
  out["spectrum"] = give(std::move(found.spectrum));
  return out;
}

py::dict suggest_points(const py::object& X, const py::object& progress, const py::kwargs& given) {
  auto options = options_of<SuggestOptions>(given);
  const Data data = data_of(X);
  Suggestion found = watched(progress, [&](Control& control) {
    options.control = &control;
    return suggest_clusters(data, options);
  });
  py::dict out;
  if (found.search) out = number_dict(*found.search);
  if (found.criteria) out = criteria_dict(std::move(*found.criteria));
  out["clusters"] = found.clusters;
  out["text"] = found.text();
  return out;
}

py::dict judge_points(const py::object& X, const py::object& progress, const py::kwargs& given) {
  auto options = options_of<CriteriaOptions>(given);
  const Data data = data_of(X);
  Suggestion found;
  found.criteria = watched(progress, [&](Control& control) {
    options.control = &control;
    return judge_scaled(data, options);
  });
  found.clusters = found.criteria->clusters;
  const std::string text = found.text();
  py::dict out = criteria_dict(std::move(*found.criteria));
  out["text"] = text;
  return out;
}

}  // namespace

void add_clustering(py::module_& module) {
  const auto progress = py::arg("progress") = py::none();
  module.def("cluster", &cluster_points, py::arg("X"), py::kw_only(), progress);
  module.def("plan", &plan_points, py::arg("X"));
  module.def("embed", &embed_points, py::arg("X"), py::kw_only(), progress);
  module.def("suggest", &suggest_points, py::arg("X"), py::kw_only(), progress);
  module.def("criteria", &judge_points, py::arg("X"), py::kw_only(), progress);
}

}  // namespace mercer::python
