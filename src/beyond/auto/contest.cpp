#include "beyond/auto/contest.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  for (Candidate& candidate : out.entries.candidates)
    if (candidate.failure.empty() && candidate.labels.empty())
      candidate.failure = "the run was stopped before it was tried";
  if (!(control && control->stop)) {
    const Gate gate = gate_of(shared, out.entries, clusters);
    contest.gate = gate.value;
    contest.delta = gate.delta;
  }
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

void take_candidate(Contest& contest, const std::string& name, Index clusters) {
  const auto found = std::find_if(contest.candidates.begin(), contest.candidates.end(),
                                  [&](const Candidate& candidate) { return candidate.name == name; });
  if (found == contest.candidates.end()) {
    std::vector<std::string> names;
    for (const Candidate& candidate : contest.candidates)
      if (candidate.failure.empty()) names.push_back(candidate.name);
    throw Error(Fault::usage, fmt::format("`take = {}` is not among the candidates of these data: {}", name,
                                          fmt::join(names, ", ")));
  }
  if (!found->failure.empty())
    throw Error(Fault::data,
                fmt::format("the candidate {} was left out ({}); take another one", name, found->failure));
  if (found->clusters != clusters)
    throw Error(
        Fault::data,
        fmt::format("the candidate {} has only {} of {} clusters; lower `clusters`, or take another one",
                    name, found->clusters, clusters));
  contest.winner = found - contest.candidates.begin();
  contest.by_model = found->spec.kind == CandidateKind::model;
}

}  // namespace mercer::automatic
