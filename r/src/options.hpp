// Options as R gives them: a list by name, choices as text in the library's grammar.
#pragma once

#include <Rcpp.h>

#include <cmath>
#include <limits>

#include "mercer/options_by_name.hpp"
#include "mercer/tune.hpp"
#include "values.hpp"

namespace mercer::r {

// How R would write it, for messages.
inline std::string written(SEXP value) {
  const Rcpp::Function deparse("deparse");
  return Rcpp::as<std::string>(Rcpp::CharacterVector(deparse(value))[0]);
}

inline double number_of(const std::string& name, SEXP value, const char* what) {
  if (!Rf_isNumeric(value) || Rf_isFactor(value) || Rf_xlength(value) != 1)
    throw Error(Fault::usage, name + " = " + written(value) + " is not " + what);
  return Rf_asReal(value);
}

template <class T>
T integer_of(const std::string& name, SEXP value) {
  const double number = number_of(name, value, "a whole number");
  const double least = std::is_signed_v<T> ? -std::pow(2.0, sizeof(T) * 8 - 1) : 0;
  if (!(number >= least && number < std::pow(2.0, std::numeric_limits<T>::digits)) ||
      number != std::floor(number))
    throw Error(Fault::usage, name + " = " + written(value) + " is not a whole number of its range");
  return static_cast<T>(number);
}

inline std::string text_of(const std::string& name, SEXP value) {
  if (!Rf_isString(value) || Rf_xlength(value) != 1)
    throw Error(Fault::usage, name + " = " + written(value) + " is not a text like \"name:key=value\"");
  return Rcpp::as<std::string>(value);
}

// A value of R into a field. A choice is text: "gaussian:sigma=0.7".
template <class T>
void set(const std::string& name, T& field, SEXP value) {
  if constexpr (std::is_same_v<T, Vector>) {
    const Rcpp::NumericVector values(value);
    field = Eigen::Map<const Vector>(values.begin(), values.size());
  } else if constexpr (std::is_same_v<T, Labels>) {
    field = from_zero(Rcpp::IntegerVector(value));
  } else if constexpr (std::is_same_v<T, std::optional<Method>>) {
    set(name, field.emplace(), value);
  } else if constexpr (std::is_integral_v<T>) {
    field = integer_of<T>(name, value);
  } else if constexpr (std::is_floating_point_v<T> || grammar::IsOptional<T>::value) {
    field = number_of(name, value, "a number");
  } else {
    const std::string text = text_of(name, value);
    if constexpr (std::is_same_v<T, std::string>) {
      field = text;
    } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, DeviceChoice>) {
      if (!grammar::parse(text, field))
        throw Error(Fault::usage, name + " = \"" + text + "\" is not one of " + grammar::values<T>());
    } else {
      field = parse_choice<T>(text, name == "approx" ? "approximation" : name);
    }
  }
}

// "gaussian:sigma=search" is a number to be tuned; what is left is the choice.
inline SEXP without_searched(const std::string& name, SEXP value, Options& options) {
  if ((name != "kernel" && name != "method") || !Rf_isString(value)) return value;
  std::string text = text_of(name, value);
  const std::string number = take_searched(text, name);
  if (number.empty()) return value;
  options.tune = number;
  return Rcpp::wrap(text);
}
template <class O>
SEXP without_searched(const std::string&, SEXP value, O&) {
  return value;
}

// NULL leaves an option at its default.
template <class O>
O options_of(const Rcpp::List& given) {
  O options;
  const std::vector<std::string> names =
      given.size() > 0 ? strings_of(given.names()) : std::vector<std::string>();
  for (R_xlen_t i = 0; i < given.size(); ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    const Rcpp::RObject value = without_searched(name, given[i], options);
    bool found = false;
    std::vector<std::string> known;
    visit_options(options, [&](const char* option, auto& field) {
      known.emplace_back(option);
      if (name != option) return;
      found = true;
      if (!Rf_isNull(value)) set(name, field, value);
    });
    if (!found) throw Error(Fault::usage, "there is no option '" + name + "'" + suggestion(name, known));
  }
  return options;
}

// Their names and defaults; NULL where none is said.
template <class O>
Rcpp::List defaults() {
  Rcpp::List all;
  const O options;
  visit_options(options, [&]<class T>(const char* name, const T& field) {
    if constexpr (std::is_same_v<T, Vector> || std::is_same_v<T, Labels> ||
                  std::is_same_v<T, std::optional<Method>>)
      all[name] = R_NilValue;
    else if constexpr (std::is_same_v<T, std::string>)
      all[name] = field;
    else if constexpr (std::is_arithmetic_v<T>)
      all[name] = static_cast<double>(field);
    else if constexpr (grammar::IsOptional<T>::value)
      all[name] = field ? Rcpp::wrap(*field) : R_NilValue;
    else if constexpr (std::is_enum_v<T> || std::is_same_v<T, DeviceChoice>)
      all[name] = grammar::format(field);
    else
      all[name] = format_choice(field);
  });
  return all;
}

}  // namespace mercer::r
