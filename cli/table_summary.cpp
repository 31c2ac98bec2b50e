#include "table_summary.hpp"

#include "mercer/explain.hpp"
#include "mercer/profile.hpp"

namespace mercer::cli {
namespace {

Json rule_json(const Rule& rule) {
  Json conditions = Json::array();
  for (const Condition& condition : rule.conditions) conditions.push_back(condition.text);
  return {{"cluster", rule.label},
          {"conditions", conditions},
          {"coverage", rule.coverage},
          {"precision", rule.precision},
          {"sentence", rule.sentence}};
}

}  // namespace

TableWords in_words(const TableSource& table, const Data& data, const Labels& labels, bool rules) {
  TableWords words;
  words.decisions = table.recipe.decisions();
  words.json["decisions"] = words.decisions;
  const Labels all = table.spread(labels);
  words.about = profile(*table.frame, table.recipe, all, {.features = &data});
  if (rules || !table.recipe.plain()) words.profile = words.about.sentences();
  words.json["profile"] = Json::parse(words.about.to_json());
  if (!rules) return words;
  words.json["rules"] = Json::array();
  for (const Rule& rule : explain(*table.frame, table.recipe, all)) {
    words.rules.push_back(rule.sentence);
    words.json["rules"].push_back(rule_json(rule));
  }
  return words;
}

std::vector<std::vector<std::string>> terms_of(const TableSource& table, const Data& data,
                                               const Result& result) {
  Index at = 0;
  for (const RecipeColumn& column : table.recipe.columns) {
    if (column.kind == Kind::text) {
      const SparseMatrix vectors = Matrix(data.dense().middleCols(at, column.width())).sparseView();
      return top_terms(vectors, result.labels, result.model.clusters(), Vocabulary{column.values, {}});
    }
    at += column.width();
  }
  return {};
}

}  // namespace mercer::cli
