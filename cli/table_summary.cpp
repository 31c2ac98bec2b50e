#include "table_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mercer::cli {
namespace {

constexpr std::size_t most_decisions_shown = 10, most_clusters_shown = 20;

std::string block(const std::string& title, const std::vector<std::string>& lines, const Style& style) {
  if (lines.empty()) return "";
  std::string text = "\n" + style.faint("  " + title) + "\n";
  for (std::size_t i = 0; i < std::min(lines.size(), most_clusters_shown); ++i)
    text += fmt::format("  {}\n", lines[i]);
  if (lines.size() > most_clusters_shown) text += fmt::format("  ... and {} more\n", lines.size() - most_clusters_shown);
  return text;
}

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

TableSummary summary_of(const TableSource& table, const Data& data, const Labels& labels, bool rules) {
  TableSummary summary;
  summary.decisions = table.recipe.decisions();
  const Labels all = table.spread(labels);
  summary.profile = profile(*table.frame, table.recipe, all, {.features = &data});
  if (rules) summary.rules = explain(*table.frame, table.recipe, all);
  summary.show_profile = rules || !is_plain(table.recipe);
  return summary;
}

std::string decisions_text(const TableSummary& summary, const Style& style) {
  std::string text;
  const std::size_t shown = std::min(summary.decisions.size(), most_decisions_shown);
  for (std::size_t i = 0; i < shown; ++i) text += line(style, i == 0 ? "columns" : "", summary.decisions[i]);
  if (summary.decisions.size() > shown)
    text += line(style, "", fmt::format("... and {} more (--json has all)", summary.decisions.size() - shown));
  return text;
}

std::string profile_text(const TableSummary& summary, const Style& style) {
  std::string text;
  if (summary.show_profile && summary.profile)
    text += block("what sets each cluster apart (others in brackets)", summary.profile->sentences(), style);
  std::vector<std::string> sentences;
  for (const Rule& rule : summary.rules) sentences.push_back(rule.sentence);
  return text + block("in words", sentences, style);
}

void add_table(Json& json, const TableSummary& summary) {
  json["columns"] = summary.decisions;
  if (summary.profile) json["profile"] = Json::parse(summary.profile->to_json());
  if (summary.rules.empty()) return;
  Json rules = Json::array();
  for (const Rule& rule : summary.rules) rules.push_back(rule_json(rule));
  json["rules"] = rules;
}

}  // namespace mercer::cli
