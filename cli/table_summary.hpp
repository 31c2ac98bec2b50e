// What a fit says of a table: what became of its columns, what its clusters are, and rules for them in words.
#pragma once

#include "mercer/explain.hpp"
#include "mercer/profile.hpp"
#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {

struct TableSummary {
  std::vector<std::string> decisions;  // one per column that was not taken as it is
  std::optional<Profile> profile;
  std::vector<Rule> rules;
  bool show_profile = false;  // to people; machines always get it
};
// `data`: the points as they were clustered; `labels`: theirs.
TableSummary summary_of(const TableSource& table, const Data& data, const Labels& labels, bool rules);

std::string decisions_text(const TableSummary& summary, const Style& style);
std::string profile_text(const TableSummary& summary, const Style& style);
void add_table(Json& json, const TableSummary& summary);

}  // namespace mercer::cli
