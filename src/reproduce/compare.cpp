// Published and found figures side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/table.hpp"

namespace mercer {
namespace {

const std::string dash = "\u2013", minus = "\u2212";

std::string with_deviation(const Spread& s, bool several, int digits) {
  if (!several) return fmt::format("{:.{}f}", s.mean, digits);
  return fmt::format("{:.{}f} ± {:.{}f}", s.mean, digits, s.deviation, digits);
}

}  // namespace

Spread spread(const std::vector<double>& runs) {
  if (runs.empty()) return {};
  const auto n = static_cast<double>(runs.size());
  Spread s;
  for (const double x : runs) s.mean += x / n;
  if (runs.size() < 2) return s;
  for (const double x : runs) s.deviation += (x - s.mean) * (x - s.mean) / (n - 1);
  s.deviation = std::sqrt(s.deviation);
  return s;
}

Spread Comparison::published() const {
  Spread s = spread(paper);
  if (paper.size() == 1) s.deviation = paper_deviation;
  return s;
}

std::optional<double> Comparison::difference() const {
  if (paper.empty() || runs.empty()) return std::nullopt;
  return spread(runs).mean - published().mean;
}

// Papers that print a deviation ran ten times.
Verdict Comparison::verdict() const {
  if (paper.empty()) return Verdict::none;
  const auto apart = difference();
  if (!apart) return Verdict::missing;
  const auto variance = [](const Spread& s, std::size_t count) {
    return s.deviation * s.deviation / static_cast<double>(count);
  };
  const double error = std::sqrt(variance(published(), paper.size() > 1 ? paper.size() : 10) +
                                 variance(spread(runs), runs.size()));
  if (std::abs(*apart) <= std::max(rounding * (1 + 1e-9), 2 * error)) return Verdict::same;
  if (good == Good::neither) return Verdict::different;
  return (*apart < 0) == (good == Good::less) ? Verdict::better : Verdict::worse;
}

std::string paper_text(const Comparison& row) {
  if (row.paper.empty()) return dash;
  return with_deviation(row.published(), row.paper.size() > 1 || row.paper_deviation > 0, row.digits);
}

std::string mercer_text(const Comparison& row) {
  if (row.runs.empty()) return row.missing.empty() ? dash : row.missing;
  return with_deviation(spread(row.runs), row.runs.size() > 1, row.digits);
}

std::string difference_text(const Comparison& row) {
  const auto apart = row.difference();
  if (!apart) return dash;
  std::string size = fmt::format("{:.{}f}", std::abs(*apart), row.digits);
  if (size.find_first_not_of("0.") == size.npos) return size;
  return (*apart < 0 ? minus : "+") + size;
}

std::string verdict_text(const Comparison& row) {
  switch (row.verdict()) {
    case Verdict::same:
      return "reproduced";
    case Verdict::better:
      return "better";
    case Verdict::worse:
      return "worse";
    case Verdict::different:
      return "differs";
    default:
      return "";
  }
}

std::string summary_text(const Reproduction& found) {
  Tally all;
  for (const Outcome& outcome : found.outcomes) all.add(outcome.comparisons);
  if (all.figures == 0) return "The papers print no number for these.";
  std::string text =
      fmt::format("{} with published figures: {} reproduced",
                  all.figures == 1 ? "1 comparison" : fmt::format("{} comparisons", all.figures), all.same);
  const auto add = [&](int count, std::string_view words) {
    if (count > 0) text += fmt::format(", {} {}", count, words);
  };
  add(all.better, "better");
  add(all.worse, "worse");
  add(all.different, "different");
  add(all.missing, "not computed");
  return text + ".";
}

}  // namespace mercer
