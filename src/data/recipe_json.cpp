// A recipe as JSON. What is read comes from a file that anybody may have written: every value is checked.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "mercer/recipe.hpp"

namespace mercer {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse_recipe(const std::string& why) {
  throw Error(Fault::data, "the model's recipe for tables is damaged: " + why + "; fit the model again");
}

template <class E>
std::string text_of(E value) {
  return std::string(EnumNames<E>::values[static_cast<std::size_t>(value)]);
}
constexpr std::array<std::string_view, 3> orders = {"any", "dmy", "mdy"};

// An object with exactly these keys.
const Json& object(const Json& json, const std::set<std::string>& keys) {
  if (!json.is_object()) refuse_recipe("an object is missing");
  for (const auto& [key, value] : json.items())
    if (!keys.count(key)) refuse_recipe(fmt::format("'{}' is unknown", key));
  for (const auto& key : keys)
    if (!json.contains(key)) refuse_recipe(fmt::format("there is no '{}'", key));
  return json;
}
std::string string_in(const Json& json, const char* key) {
  if (!json.at(key).is_string()) refuse_recipe(fmt::format("'{}' is not text", key));
  return json.at(key).get<std::string>();
}
bool bool_in(const Json& json, const char* key) {
  if (!json.at(key).is_boolean()) refuse_recipe(fmt::format("'{}' is neither true nor false", key));
  return json.at(key).get<bool>();
}
double number_in(const Json& json, const char* key) {
  if (!json.at(key).is_number()) refuse_recipe(fmt::format("'{}' is not a number", key));
  const double value = json.at(key).get<double>();
  if (!std::isfinite(value)) refuse_recipe(fmt::format("'{}' is not finite", key));
  return value;
}
Index count_in(const Json& json, const char* key) {
  if (!json.at(key).is_number_integer() || json.at(key).get<std::int64_t>() < 0)
    refuse_recipe(fmt::format("'{}' is not a count", key));
  return json.at(key).get<std::int64_t>();
}
const Json& list_in(const Json& json, const char* key) {
  if (!json.at(key).is_array()) refuse_recipe(fmt::format("'{}' is not a list", key));
  return json.at(key);
}
template <class Names>
std::size_t choice_in(const Json& json, const char* key, const Names& names) {
  const std::string text = string_in(json, key);
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end()) refuse_recipe(fmt::format("'{}' is '{}'", key, text));
  return static_cast<std::size_t>(at - names.begin());
}

Json written(const RecipeColumn& column) {
  Json json = {{"name", column.name},
               {"kind", text_of(column.kind)},
               {"order", orders[static_cast<std::size_t>(column.order)]},
               {"decimal", std::string(1, column.decimal)},
               {"time", column.time},
               {"unit", column.unit},
               {"values", column.values},
               {"missing_value", column.missing_value},
               {"fill", column.fill},
               {"centre", column.centre},
               {"scale", column.scale},
               {"height", column.height},
               {"missing", column.missing}};
  if (column.kind == Kind::text) json["weights"] = column.weights;
  return json;
}

// Of terms, which are looked for as words in order.
void read_weights(const Json& json, RecipeColumn& column) {
  for (const auto& weight : list_in(json, "weights")) {
    if (!weight.is_number() || !std::isfinite(weight.get<double>()) || weight.get<double>() < 0)
      refuse_recipe("'weights' are not numbers from 0");
    column.weights.push_back(weight.get<double>());
  }
  if (column.weights.size() != column.values.size() ||
      !std::is_sorted(column.values.begin(), column.values.end()))
    refuse_recipe(fmt::format("the terms of '{}' do not fit their weights", column.name));
}

