#include "beyond/auto/contest.hpp"

#include "beyond/auto/gate.hpp"
#include "beyond/auto/separation.hpp"
#include "core/adjusted_rand.hpp"
#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {
namespace {

// A gate that can't be judged is closed.
Gate gate_of(const Entries& entries, Index clusters, std::uint64_t seed) {
  const Labels* labels = labels_of(entries.candidates, {.kind = CandidateKind::mixture});
  if (!entries.space || !labels) return {};
  try {
    return gaussian_gate(entries.space->Y, *labels, clusters, seed);
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
  constexpr double gaussian_weight = 0.35, separation_weight = 0.4;
  return candidate.agreement + gaussian_weight * gate * candidate.gaussian +
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

Held hold_contest(const Parts& parts, const std::string& representation, Index clusters, std::uint64_t seed,
                  Control* control, const std::vector<CandidateSpec>& specs) {
  Held out{{}, enter(parts, clusters, seed, control, specs)};
  Contest& contest = out.contest;
  contest.representation = representation;
  contest.winner = -1;
  if (control && control->stop) return out;
  const Gate gate = gate_of(out.entries, clusters, seed);
  contest.gate = gate.value;
  contest.delta = gate.delta;
  contest.candidates = std::move(out.entries.candidates);
  judge_separation(parts, contest.candidates);
  const Matrix M = agreements(contest.candidates);
  const double voters = M.diagonal().sum();
  const Candidate* const mixture = contest.of_kind(CandidateKind::best_mixture);
  for (std::size_t c = 0; c < contest.candidates.size(); ++c) {
    Candidate& candidate = contest.candidates[c];
    const auto row = static_cast<Index>(c);
    candidate.agreement = M.row(row).sum() / voters;
    if (mixture) candidate.gaussian = M(row, mixture - contest.candidates.data());
    candidate.score = total_score(candidate, contest.gate);
    const bool eligible = candidate.failure.empty() && candidate.clusters == clusters;
    if (eligible && (contest.winner < 0 ||
                     candidate.score > contest.candidates[static_cast<std::size_t>(contest.winner)].score))
      contest.winner = row;
  }
  return out;
}

}  // namespace mercer::automatic
