// What a fit says of a table: what became of its columns, what its clusters are, and rules for them in words.
#pragma once

#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {

// `data`: the points as they were clustered; `labels`: theirs. The profile is for people where columns are
// not all numbers taken as they are, or where `rules` are asked for; machines always get it.
TableWords in_words(const TableSource& table, const Data& data, const Labels& labels, bool rules);

// Of a table with a column of text: the terms that tell each cluster.
std::vector<std::vector<std::string>> terms_of(const TableSource& table, const Data& data,
                                               const Result& result);

}  // namespace mercer::cli
