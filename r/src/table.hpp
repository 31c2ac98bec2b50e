// Points, or a table as people have it, which becomes points by the library's recipe.
#pragma once

#include <Rcpp.h>

#include <optional>
#include <string>
#include <vector>

#include "mercer/finding.hpp"
#include "mercer/recipe.hpp"
#include "values.hpp"

namespace mercer::r {

struct Points {
  Data data;
  std::vector<std::string> names;  // of the columns
  std::optional<Recipe> recipe;    // of a table
  Standardizer standardizer;       // of points that were asked to be standardized
  SEXP rows = R_NilValue;          // of the table that became points, from 1; NULL: all
  Rcpp::IntegerVector kept_rows;   // what `rows` is, so that R keeps it
  std::vector<Warning> advice;
};

// A table is a list of columns, each list(name, values, kind, order). `table` says what is known of it:
// types, id, columns, drop, missing, missing_values, standardize. Method auto looks at both scales, and needs
// no advice on them.
Points points_of(SEXP x, const Rcpp::List& table, bool looks_at_scales);

// New rows of a table or new points, as a model wants them.
Points new_points(const std::optional<Recipe>& recipe, SEXP x, const Rcpp::List& table);

std::vector<ColumnValues> columns_of(const Rcpp::List& columns);

}  // namespace mercer::r
