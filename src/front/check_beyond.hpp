// What the methods that are not the loop refuse, and what they settle when it was left open.
#pragma once

#include "mercer/data.hpp"
#include "mercer/options.hpp"

namespace mercer {

// The kernel of a method that needs one; `approx = auto` is exact where nothing is approximated.
Options settle_beyond(Options options);
void check_beyond(const Data& data, const Options& options);
// Of a matrix that is given: its values.
void check_given_beyond(const Data& matrix, const Options& options);

}  // namespace mercer
