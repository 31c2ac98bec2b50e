#include "beyond/auto/number_settle.hpp"

#include <algorithm>

#include "core/adjusted_rand.hpp"

namespace mercer::automatic {
namespace {

constexpr double near = 0.1;             // ranks that differ by less are nearly the same
constexpr double least_evidence = 0.85;  // of a coarser number that takes the place of a finer one

Index count_of(const Labels& labels) {
  return labels.empty() ? 0 : 1 + *std::max_element(labels.begin(), labels.end());
}

const HeldNumber* held_at(const std::vector<HeldNumber>& held, Index clusters) {
  for (const HeldNumber& one : held)
    if (one.clusters == clusters) return &one;
  return nullptr;
}

double mean_within(const HeldNumber& fine, const HeldNumber& coarse) {
  double sum = 0;
  for (const Labels& other : fine.candidates) sum += agreement_within(coarse.winner, fine.winner, other);
  return fine.candidates.empty() ? 0 : sum / static_cast<double>(fine.candidates.size());
}

// The number, and the agreement that speaks for it or against the other.
struct Step {
  Index clusters = 0;
  double within = 0;
};

Step coarser(const NumberSearch& search, const Within& within, const NumberRule& rule) {
  const double least_rank = rule.rank(*search.at(search.highest)) - near;
  Step out;
  double most = 0;
  for (const NumberEvidence& one : search.tried) {
    const double rank = rule.rank(one);
    if (one.clusters >= search.best || rank < least_rank || rule.evidence(one) < least_evidence ||
        (out.clusters > 0 && rank < most))
      continue;
    const double agreement = within(search.best, one.clusters);
    if (agreement >= rule.guessed) continue;
    out = {one.clusters, agreement};
    most = rank;
  }
  return out;
}

Step finer(const NumberSearch& search, const Within& within, const NumberRule& rule) {
  Step out;
  for (const NumberEvidence& fine : search.tried) {
    if (fine.clusters <= search.best || fine.separation < rule.kept * search.at(search.best)->separation)
      continue;
    const double agreement = within(fine.clusters, search.best);
    if (agreement >= rule.agreed && agreement >= out.within) out = {fine.clusters, agreement};
  }
  return out;
}

template <class Next>
void follow(NumberSearch& search, const Within& within, const NumberRule& rule, Next&& next) {
  while (search.best > 0) {
    const Step step = next(search, within, rule);
    if (step.clusters == 0) return;
    search.best = step.clusters;
    search.within = step.within;
  }
}

}  // namespace

double agreement_within(const Labels& coarse, const Labels& a, const Labels& b) {
  const Index parts = count_of(coarse), ka = count_of(a), kb = count_of(b);
  std::vector<Matrix> tables(static_cast<std::size_t>(parts), Matrix::Zero(ka, kb));
  for (std::size_t i = 0; i < coarse.size(); ++i)
    tables[static_cast<std::size_t>(coarse[i])](a[i], b[i]) += 1;
  double together = 0, expected = 0, most = 0;
  for (const Matrix& table : tables) {
    const double n = table.sum();
    if (n < 2) continue;
    const double of_a = pairs_within(table.rowwise().sum().array()),
                 of_b = pairs_within(table.colwise().sum().array());
    together += pairs_within(table.array());
    expected += of_a * (of_b / (n * (n - 1) / 2));
    most += (of_a + of_b) / 2;
  }
  return most - expected < 1e-9 ? 1 : (together - expected) / (most - expected);
}

Within agreement_among(const std::vector<HeldNumber>& held) {
  return [&held](Index fine, Index coarse) {
    const HeldNumber *const a = held_at(held, fine), *const b = held_at(held, coarse);
    return a && b ? mean_within(*a, *b) : 0;
  };
}

void settle_number(NumberSearch& search, const Within& within, const NumberRule& rule) {
  follow(search, within, rule, coarser);
  follow(search, within, rule, finer);
}

}  // namespace mercer::automatic