RecipeColumn read_column(const Json& json) {
  std::set<std::string> keys = {"name",          "kind", "order",  "decimal", "time",   "unit",   "values",
                                "missing_value", "fill", "centre", "scale",   "height", "missing"};
  if (json.is_object() && json.contains("weights")) keys.insert("weights");
  object(json, keys);
  RecipeColumn column;
  column.name = string_in(json, "name");
  column.kind = static_cast<Kind>(choice_in(json, "kind", EnumNames<Kind>::values));
  column.order = static_cast<DateOrder>(choice_in(json, "order", orders));
  constexpr std::array<std::string_view, 2> points = {".", ","};
  column.decimal = points[choice_in(json, "decimal", points)][0];
  column.time = bool_in(json, "time");
  column.unit = string_in(json, "unit");
  std::set<std::string> distinct;
  for (const auto& value : list_in(json, "values")) {
    if (!value.is_string() || !distinct.insert(value.get<std::string>()).second)
      refuse_recipe("'values' are not distinct words");
    column.values.push_back(value.get<std::string>());
  }
  column.missing_value = bool_in(json, "missing_value");
  column.fill = number_in(json, "fill");
  column.centre = number_in(json, "centre");
  column.scale = number_in(json, "scale");
  column.height = number_in(json, "height");
  column.missing = count_in(json, "missing");
  const bool text = column.kind == Kind::text;
  if (text != json.contains("weights"))
    refuse_recipe(fmt::format("'{}' has terms without weights", column.name));
  if (text) read_weights(json, column);
  if (column.kind == Kind::id) refuse_recipe(fmt::format("'{}' is not a feature", column.name));
  if (column.scale <= 0 || column.height <= 0)
    refuse_recipe(fmt::format("the scale of '{}' is not above 0", column.name));
  const bool fits = text                            ? !column.values.empty()
                    : column.kind == Kind::category ? column.values.size() >= 2
                    : column.kind == Kind::yes_no
                        ? column.values.size() == 2 && (column.fill == 0 || column.fill == 1)
                        : column.values.empty();
  if (!fits || (column.missing_value && column.kind != Kind::category))
    refuse_recipe(fmt::format("the values of '{}' do not fit its kind", column.name));
  return column;
}

}  // namespace

std::string Recipe::to_json() const {
  Json json = {{"version", version},          {"id", id},
               {"missing", text_of(missing)}, {"scaled", scaled},
               {"columns", Json::array()},    {"left_out", Json::array()}};
  for (const auto& column : columns) json["columns"].push_back(written(column));
  for (const auto& column : left_out)
    json["left_out"].push_back({{"name", column.name}, {"kind", text_of(column.kind)}, {"why", column.why}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Recipe Recipe::from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) refuse_recipe("it is not JSON");
  if (!json.is_object() || !json.contains("version")) refuse_recipe("it has no version");
  if (json["version"] != version)
    throw Error(Fault::data,
                fmt::format("the model's recipe for tables has version {}, and this program reads {}; "
                            "use a newer program or fit the model again",
                            json["version"].dump(), version));
  object(json, {"version", "id", "missing", "scaled", "columns", "left_out"});
  Recipe recipe;
  recipe.id = string_in(json, "id");
  recipe.missing = static_cast<MissingPolicy>(choice_in(json, "missing", EnumNames<MissingPolicy>::values));
  recipe.scaled = bool_in(json, "scaled");
  std::set<std::string> names;
  for (const auto& column : list_in(json, "columns")) {
    recipe.columns.push_back(read_column(column));
    if (!names.insert(recipe.columns.back().name).second)
      refuse_recipe(fmt::format("'{}' appears in it twice", recipe.columns.back().name));
  }
  if (recipe.columns.empty()) refuse_recipe("it has no columns");
  for (const auto& column : list_in(json, "left_out")) {
    object(column, {"name", "kind", "why"});
    recipe.left_out.push_back({string_in(column, "name"),
                               static_cast<Kind>(choice_in(column, "kind", EnumNames<Kind>::values)),
                               string_in(column, "why")});
  }
  return recipe;
}

}  // namespace mercer
