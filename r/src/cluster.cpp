// cluster, embed and suggest: what takes long, and can be watched.
#include "mercer/cluster.hpp"

#include "options.hpp"
#include "table.hpp"
#include "watch.hpp"
#include "words.hpp"

namespace mercer::r {
namespace {

Rcpp::List map_list(const Map& map) {
  return Rcpp::List::create(Rcpp::_["grid"] = Rcpp::IntegerVector::create(map.grid.rows, map.grid.columns),
                            Rcpp::_["topology"] = grammar::format(map.topology),
                            Rcpp::_["hits"] = give(map.hits), Rcpp::_["heights"] = give(map.heights),
                            Rcpp::_["quantization_error"] = map.quantization_error,
                            Rcpp::_["topographic_error"] = map.topographic_error);
}

Rcpp::DataFrame count_table(const std::vector<ClusterCount>& counts) {
  std::vector<double> clusters, cost, bound, step;
  for (const ClusterCount& count : counts) {
    clusters.push_back(static_cast<double>(count.clusters));
    cost.push_back(count.cost);
    bound.push_back(count.bound);
    step.push_back(count.step);
  }
  return Rcpp::DataFrame::create(Rcpp::_["clusters"] = clusters, Rcpp::_["cost"] = cost,
                                 Rcpp::_["bound"] = bound, Rcpp::_["step"] = step);
}

Rcpp::List choice_list(const Choice& choice) {
  std::vector<std::string> representation, name, method, failure;
  std::vector<double> clusters, agreement, separation, score;
  for (const Contest& contest : choice.contests)
    for (const Candidate& candidate : contest.candidates) {
      representation.push_back(contest.representation);
      name.push_back(candidate.name);
      method.push_back(in_r(candidate.method));
      clusters.push_back(static_cast<double>(candidate.clusters));
      agreement.push_back(candidate.agreement);
      separation.push_back(candidate.separation);
      score.push_back(candidate.score);
      failure.push_back(candidate.failure);
    }
  return Rcpp::List::create(
      Rcpp::_["winner"] = choice.winner().name, Rcpp::_["representation"] = choice.contest().representation,
      Rcpp::_["agreement"] = choice.winner().agreement, Rcpp::_["confidence"] = choice.confidence,
      Rcpp::_["candidates"] = Rcpp::DataFrame::create(
          Rcpp::_["representation"] = representation, Rcpp::_["name"] = name, Rcpp::_["method"] = method,
          Rcpp::_["clusters"] = clusters, Rcpp::_["agreement"] = agreement,
          Rcpp::_["separation"] = separation, Rcpp::_["score"] = score, Rcpp::_["failure"] = failure,
          Rcpp::_["stringsAsFactors"] = false));
}

Rcpp::List tuning_list(const Tuning& tuning) {
  std::vector<double> value, agreement, separation, evidence, clusters;
  for (const TuningStep& step : tuning.steps) {
    value.push_back(step.value);
    agreement.push_back(step.agreement);
    separation.push_back(step.separation);
    evidence.push_back(step.evidence());
    clusters.push_back(static_cast<double>(step.clusters));
  }
  return Rcpp::List::create(
      Rcpp::_["parameter"] = tuning.parameter, Rcpp::_["best"] = tuning.steps[tuning.best].value,
      Rcpp::_["steps"] = Rcpp::DataFrame::create(
          Rcpp::_["value"] = value, Rcpp::_["evidence"] = evidence, Rcpp::_["agreement"] = agreement,
          Rcpp::_["separation"] = separation, Rcpp::_["clusters"] = clusters));
}

Rcpp::List finding_list(const std::vector<Finding>& findings) {
  Rcpp::List out;
  for (const Finding& finding : findings) out[finding.name] = finding.values;
  return out;
}

template <class T, class F>
SEXP if_any(const std::optional<T>& value, F&& list) {
  return value ? static_cast<SEXP>(list(*value)) : R_NilValue;
}

Rcpp::List result_list(const Result& result) {
  Rcpp::List out = Rcpp::List::create(
      Rcpp::_["cluster"] = from_one(result.labels), Rcpp::_["memberships"] = given(result.memberships),
      Rcpp::_["outlier_scores"] = given(result.outlier_scores), Rcpp::_["objective"] = result.objective,
      Rcpp::_["iterations"] = static_cast<double>(result.iterations), Rcpp::_["converged"] = result.converged,
      Rcpp::_["restarts"] = static_cast<double>(result.restarts), Rcpp::_["history"] = result.history,
      Rcpp::_["findings"] = finding_list(result.findings), Rcpp::_["plan"] = plan_list(result.plan),
      Rcpp::_["warnings"] = sentences(result.warnings), Rcpp::_["model"] = raw_of(result.model.serialise()));
  out["map"] = if_any(result.map, map_list);
  out["linkage"] = if_any(result.dendrogram, [](const Dendrogram& d) { return give(linkage(d)); });
  out["counts"] = result.counts.empty() ? R_NilValue : static_cast<SEXP>(count_table(result.counts));
  out["choice"] = if_any(result.choice, choice_list);
  out["number"] = if_any(result.number, [](const NumberSearch& s) { return Rcpp::wrap(s.text()); });
  out["tuning"] = if_any(result.tuning, tuning_list);
  out["approximation"] = if_any(result.approximation, [](const Approximation& a) {
    return Rcpp::List::create(Rcpp::_["name"] = a.name, Rcpp::_["rank"] = static_cast<double>(a.rank),
                              Rcpp::_["error"] = a.error, Rcpp::_["meaning"] = a.meaning);
  });
  return out;
}

Rcpp::List embed_list(const EmbedResult& result) {
  return Rcpp::List::create(
      Rcpp::_["coordinates"] = give(result.coordinates), Rcpp::_["values"] = give(result.values),
      Rcpp::_["total"] = result.total, Rcpp::_["kernel"] = format_choice(result.model.kernel),
      Rcpp::_["method"] = format_choice(result.model.method), Rcpp::_["plan"] = plan_list(result.plan),
      Rcpp::_["warnings"] = sentences(result.warnings), Rcpp::_["model"] = raw_of(result.model.serialise()));
}

// run(points) of points or of a table, whose recipe (or the scale of whose columns) the model then knows.
template <class Run>
auto on_points(SEXP x, const Rcpp::List& table, bool candidates, Run&& run) {
  Points points = points_of(x, table, candidates);
  auto result = run(points.data);
  result.model.names = points.names;
  result.model.recipe = points.recipe;
  result.model.standardizer = points.standardizer;
  result.warnings.insert(result.warnings.begin(), points.advice.begin(), points.advice.end());
  return std::pair(std::move(result), std::move(points.rows));
}

}  // namespace
}  // namespace mercer::r

