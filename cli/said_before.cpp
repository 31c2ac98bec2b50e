#include "said_before.hpp"

#include <fmt/format.h>

#include "mercer/machine.hpp"
#include "mercer/search_forecast.hpp"
#include "terminal.hpp"

namespace mercer::cli {
namespace {

constexpr Index many = 200'000;

std::string then_text(const Data& data, const Options& o, bool clustered) {
  const SearchForecast found = forecast_search(data, o);
  if (!clustered) return fmt::format("; about {}", duration_text(found.search_seconds));
  Options fit = o;  // the one at the end
  fit.tune.clear();
  const std::string memory = format_bytes(plan(data, fit).bytes);
  if (!o.tune.empty())
    return fmt::format(", then all are clustered; about {} per pass over all of them, and {} beyond the data",
                       duration_text(pass_seconds(data, fit)), memory);
  const std::string which =
      found.clustered < data.size() ? fmt::format("{} of them", found.clustered) : "all";
  return fmt::format(", then {} are clustered; about {} and {} beyond the data", which,
                     duration_text(found.seconds), memory);
}

}  // namespace

void say_before(const Data& data, const Options& asked, bool clustered) {
  if (data.size() < many) return;
  Options o = asked;
  if (o.clusters < 1) o.clusters = 2;
  const Index looked_at = forecast_search(data, o).looked_at;
  const std::string what =
      o.tune.empty() ? "the number of clusters is chosen from" : o.tune + " is chosen from its values on";
  const std::string whom = looked_at < data.size() ? fmt::format("a sample of {}", looked_at) : "all of them";
  fmt::print(stderr, "  {} points: {} {}{}\n", data.size(), what, whom, then_text(data, o, clustered));
}

}  // namespace mercer::cli
