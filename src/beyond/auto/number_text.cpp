// What a search for the number of clusters has found, in words.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "beyond/auto/number.hpp"

namespace mercer {
namespace {

constexpr double finer = 0.04;

std::string clusters_text(Index count) { return fmt::format("{} cluster{}", count, count == 1 ? "" : "s"); }

std::string parts_of(const NumberEvidence& e) {
  return fmt::format("evidence {:.2f} (agreement {:.2f}, separation {:.2f})", e.evidence(), e.agreement,
                     e.separation);
}

// How sure, in words. The runs of one method (they have no representation) are never clear by themselves.
std::string certainty(Clarity clarity, const NumberEvidence& found) {
  const bool one_method = found.representation.empty();
  if (clarity == Clarity::clear) return "clear";
  if (clarity == Clarity::hint) return "a hint";
  return one_method ? "unsure: other methods find other clusters" : "unsure";
}

// The gain in log likelihood, after the price of the parameters (BIC), and that of the next best number.
std::string model_text(const NumberSearch& s) {
  const ModelEvidence* next = nullptr;
  for (const ModelEvidence& one : s.models)
    if (one.components > 1 && one.components != s.clusters && (!next || one.bic > next->bic)) next = &one;
  std::string out = fmt::format(
      "a mixture of as many components describes the points best; it gains {:.2f} per point over one "
      "component",
      s.gain(s.clusters));
  if (next) out += fmt::format(", {} gain {:.2f}", next->components, s.gain(next->components));
  return out;
}

}  // namespace

double NumberEvidence::rank() const { return evidence() + finer * std::log(static_cast<double>(clusters)); }

const NumberEvidence* NumberSearch::at(Index number) const {
  for (const NumberEvidence& one : tried)
    if (one.clusters == number) return &one;
  return nullptr;
}

double NumberSearch::gain(Index components) const {
  for (const ModelEvidence& one : models)
    if (one.components == components) return one.bic - models.front().bic;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string NumberSearch::text() const {
  const NumberEvidence* const found = at(best);
  if (!found)
    return clusters_text(clusters) +
           (different == 1 ? ": all points are equal" : ": too few different points to say more");
  std::string out = clusters_text(clusters) + ": ";
  if (by_model)
    out += clusters == 1 ? "one component describes the points as well as several" : model_text(*this);
  else if (clusters == 1)
    out += fmt::format("no clusters stand out; the best split would be {}, {}", best, parts_of(*found));
  else
    out += parts_of(*found) + ", " + certainty(clarity, *found);
  if (!std::isnan(without_clusters)) out += fmt::format("; without clusters {:.2f}", without_clusters);
  if (by_model && clusters > 1) {
    if (best != clusters && automatic::clarity_of(found->evidence()) == Clarity::clear)
      out += fmt::format("; by the agreement of methods it would be {} ({:.2f})", best, found->evidence());
    return out;
  }
  if (clusters == best && best > highest && !by_model)
    out += fmt::format("; the candidates also agree on how to divide the {} coarser clusters ({:.2f})",
                       highest, within);
  if (clusters == best && best < highest && !by_model)
    out += fmt::format("; the candidates disagree on how to divide them into {} ({:.2f})", highest, within);
  for (std::size_t i = 0; i < also.size(); ++i)
    if (const NumberEvidence* const peak = at(also[i]))
      out += fmt::format("{} {} ({:.2f})", i == 0 ? "; also" : ",", peak->clusters, peak->evidence());
  if (interrupted)
    out += fmt::format("; interrupted after {} number{}", tried.size(), tried.size() == 1 ? "" : "s");
  return out;
}

}  // namespace mercer
