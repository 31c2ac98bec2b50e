// What a search among very many points will take, before it begins.
#pragma once

#include "mercer/cluster.hpp"

namespace mercer {

// A search for the number of clusters, or for the value of a parameter (`Options::tune`).
struct SearchForecast {
  Index looked_at = 0;  // points in the search; fewer than there are: a sample
  Index clustered = 0;  // points in the contest of auto that follows; the others ask the nearest of them
  double search_seconds = 0;
  double seconds = 0;  // of both, roughly, on two cores; of `tune`, whose runs may be any method's, 0
};
SearchForecast forecast_search(const Data& data, const Options& options);

}  // namespace mercer
