#include "beyond/auto/contest.hpp"

#include "beyond/auto/gate.hpp"
#include "beyond/auto/separation.hpp"
#include "core/adjusted_rand.hpp"
#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {
namespace {

// A gate that can't be judged is closed.
Gate gate_of(Shared& shared, const Entries& entries, Index clusters) {
  const Labels* labels = labels_of(entries.candidates, {.kind = CandidateKind::mixture});
  if (!labels) return {};
  try {
    return gaussian_gate(shared.densities->held_out_of_mixtures(clusters), *labels, clusters);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

double agreement(const Candidate& a, const Candidate& b) {
  Matrix table = Matrix::Zero(a.clusters, b.clusters);
  for (std::size_t i = 0; i < a.labels.size(); ++i) table(a.labels[i], b.labels[i]) += 1;
  return adjusted_rand(table);
}

double total_score(const Candidate& candidate, double gate) {
  constexpr double mixture_weight = 0.35, separation_weight = 0.4;
  return candidate.agreement + mixture_weight * gate * candidate.mixture +
         separation_weight * candidate.separation;
}

Matrix agreements(const std::vector<Candidate>& candidates) {
  const auto count = static_cast<Index>(candidates.size());
  Matrix M = Matrix::Zero(count, count);
  parallel_blocks(count * count, [&](Index b) {
    const Index i = b / count, j = b % count;
    const Candidate &x = candidates[static_cast<std::size_t>(i)],
                    &y = candidates[static_cast<std::size_t>(j)];
    if (i < j || !x.failure.empty() || !y.failure.empty()) return;
    M(i, j) = M(j, i) = i == j ? 1 : agreement(x, y);
  });
  return M;
}

Held hold_contest(Shared& shared, Index clusters, Control* control, const std::vector<CandidateSpec>& specs) {
  Held out{{}, enter(shared, clusters, control, specs)};
  Contest& contest = out.contest;
  contest.winner = -1;
  if (control && control->stop) return out;
  const Gate gate = gate_of(shared, out.entries, clusters);
  contest.gate = gate.value;
  contest.delta = gate.delta;
  contest.candidates = std::move(out.entries.candidates);
  judge_separation(shared.parts, contest.candidates, shared.gaps);
  const Matrix M = agreements(contest.candidates);
  const double voters = M.diagonal().sum();
  const Candidate* const best = contest.of_kind(CandidateKind::best_mixture);
  for (std::size_t c = 0; c < contest.candidates.size(); ++c) {
    Candidate& candidate = contest.candidates[c];
    const auto row = static_cast<Index>(c);
    candidate.agreement = M.row(row).sum() / voters;
    if (best) candidate.mixture = M(row, best - contest.candidates.data());
    candidate.score = total_score(candidate, contest.gate);
    const bool eligible = candidate.failure.empty() && candidate.clusters == clusters;
    if (eligible && (contest.winner < 0 ||
                     candidate.score > contest.candidates[static_cast<std::size_t>(contest.winner)].score))
      contest.winner = row;
  }
  return out;
}

}  // namespace mercer::automatic
