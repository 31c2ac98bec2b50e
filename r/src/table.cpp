#include "table.hpp"

#include "mercer/columns.hpp"
#include "mercer/error.hpp"
#include "options.hpp"

namespace mercer::r {
namespace {

// Words, of which some may be NA.
void take_words(const Rcpp::CharacterVector& words, ColumnValues& column) {
  std::vector<std::string> taken;
  for (R_xlen_t i = 0; i < words.size(); ++i) {
    column.known.push_back(!Rcpp::CharacterVector::is_na(words[i]));
    taken.push_back(column.known.back() ? Rcpp::as<std::string>(words[i]) : std::string());
  }
  column.values = std::move(taken);
}

ColumnValues column_of(const Rcpp::List& given) {
  ColumnValues column;
  column.name = Rcpp::as<std::string>(given["name"]);
  const SEXP values = given["values"];
  if (Rf_isString(values))
    take_words(values, column);
  else
    column.values = Rcpp::as<std::vector<double>>(values);
  if (!Rf_isNull(given["kind"]))
    column.kind = parse_types("column=" + Rcpp::as<std::string>(given["kind"])).front().kind;
  column.order = strings_of(given["order"]);
  return column;
}

SEXP entry(const Rcpp::List& table, const char* name) {
  return table.containsElementNamed(name) ? static_cast<SEXP>(table[name]) : R_NilValue;
}

// c(zip = "category"): a name may hold any letter, so that the list of the program would not do.
std::vector<TypeRequest> types_of(SEXP given) {
  std::vector<TypeRequest> types;
  if (Rf_isNull(given)) return types;
  const Rcpp::CharacterVector kinds(given);
  const std::vector<std::string> columns = strings_of(kinds.names());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    types.push_back(parse_types("column=" + Rcpp::as<std::string>(kinds[static_cast<R_xlen_t>(i)])).front());
    types.back().column = columns[i];
  }
  return types;
}

FrameRequest request_of(const Rcpp::List& table) {
  FrameRequest request;
  const std::vector<std::string> id = strings_of(entry(table, "id"));
  request.id = id.empty() ? "" : id.front();
  request.types = types_of(entry(table, "types"));
  request.columns = strings_of(entry(table, "columns"));
  request.drop = strings_of(entry(table, "drop"));
  request.missing = strings_of(entry(table, "missing_values"));
  return request;
}

bool is_table(SEXP x) { return TYPEOF(x) == VECSXP; }
bool asks_to_standardize(const Rcpp::List& table) {
  const SEXP given = entry(table, "standardize");
  return !Rf_isNull(given) && Rcpp::as<bool>(given);
}

void keep_rows(const std::vector<Index>& rows, Points& points) {
  if (rows.empty()) return;
  points.kept_rows = Rcpp::IntegerVector(rows.begin(), rows.end()) + 1;
  points.rows = points.kept_rows;
}

// The library's advice in the words of the arguments.
std::string in_arguments(const std::string& remedy) {
  constexpr std::string_view truth = "truth = ";
  if (remedy.empty()) return "";
  if (remedy == "standardize") return "give standardize = TRUE";
  if (remedy.starts_with(truth)) return "give drop = \"" + remedy.substr(truth.size()) + "\"";
  return "give " + remedy;
}

void keep_advice(const std::vector<Advice>& advice, bool looks_at_scales, Points& points) {
  for (const Advice& one : advice)
    if (!(looks_at_scales && one.remedy == "standardize"))
      points.advice.push_back({one.what, in_arguments(one.remedy)});
}

Points points_of_table(const Rcpp::List& columns, const Rcpp::List& table, bool looks_at_scales) {
  RecipeOptions options{.standardize = asks_to_standardize(table)};
  if (const SEXP missing = entry(table, "missing"); !Rf_isNull(missing))
    set("missing", options.missing, missing);
  const auto frame = std::make_shared<const Frame>(frame_of(columns_of(columns), request_of(table)));
  Points points;
  Learned learned = learn(*frame, options);
  keep_advice(learned.advice, looks_at_scales || options.standardize, points);
  const Prepared prepared = prepare(learned.recipe, frame);
  points.data = prepared.data.dense();
  points.names = learned.recipe.names();
  points.recipe = std::move(learned.recipe);
  keep_rows(prepared.rows, points);
  return points;
}

}  // namespace

std::vector<ColumnValues> columns_of(const Rcpp::List& columns) {
  std::vector<ColumnValues> all;
  for (R_xlen_t i = 0; i < columns.size(); ++i) all.push_back(column_of(columns[i]));
  return all;
}

Points points_of(SEXP x, const Rcpp::List& table, bool looks_at_scales) {
  if (is_table(x)) return points_of_table(x, table, looks_at_scales);
  Points points;
  points.data = points_of(x);
  points.names = strings_of(entry(table, "names"));
  if (!asks_to_standardize(table)) return points;
  points.standardizer = Standardizer::learn(points.data);
  points.data = points.standardizer.apply(points.data);
  return points;
}

Points new_points(const std::optional<Recipe>& recipe, SEXP x, const Rcpp::List& table) {
  Points points;
  if (!recipe) {
    points.data = points_of(x);
    return points;
  }
  const auto frame = std::make_shared<const Frame>(
      frame_of(*recipe, columns_of(x), strings_of(entry(table, "missing_values"))));
  const Prepared prepared = prepare(*recipe, frame);
  points.data = prepared.data.dense();
  keep_rows(prepared.rows, points);
  keep_advice(prepared.advice, false, points);
  return points;
}

}  // namespace mercer::r
