#include "beyond/auto/hierarchies.hpp"

#include <algorithm>

#include "beyond/linkage.hpp"
#include "embed/eigensolver.hpp"
#include "graph/dendrogram.hpp"

namespace mercer::automatic {
namespace {

// Neighbours count 1; what else the tree joins only keeps the graph in one piece.
SparseMatrix ten_neighbors(const Parts& parts) {
  return joined_neighbors(
      parts.near, std::min<Index>(10, parts.near.indices.cols()), parts.tree1.edges,
      [](int, int, double) { return 1.0; }, [](int, int, double) { return 1e-3; });
}

// Eigenvectors are sought for at least so many clusters at once, and for twice as many when they don't do.
constexpr Index first_vectors = 12;

}  // namespace

const SparseMatrix& graph_of(const Parts& parts, Index neighbors) {
  return neighbors == 20 ? parts.graph20 : neighbors == 5 ? parts.graph5 : parts.graph10;
}
const SpanningTree& tree_of(const Parts& parts, Index min_points) {
  return min_points > 1 ? parts.tree5 : parts.tree1;
}

Hierarchies::Hierarchy Hierarchies::make(const CandidateSpec& spec) const {
  if (spec.kind == CandidateKind::graph_linkage)
    return join_groups(graph_of(parts_, spec.neighbors), nearest_neighbor_groups(parts_.near), least_,
                       spec.linkage);
  const std::vector<Edge>& edges = tree_of(parts_, spec.min_points).edges;
  if (spec.kind == CandidateKind::genie) return genie(edges, spec.g);
  return ultrametric_of(single_linkage(edges));
}

const Hierarchies::Hierarchy& Hierarchies::of(const CandidateSpec& spec) {
  Entry* entry = nullptr;
  {
    const std::lock_guard lock(guard_);
    for (Entry& one : entries_)
      if (one.spec == spec) entry = &one;
    if (!entry) {
      entry = &entries_.emplace_back();
      entry->spec = spec;
    }
  }
  std::call_once(entry->made, [&] { entry->hierarchy = make(spec); });
  return *entry->hierarchy;
}

Labels Hierarchies::at(const CandidateSpec& spec, Index clusters) {
  const Hierarchy& hierarchy = of(spec);
  if (const auto* joined = std::get_if<JoinedGroups>(&hierarchy)) return joined->at(clusters);
  return cut(std::get<Dendrogram>(hierarchy), clusters);
}

const Ultrametric& Hierarchies::tree(Index min_points) {
  return std::get<Ultrametric>(of({.kind = CandidateKind::tree_cut, .min_points = min_points}));
}

Matrix Hierarchies::spectrum(Index count, std::uint64_t seed) {
  const std::lock_guard lock(guard_);
  if (vectors_.cols() < count) {
    SparseMatrix A = parts_.given() ? parts_.graph10 : ten_neighbors(parts_);
    const Vector root = (A * Vector::Ones(A.cols())).cwiseSqrt().cwiseInverse();
    A = SparseMatrix(root.asDiagonal() * A * root.asDiagonal());
    const Product product = [&A](const Matrix& X, Matrix& AX) { AX.noalias() = A * X; };
    const Index ahead = std::max(first_vectors, 2 * vectors_.cols());
    vectors_ = top_eigenpairs(A.rows(), product, std::clamp(ahead, count, std::max(count, most_)),
                              {.tolerance = 1e-4, .seed = seed})
                   .pairs.vectors;
  }
  return vectors_.leftCols(std::min(count, vectors_.cols()));
}

}  // namespace mercer::automatic
