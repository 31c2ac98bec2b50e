// Values of R on one side, those of the library on the other. R counts clusters from 1; 0 is noise.
#pragma once

#include <Rcpp.h>

#include <string>
#include <vector>

#include "mercer/control.hpp"
#include "mercer/data.hpp"
#include "mercer/finding.hpp"
#include "mercer/plan.hpp"

namespace mercer::r {

// A matrix of numbers, or a `dgCMatrix` of the package Matrix. Both are copied: rows lie together here,
// columns in R.
Data points_of(SEXP x);

// Columns become rows and the other way around, in one copy.
Rcpp::NumericMatrix give(const Matrix& m);
Rcpp::NumericVector give(const Vector& v);
// NULL where there are none.
SEXP given(const Matrix& m);
SEXP given(const Vector& v);

Rcpp::IntegerVector from_one(const Labels& labels);
Labels from_zero(const Rcpp::IntegerVector& labels);

std::vector<std::string> strings_of(SEXP values);  // none of NULL
std::string bytes_of(const Rcpp::RawVector& raw);
Rcpp::RawVector raw_of(const std::string& bytes);

Rcpp::CharacterVector sentences(const std::vector<Warning>& warnings);
Rcpp::List plan_list(const Plan& plan);

}  // namespace mercer::r
