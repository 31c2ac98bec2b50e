// What a recipe says of itself.
#include "mercer/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/readable.hpp"
#include "io/dates.hpp"

namespace mercer {
namespace {

std::string fill_text(const RecipeColumn& column) {
  if (column.kind == Kind::date) return io::date_text(column.fill, column.time);
  if (column.kind == Kind::yes_no) return column.values[column.fill > 0.5 ? 1 : 0];
  return readable(column.fill) + (column.unit.empty() ? "" : " " + column.unit);
}

std::string decision(const RecipeColumn& column, bool filled) {
  std::vector<std::string> parts;
  if (column.kind == Kind::category) parts.push_back(counted(column.width(), "indicator column"));
  if (column.kind == Kind::text) parts.push_back(counted(column.width(), "term"));
  if (column.kind == Kind::date) parts.push_back("a date, in days");
  if (column.kind == Kind::yes_no)
    parts.push_back(fmt::format("{} is 0, {} is 1", column.values[0], column.values[1]));
  if (column.kind == Kind::text && column.missing > 0)
    parts.push_back(fmt::format("{} missing, without a term", count_text(column.missing)));
  else if (filled && column.missing > 0)
    parts.push_back(
        column.kind == Kind::category
            ? fmt::format("{} missing, an extra value", count_text(column.missing))
            : fmt::format("{} missing filled with {}", count_text(column.missing), fill_text(column)));
  return parts.empty() ? "" : fmt::format("{}: {}", column.name, fmt::join(parts, "; "));
}

}  // namespace

bool Recipe::plain() const {
  const auto as_it_is = [](const RecipeColumn& column) {
    return column.kind == Kind::number && column.missing == 0;
  };
  return !scaled && id.empty() && left_out.empty() && std::all_of(columns.begin(), columns.end(), as_it_is);
}

Index Recipe::dimensions() const {
  Index sum = 0;
  for (const auto& column : columns) sum += column.width();
  return sum;
}

std::vector<std::string> Recipe::names() const {
  std::vector<std::string> all;
  for (const auto& column : columns) {
    const char* between = column.kind == Kind::category ? "=" : ": ";
    if (column.kind != Kind::category && column.kind != Kind::text)
      all.push_back(column.name);
    else
      for (const auto& value : column.values) all.push_back(column.name + between + value);
  }
  return all;
}

std::vector<std::string> Recipe::decisions() const {
  std::vector<std::string> all;
  if (!id.empty()) all.push_back(id + ": the rows' names");
  for (const auto& column : columns)
    if (auto text = decision(column, missing == MissingPolicy::fill); !text.empty())
      all.push_back(std::move(text));
  for (const auto& column : left_out)
    if (column.name != id) all.push_back(fmt::format("{}: left out, {}", column.name, column.why));
  if (scaled)
    all.emplace_back("every column has the same weight: numbers are scaled to standard deviation 1");
  return all;
}

FrameRequest Recipe::request() const {
  FrameRequest request;
  for (const auto& column : columns)
    request.types.push_back({column.name, column.kind, column.order, column.decimal, false});
  if (!id.empty()) request.types.push_back({id, Kind::id, DateOrder::any, 0, false});
  return request;
}

std::vector<std::string> row_names(const Recipe& recipe, const Frame& frame) {
  const Index column = recipe.id.empty() ? Frame::none : frame.find(recipe.id);
  return column == Frame::none ? std::vector<std::string>() : frame.texts(column);
}

}  // namespace mercer
