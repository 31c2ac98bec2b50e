#include "beyond/auto/separation.hpp"

#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "core/random.hpp"

namespace mercer::automatic {
namespace {

constexpr Index least_points = 6;

// The members of each cluster of a labelling, one cluster behind the other.
struct Members {
  std::vector<Index> order;
  std::vector<std::size_t> begin;  // of each cluster, and the end
};
Members members_of(const Candidate& c) {
  Members out{std::vector<Index>(c.labels.size()),
              std::vector<std::size_t>(static_cast<std::size_t>(c.clusters) + 1)};
  for (const int label : c.labels) ++out.begin[static_cast<std::size_t>(label) + 1];
  for (std::size_t k = 1; k < out.begin.size(); ++k) out.begin[k] += out.begin[k - 1];
  std::vector<std::size_t> next = out.begin;
  for (std::size_t i = 0; i < c.labels.size(); ++i)
    out.order[next[static_cast<std::size_t>(c.labels[i])]++] = static_cast<Index>(i);
  return out;
}

// Two sums of random numbers that belong to the points: equal for equal sets, and for others never.
std::vector<std::pair<std::uint64_t, std::uint64_t>> point_keys(Index n) {
  Random random(1);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> keys(static_cast<std::size_t>(n));
  for (auto& key : keys) key = {random.bits(), random.bits()};
  return keys;
}

double inner_gap(const Data& points, std::span<const Index> members) {
  const auto m = static_cast<Index>(members.size());
  const auto edges = spanning_tree(points.take(members), {.min_points = 5}).edges;
  const Index part = std::max<Index>(2, (m + 19) / 20);
  DisjointSets sets(m);
  std::vector<Index> size(members.size(), 1);
  double gap = 0;
  for (const Edge& edge : edges) {
    const int a = sets.find(edge.a), b = sets.find(edge.b);
    Index &of_a = size[static_cast<std::size_t>(a)], &of_b = size[static_cast<std::size_t>(b)];
    if (std::min(of_a, of_b) >= part) gap = edge.weight;
    if (of_a >= of_b) {
      sets.attach(b, a);
      of_a += of_b;
    } else {
      sets.attach(a, b);
      of_b += of_a;
    }
  }
  return gap > 0 ? gap : edges[static_cast<std::size_t>((m - 1) / 2)].weight;
}

std::vector<double> outer_gaps(const std::vector<Edge>& tree, const Candidate& c) {
  std::vector<double> gaps(static_cast<std::size_t>(c.clusters), std::numeric_limits<double>::infinity());
  for (const Edge& edge : tree) {
    const auto a = static_cast<std::size_t>(c.labels[static_cast<std::size_t>(edge.a)]);
    const auto b = static_cast<std::size_t>(c.labels[static_cast<std::size_t>(edge.b)]);
    if (a == b) continue;
    gaps[a] = std::min(gaps[a], edge.weight);
    gaps[b] = std::min(gaps[b], edge.weight);
  }
  return gaps;
}

}  // namespace

void judge_separation(const Parts& parts, std::vector<Candidate>& candidates, InnerGaps& known) {
  if (parts.given()) return;
  const auto n = static_cast<double>(parts.points.size());
  const auto keys = point_keys(parts.points.size());
  std::vector<Members> members;
  struct Fresh {
    InnerGaps::iterator at;
    std::span<const Index> members;
  };
  std::vector<Fresh> fresh;
  std::vector<std::vector<InnerGaps::iterator>> set_of(candidates.size());
  members.reserve(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    members.push_back(members_of(candidates[c]));
    const Members& own = members.back();
    for (std::size_t k = 0; k + 1 < own.begin.size(); ++k) {
      const std::span<const Index> set(own.order.data() + own.begin[k], own.begin[k + 1] - own.begin[k]);
      SetKey key{set.size(), 0, 0};
      for (const Index i : set) {
        std::get<1>(key) += keys[static_cast<std::size_t>(i)].first;
        std::get<2>(key) += keys[static_cast<std::size_t>(i)].second;
      }
      const auto [found, is_fresh] = known.try_emplace(key, 0);
      if (is_fresh) fresh.push_back({found, set});
      set_of[c].push_back(found);
    }
  }
  // All threads share the tree of a large set; of the others, each thread has one at a time, the larger ones
  // first.
  std::stable_sort(fresh.begin(), fresh.end(),
                   [](const Fresh& a, const Fresh& b) { return a.members.size() > b.members.size(); });
  const auto judge = [&](const Fresh& set) {
    if (static_cast<Index>(set.members.size()) >= least_points)
      set.at->second = inner_gap(parts.points, set.members);
  };
  std::size_t shared = 0;
  for (; shared < fresh.size() && 8 * fresh[shared].members.size() > keys.size(); ++shared)
    judge(fresh[shared]);
  parallel_blocks(static_cast<Index>(fresh.size() - shared),
                  [&](Index b) { judge(fresh[shared + static_cast<std::size_t>(b)]); });
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (!candidates[c].failure.empty()) continue;
    const std::vector<double> outer = outer_gaps(parts.tree5.edges, candidates[c]);
    double sum = 0;
    for (std::size_t k = 0; k < set_of[c].size(); ++k) {
      const auto& [key, inner] = *set_of[c][k];
      if (inner > 0 && outer[k] > 0 && std::isfinite(outer[k]))
        sum += static_cast<double>(std::get<0>(key)) / n * std::clamp(std::log(outer[k] / inner), 0.0, 1.0);
    }
    candidates[c].separation = sum;
  }
}

}  // namespace mercer::automatic
