// The search for the number of clusters through auto's contests.
#pragma once

#include <functional>

#include "beyond/auto/contest.hpp"
#include "beyond/auto/number_settle.hpp"
#include "mercer/beyond/number.hpp"

namespace mercer::automatic {

// The clusters that the search has found at the number that it chose, of the points that it looked at.
struct Looked {
  std::vector<Index> rows;  // rising; empty: nothing was found
  NumberEvidence best;      // its labels are those of these rows
};

struct NumberOptions {
  Index least = 2, most = 0;  // numbers that are tried; most 0: min(40, ceil(sqrt n))
  bool one_allowed = true;    // that no clusters stand out may be the answer
  bool table = false;         // the columns are known to be a table's
  std::uint64_t seed = 1;
  Control* control = nullptr;
  // What was found for each number, for programs that test the rule; rows are in the order of row_order.hpp.
  std::vector<HeldNumber>* held = nullptr;
  Looked* looked = nullptr;
};

//   E(K) = A (1 + s / 2),   K* = argmax E(K) + 0.04 ln K,   the larger of equals
// with the agreement A and the separation s of the winner among K clusters, for K = 2 .. min(40, sqrt n), no
// further than 2 K* + 8; then a coarser or a finer number may replace it (number_settle.hpp). The answer is
// one cluster if E < 0.6, or if E < 1.05 and exceeds that of sets without clusters by less than 0.1. Rows are
// sorted first, so that their order does not matter. Above 10,000 points a sample is used.
NumberSearch search_number(const Data& points, const NumberOptions& options);
// The same for the vertices of a graph, which have no gaps between them and no sets to be compared with.
NumberSearch search_number_of_graph(const SparseMatrix& similarities, const NumberOptions& options);

// Evidence for each number from `least` to `most`, no further than twice the best so far and 8 more, and the
// peaks. `hold` gives that of one number: none where there is none, or after a stop.
void run_numbers(NumberSearch& out, Index least, Index most, Control* control,
                 const std::function<std::optional<NumberEvidence>(Index clusters)>& hold);
// min(40, ceil(sqrt n))
Index most_numbers_for(Index points);
Clarity clarity_of(double evidence);

}  // namespace mercer::automatic
