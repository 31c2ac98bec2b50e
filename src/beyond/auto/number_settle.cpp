#include "beyond/auto/number_settle.hpp"

#include <algorithm>

#include "core/adjusted_rand.hpp"

namespace mercer::automatic {
namespace {

constexpr double guessed = 0.6, agreed = 0.8;  // within the clusters of a coarser number
constexpr double near = 0.1;                   // ranks that differ by less are nearly the same
constexpr double least_evidence = 0.85;        // of a coarser number that takes the place of a finer one

Index count_of(const Labels& labels) {
  return labels.empty() ? 0 : 1 + *std::max_element(labels.begin(), labels.end());
}

const HeldNumber* held_at(const std::vector<HeldNumber>& held, Index clusters) {
  for (const HeldNumber& one : held)
    if (one.clusters == clusters) return &one;
  return nullptr;
}

// C(K | k)
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

Step coarser(const NumberSearch& search, const std::vector<HeldNumber>& held) {
  const double least_rank = search.at(search.highest)->rank() - near;
  const HeldNumber* const fine = held_at(held, search.best);
  Step out;
  double most = 0;
  for (const NumberEvidence& one : search.tried) {
    const HeldNumber* const coarse = held_at(held, one.clusters);
    if (one.clusters >= search.best || one.rank() < least_rank || one.evidence() < least_evidence ||
        !coarse || (out.clusters > 0 && one.rank() < most))
      continue;
    const double within = mean_within(*fine, *coarse);
    if (within >= guessed) continue;
    out = {one.clusters, within};
    most = one.rank();
  }
  return out;
}

Step finer(const NumberSearch& search, const std::vector<HeldNumber>& held) {
  const HeldNumber* const coarse = held_at(held, search.best);
  Step out;
  for (const HeldNumber& fine : held) {
    if (fine.clusters <= search.best) continue;
    const double within = mean_within(fine, *coarse);
    if (within >= agreed && within >= out.within) out = {fine.clusters, within};
  }
  return out;
}

template <class Next>
void follow(NumberSearch& search, const std::vector<HeldNumber>& held, Next&& next) {
  while (held_at(held, search.best)) {
    const Step step = next(search, held);
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

void settle_number(NumberSearch& search, const std::vector<HeldNumber>& held) {
  follow(search, held, coarser);
  follow(search, held, finer);
}

}  // namespace mercer::automatic
