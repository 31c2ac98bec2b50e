#include "io/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "io/number.hpp"
#include "mercer/choice.hpp"

namespace mercer::io {
namespace {

std::optional<Index> as_index(const std::string& request) {
  Index index = 0;
  const char* end = request.data() + request.size();
  const auto [stopped, error] = std::from_chars(request.data(), end, index);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return index;
}

// An index from 0, or from the end when negative; nothing when it is out of range.
std::optional<Index> within(Index index, Index count) {
  if (index < -count || index >= count) return std::nullopt;
  return index < 0 ? index + count : index;
}

// The feature columns by request, or none for all; preferred ones count when the header has every one of
// them.
std::vector<std::string> feature_columns(const TableRequest& request, const std::vector<std::string>& names) {
  const auto known = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const bool preferred =
      request.columns.empty() && std::all_of(request.prefer.begin(), request.prefer.end(), known);
  return preferred ? request.prefer : request.columns;
}

std::vector<std::string> special_columns(const TableRequest& request) {
  std::vector<std::string> all = request.drop;
  if (!request.truth.empty()) all.push_back(request.truth);
  if (!request.weights.empty()) all.push_back(request.weights);
  return all;
}

}  // namespace

std::string Columns::place(const char* row_word, Index row, Index column) const {
  if (names.empty()) return fmt::format("{}: {} {}, column {} (from 0)", source, row_word, row, column);
  return fmt::format("{}: {} {}, column '{}' (number {}, from 0)", source, row_word, row,
                     names[static_cast<std::size_t>(column)], column);
}

std::vector<std::string> Columns::feature_names() const {
  std::vector<std::string> chosen;
  if (names.empty()) return chosen;
  for (const Index column : features) chosen.push_back(names[static_cast<std::size_t>(column)]);
  return chosen;
}

bool is_header(const std::vector<std::string>& first_row, const TableRequest& request) {
  const auto count = static_cast<Index>(first_row.size());
  const auto features = feature_columns(request, first_row);
  // All columns are looked at, unless the features are given by index; a misspelt name tells nothing.
  const bool given = !features.empty() && std::all_of(features.begin(), features.end(), as_index);
  std::vector<bool> looked_at(first_row.size(), !given);
  const auto mark = [&](const std::string& column, bool value) {
    const auto index = as_index(column);
    if (!index) return std::find(first_row.begin(), first_row.end(), column) != first_row.end();
    if (const auto at = within(*index, count)) looked_at[static_cast<std::size_t>(*at)] = value;
    return false;
  };
  for (const auto& column : features)
    if (mark(column, true)) return true;
  for (const auto& column : special_columns(request))
    if (mark(column, false)) return true;
  for (std::size_t i = 0; i < first_row.size(); ++i)
    if (looked_at[i] && is_name(first_row[i])) return true;
  return false;
}

Index find_column(const std::string& request, const std::string& source,
                  const std::vector<std::string>& names, Index count) {
  const auto named = std::count(names.begin(), names.end(), request);
  if (named > 1)
    throw Error(Fault::usage, fmt::format("{} has {} columns named '{}'; give the column by its index from 0",
                                          source, named, request));
  if (named == 1) return std::find(names.begin(), names.end(), request) - names.begin();
  const auto index = as_index(request);
  if (!index && names.empty())
    throw Error(Fault::usage,
                fmt::format("{} has no header, so no column '{}'; give the column by its index, 0 to {}",
                            source, request, count - 1));
  if (!index)
    throw Error(Fault::usage,
                fmt::format("{} has no column '{}'{}", source, request, suggestion(request, names)));
  const auto at = within(*index, count);
  if (!at)
    throw Error(Fault::usage, fmt::format("{} has no column {}; columns are 0 to {}, or -1 for the last",
                                          source, *index, count - 1));
  return *at;
}

Columns resolve(const TableRequest& request, const std::string& source, std::vector<std::string> names,
                Index count) {
  Columns columns;
  columns.source = source;
  columns.names = std::move(names);
  const auto find = [&](const std::string& column) {
    return find_column(column, source, columns.names, count);
  };
  std::vector<bool> kept_out(static_cast<std::size_t>(count));
  for (const auto& column : special_columns(request)) kept_out[static_cast<std::size_t>(find(column))] = true;
  if (!request.truth.empty()) columns.truth = find(request.truth);
  if (!request.weights.empty()) columns.weights = find(request.weights);

  columns.slot.assign(static_cast<std::size_t>(count), Columns::none);
  const auto add = [&](Index column) {
    const auto at = static_cast<std::size_t>(column);
    if (kept_out[at]) return;
    if (columns.slot[at] != Columns::none)
      throw Error(Fault::usage,
                  fmt::format("column {} of {} is asked for twice; name it once", column, source));
    columns.slot[at] = static_cast<Index>(columns.features.size());
    columns.features.push_back(column);
  };
  const auto features = feature_columns(request, columns.names);
  if (features.empty())
    for (Index column = 0; column < count; ++column) add(column);
  for (const auto& column : features) add(find(column));
  if (columns.features.empty())
    throw Error(Fault::usage,
                fmt::format("no column of {} is left as a feature; it has {} column{}, drop fewer", source,
                            count, count == 1 ? "" : "s"));
  return columns;
}

}  // namespace mercer::io
