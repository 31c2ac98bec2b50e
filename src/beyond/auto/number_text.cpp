// What a search for the number of clusters has found, in words.
#include <fmt/format.h>

#include <cmath>

#include "mercer/beyond/number.hpp"

namespace mercer {
namespace {

constexpr double finer = 0.04;

std::string clusters_text(Index count) { return fmt::format("{} cluster{}", count, count == 1 ? "" : "s"); }

std::string parts_of(const NumberEvidence& e) {
  return fmt::format("evidence {:.2f} (agreement {:.2f}, separation {:.2f})", e.evidence(), e.agreement,
                     e.separation);
}

}  // namespace

double NumberEvidence::rank() const { return evidence() + finer * std::log(static_cast<double>(clusters)); }

const NumberEvidence* NumberSearch::at(Index number) const {
  for (const NumberEvidence& one : tried)
    if (one.clusters == number) return &one;
  return nullptr;
}

std::string NumberSearch::text() const {
  const NumberEvidence* const found = at(best);
  if (!found)
    return clusters_text(clusters) +
           (different == 1 ? ": all points are equal" : ": too few different points to say more");
  std::string out = clusters_text(clusters) + ": ";
  if (by_model)
    out += clusters == 1 ? "one component describes the points as well as several"
                         : fmt::format("as many components describe the points best ({})", parts_of(*found));
  else if (clusters == 1)
    out += fmt::format("no clusters stand out; the best split would be {}, {}", best, parts_of(*found));
  else
    out += parts_of(*found) + (clarity == Clarity::clear ? ", clear" : ", a hint");
  if (!std::isnan(without_clusters)) out += fmt::format("; without clusters {:.2f}", without_clusters);
  if (clusters == best && best > highest && !by_model)
    out += fmt::format("; within {} clusters candidates agree, too ({:.2f})", highest, within);
  if (clusters == best && best < highest && !by_model)
    out += fmt::format("; {} is not agreed on within them ({:.2f})", highest, within);
  for (std::size_t i = 0; i < also.size(); ++i)
    if (const NumberEvidence* const peak = at(also[i]))
      out += fmt::format("{} {} ({:.2f})", i == 0 ? "; also" : ",", peak->clusters, peak->evidence());
  if (interrupted) out += fmt::format("; interrupted after {} numbers", tried.size());
  return out;
}

}  // namespace mercer