using namespace mercer::r;  // NOLINT(google-build-using-namespace): what is exported is written into
                            // RcppExports.cpp

// [[Rcpp::export(rng = false)]]
Rcpp::List cluster_(SEXP x, Rcpp::List table, Rcpp::List options, bool progress) {
  return in_words([&] {
    auto wanted = options_of<mercer::Options>(options);
    const auto [result, rows] =
        on_points(x, table, mercer::shows(wanted).candidates, [&](const mercer::Data& data) {
          return watched(progress, [&](mercer::Control& control) {
            wanted.control = &control;
            return mercer::cluster(data, wanted);
          });
        });
    Rcpp::List out = result_list(result);
    out["rows"] = rows;
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List plan_(SEXP x, Rcpp::List table, Rcpp::List options) {
  return in_words([&] {
    const auto wanted = options_of<mercer::Options>(options);
    const auto points = points_of(x, table, mercer::shows(wanted).candidates);
    return plan_list(mercer::plan(points.data, wanted));
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List embed_(SEXP x, Rcpp::List table, Rcpp::List options, bool progress) {
  return in_words([&] {
    auto wanted = options_of<mercer::EmbedOptions>(options);
    const auto [result, rows] = on_points(x, table, false, [&](const mercer::Data& data) {
      return watched(progress, [&](mercer::Control& control) {
        wanted.control = &control;
        return mercer::embed(data, wanted);
      });
    });
    Rcpp::List out = embed_list(result);
    out["rows"] = rows;
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List suggest_(SEXP x, Rcpp::List table, Rcpp::List options, bool progress) {
  return in_words([&] {
    auto wanted = options_of<mercer::SuggestOptions>(options);
    const auto points = points_of(x, table, true);
    const mercer::Suggestion found = watched(progress, [&](mercer::Control& control) {
      wanted.control = &control;
      return mercer::suggest_clusters(points.data, wanted);
    });
    std::vector<double> clusters, evidence, agreement, separation;
    if (found.search)
      for (const mercer::NumberEvidence& e : found.search->tried) {
        clusters.push_back(static_cast<double>(e.clusters));
        evidence.push_back(e.evidence());
        agreement.push_back(e.agreement);
        separation.push_back(e.separation);
      }
    return Rcpp::List::create(
        Rcpp::_["clusters"] = static_cast<double>(found.clusters), Rcpp::_["text"] = found.text(),
        Rcpp::_["evidence"] =
            Rcpp::DataFrame::create(Rcpp::_["clusters"] = clusters, Rcpp::_["evidence"] = evidence,
                                    Rcpp::_["agreement"] = agreement, Rcpp::_["separation"] = separation));
  });
}
