// Models are the bytes of their files: values, as everything in R is, that survive saveRDS() and other
// processes.
#include "mercer/model.hpp"

#include "mercer/columns.hpp"
#include "mercer/embed.hpp"
#include "mercer/explain.hpp"
#include "options.hpp"
#include "table.hpp"
#include "watch.hpp"
#include "words.hpp"

namespace mercer::r {
namespace {

// What both kinds of models have.
template <class M>
Rcpp::List common_info(const M& model) {
  Rcpp::List out = Rcpp::List::create(
      Rcpp::_["method"] = format_choice(model.method), Rcpp::_["kernel"] = format_choice(model.kernel),
      Rcpp::_["precision"] = grammar::format(model.precision),
      Rcpp::_["columns"] = static_cast<double>(model.columns), Rcpp::_["names"] = model.names,
      Rcpp::_["standardized"] = !model.standardizer.empty(), Rcpp::_["is_table"] = model.recipe.has_value());
  if (!model.recipe) return out;
  out["decisions"] = model.recipe->decisions();
  std::vector<std::string> used;
  for (const RecipeColumn& column : model.recipe->columns) used.push_back(column.name);
  out["table_columns"] = used;
  return out;
}

}  // namespace
}  // namespace mercer::r

using namespace mercer::r;  // NOLINT(google-build-using-namespace): what is exported is written into
                            // RcppExports.cpp

// [[Rcpp::export(rng = false)]]
Rcpp::List model_info_(Rcpp::RawVector model) {
  return in_words([&] {
    const auto parsed = mercer::Model::parse(bytes_of(model));
    Rcpp::List out = common_info(parsed);
    out["clusters"] = static_cast<double>(parsed.clusters());
    out["approx"] = mercer::format_choice(parsed.approx);
    out["centers"] = given(parsed.coordinates());
    out["needs_self"] = parsed.needs_self();
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List embed_model_info_(Rcpp::RawVector model) {
  return in_words([&] { return common_info(mercer::EmbedModel::parse(bytes_of(model))); });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List assign_(Rcpp::RawVector model, SEXP x, Rcpp::List table, std::string what, std::string device,
                   int threads) {
  return in_words([&] {
    const auto parsed = mercer::Model::parse(bytes_of(model));
    const Points points = new_points(parsed.recipe, x, table);
    mercer::What asked{.labels = what == "cluster",
                       .distances = what == "distance",
                       .memberships = what == "membership",
                       .outlier_scores = what == "outlier"};
    set("device", asked.device, Rcpp::wrap(device));
    const mercer::Assignment answer =
        interruptible([&] { return parsed.assign(points.data, asked, threads); });
    SEXP values = R_NilValue;
    if (asked.labels) values = from_one(answer.labels);
    if (asked.distances) values = give(answer.distances);
    if (asked.memberships) values = give(answer.memberships);
    if (asked.outlier_scores) values = give(answer.outlier_scores);
    return Rcpp::List::create(Rcpp::_["values"] = values, Rcpp::_["rows"] = points.rows,
                              Rcpp::_["warnings"] = sentences(points.advice));
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List embed_points_(Rcpp::RawVector model, SEXP x, Rcpp::List table, int threads) {
  return in_words([&] {
    const auto parsed = mercer::EmbedModel::parse(bytes_of(model));
    const Points points = new_points(parsed.recipe, x, table);
    const mercer::Matrix coordinates = interruptible([&] { return parsed.transform(points.data, threads); });
    return Rcpp::List::create(Rcpp::_["values"] = give(coordinates), Rcpp::_["rows"] = points.rows,
                              Rcpp::_["warnings"] = sentences(points.advice));
  });
}

// A sentence per cluster, in the words of the table; labels as R counts them.
// [[Rcpp::export(rng = false)]]
Rcpp::DataFrame explain_(Rcpp::RawVector model, Rcpp::List columns, Rcpp::IntegerVector labels, int depth) {
  return in_words([&] {
    const auto parsed = mercer::Model::parse(bytes_of(model));
    if (!parsed.recipe)
      throw mercer::Error(mercer::Fault::usage, "only clusters of a data frame can be explained");
    const mercer::Frame frame = mercer::frame_of(*parsed.recipe, columns_of(columns));
    const mercer::Labels counted(labels.begin(), labels.end());
    std::vector<int> cluster;
    std::vector<double> coverage, precision;
    std::vector<std::string> sentence;
    for (const mercer::Rule& rule : mercer::explain(frame, *parsed.recipe, counted, {.depth = depth})) {
      cluster.push_back(rule.label);
      coverage.push_back(rule.coverage);
      precision.push_back(rule.precision);
      sentence.push_back(rule.sentence);
    }
    return Rcpp::DataFrame::create(Rcpp::_["cluster"] = cluster, Rcpp::_["coverage"] = coverage,
                                   Rcpp::_["precision"] = precision, Rcpp::_["sentence"] = sentence,
                                   Rcpp::_["stringsAsFactors"] = false);
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List features_(Rcpp::RawVector model, Rcpp::List columns, Rcpp::List table) {
  return in_words([&] {
    const auto parsed = mercer::Model::parse(bytes_of(model));
    const Points points = new_points(parsed.recipe, columns, table);
    return Rcpp::List::create(Rcpp::_["values"] = give(points.data.dense()), Rcpp::_["rows"] = points.rows,
                              Rcpp::_["names"] = parsed.names);
  });
}

// [[Rcpp::export(rng = false)]]
void write_model_(Rcpp::RawVector model, std::string path, bool embedding) {
  in_words([&] {
    if (embedding)
      mercer::EmbedModel::parse(bytes_of(model)).save(path);
    else
      mercer::Model::parse(bytes_of(model)).save(path);
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::RawVector read_model_(std::string path, bool embedding) {
  return in_words([&] {
    return raw_of(embedding ? mercer::EmbedModel::load(path).serialise()
                            : mercer::Model::load(path).serialise());
  });
}
