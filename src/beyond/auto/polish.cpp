#include "beyond/auto/polish.hpp"

#include <set>

#include "core/parallel.hpp"

namespace mercer::automatic {
namespace {

constexpr int most_rounds = 10;
constexpr double tie = 1e-9;

Labels voted(const SparseMatrix& graph, Index clusters, const Labels& labels) {
  Labels out(labels.size());
  parallel_points(graph.rows(), 30, [&](Index begin, Index end) {
    std::vector<double> sum(static_cast<std::size_t>(clusters));
    for (Index i = begin; i < end; ++i) {
      const int own = labels[static_cast<std::size_t>(i)];
      sum[static_cast<std::size_t>(own)] = tie;
      for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge)
        sum[static_cast<std::size_t>(labels[static_cast<std::size_t>(edge.col())])] += edge.value();
      int best = own;
      for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge) {
        const int other = labels[static_cast<std::size_t>(edge.col())];
        const double mine = sum[static_cast<std::size_t>(best)],
                     theirs = sum[static_cast<std::size_t>(other)];
        if (theirs > mine || (theirs == mine && other < best && best != own)) best = other;
      }
      out[static_cast<std::size_t>(i)] = best;
      sum[static_cast<std::size_t>(own)] = 0;
      for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge)
        sum[static_cast<std::size_t>(labels[static_cast<std::size_t>(edge.col())])] = 0;
    }
  });
  return out;
}

}  // namespace

Index polish(const SparseMatrix& graph, Index clusters, Labels& labels) {
  const Labels before = labels;
  const auto used = [](const Labels& all) { return std::set<int>(all.begin(), all.end()).size(); };
  for (int round = 0; round < most_rounds; ++round) {
    Labels next = voted(graph, clusters, labels);
    if (next == labels || used(next) < used(labels)) break;
    labels = std::move(next);
  }
  Index moved = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) moved += labels[i] != before[i];
  return moved;
}

}  // namespace mercer::automatic
