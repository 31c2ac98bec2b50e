// Published and found figures side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mercer/reproduce.hpp"

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

Verdict Comparison::verdict() const {
  if (paper.empty()) return Verdict::none;
  const auto apart = difference();
  if (!apart) return Verdict::missing;
  const double rounding = 0.5 * std::pow(10.0, -digits) * (1 + 1e-9);
  if (std::abs(*apart) <= std::max(rounding, published().deviation + spread(runs).deviation))
    return Verdict::same;
  return (*apart < 0) == less_is_better ? Verdict::better : Verdict::worse;
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
  const std::string size = fmt::format("{:.{}f}", std::abs(*apart), row.digits);
  if (size.find_first_not_of("0.") == size.npos) return size;
  return (*apart < 0 ? minus : "+") + size;
}

std::string verdict_text(const Comparison& row) {
  switch (row.verdict()) {
    case Verdict::same:
      return "same";
    case Verdict::better:
      return "better";
    case Verdict::worse:
      return "worse";
    default:
      return "";
  }
}

std::string summary_text(const Reproduction& found) {
  int figures = 0, same = 0, better = 0, worse = 0;
  for (const Outcome& outcome : found.outcomes)
    for (const Comparison& row : outcome.comparisons) {
      const Verdict verdict = row.verdict();
      figures += verdict != Verdict::none;
      same += verdict == Verdict::same;
      better += verdict == Verdict::better;
      worse += verdict == Verdict::worse;
    }
  if (figures == 0) return "The papers print no number for these.";
  return fmt::format("Of {} published figures {} {} met, {} bettered, {} not reached, {} can't be computed.",
                     figures, same, same == 1 ? "is" : "are", better, worse, figures - same - better - worse);
}

}  // namespace mercer
