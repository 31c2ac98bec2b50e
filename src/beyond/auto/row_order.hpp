// Rows in an order of their own, so that what is found does not depend on the one in which they came.
#pragma once

#include "mercer/data.hpp"

namespace mercer::automatic {

// The rows by their first value, then by their second, and so on. Rows that are alike keep their order.
std::vector<Index> row_order(const Data& points);

// How many different rows there are, of rows in such an order.
Index distinct_rows(const Data& ordered);

}  // namespace mercer::automatic
