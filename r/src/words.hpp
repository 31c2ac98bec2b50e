// Messages of the library in R's words.
#pragma once

#include <Rcpp.h>

#include <string>

#include "mercer/error.hpp"

namespace mercer::r {

// "use `precision = double`" -> "use precision = \"double\""
std::string in_r(const std::string& message);

// work(), whose errors become errors of R that say what is wrong and not which internal function noticed it.
template <class F>
auto in_words(F&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Rcpp::exception(in_r(error.what()).c_str(), false);
  }
}

}  // namespace mercer::r
