// Sorts the rows, so that the result does not depend on their order in the file.
#pragma once

#include "mercer/data.hpp"

namespace mercer::automatic {

// The rows by their first value, then by their second, and so on. Equal rows keep their order.
std::vector<Index> row_order(const Data& points);

// How many different rows there are, of rows in such an order.
Index distinct_rows(const Data& ordered);

}  // namespace mercer::automatic
