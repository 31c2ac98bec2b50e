// The number of clusters under one method: that on which its runs agree, from other starts and with slightly
// smaller and larger parameters of its kernel.
#pragma once

#include "front/so_far.hpp"
#include "mercer/beyond/number.hpp"
#include "mercer/suggest.hpp"

namespace mercer {

//   E(K) = A (1 + s / 2)
// where A is the mean agreement of the method's clusters with those of runs that differ a little. None for a
// method that always does the same. One cluster is never the answer: runs agree on that anyway.
// `so_far`, where given, becomes the clusters at that number.
std::optional<NumberSearch> search_within_method(const Data& data, const SuggestOptions& options,
                                                 std::optional<SoFar>* so_far = nullptr);

}  // namespace mercer
