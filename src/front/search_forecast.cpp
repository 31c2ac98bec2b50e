#include "mercer/search_forecast.hpp"

#include "beyond/auto/sample.hpp"

namespace mercer {
namespace {

// Rough: only the 40 us of trees were measured, on two cores of 2.8 GHz. Trees of few columns take a time for
// each point that is in them; neighbours among many columns the square of a sample that is always the same.
constexpr double seconds_of_search = 20, tree_seconds = 40e-6, ask_seconds = 10e-6;
constexpr double wide_seconds = 10, wide_ask_seconds = 4e-6;

double contest_seconds(double clustered, double others, double columns) {
  if (columns > static_cast<double>(automatic::few_columns))
    return wide_seconds + wide_ask_seconds * others * columns;
  return (tree_seconds * clustered + ask_seconds * others) * std::max(1.0, columns / 2);
}

}  // namespace

SearchForecast forecast_search(const Data& data, const Options& o) {
  const Index n = data.size();
  SearchForecast out;
  out.looked_at = automatic::looked_at(n);
  if (!o.tune.empty()) {
    if (is_precomputed(o.kernel)) out.looked_at = n;
    return out;
  }
  out.clustered = std::min(n, automatic::most_contested(data.dimensions()));
  out.search_seconds = seconds_of_search;
  out.seconds = out.search_seconds + contest_seconds(static_cast<double>(out.clustered),
                                                     static_cast<double>(n - out.clustered),
                                                     static_cast<double>(data.dimensions()));
  return out;
}

}  // namespace mercer
