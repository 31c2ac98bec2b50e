// Hierarchies and a spectrum, from which clusterings with any number of clusters are made. Each is computed
// once, on first use, for all numbers of clusters.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <variant>

#include "beyond/auto/parts.hpp"
#include "beyond/graph_linkage.hpp"
#include "mercer/beyond/auto.hpp"
#include "mercer/dendrogram.hpp"

namespace mercer::automatic {

class Hierarchies {
 public:
  // For `least` .. `most` clusters.
  Hierarchies(const Parts& parts, Index least, Index most) : parts_(parts), least_(least), most_(most) {}

  // Of Genie, or of linkage on a graph. Safe to call from several threads.
  Labels at(const CandidateSpec& spec, Index clusters);
  // The ultrametric of a tree.
  const Ultrametric& tree(Index min_points);
  // The leading eigenvectors of D^-1/2 A D^-1/2, `count` of them.
  Matrix spectrum(Index count, std::uint64_t seed);

 private:
  using Hierarchy = std::variant<Dendrogram, JoinedGroups, Ultrametric>;
  struct Entry {
    CandidateSpec spec;
    std::once_flag made;
    std::optional<Hierarchy> hierarchy;
  };
  const Hierarchy& of(const CandidateSpec& spec);
  Hierarchy make(const CandidateSpec& spec) const;

  const Parts& parts_;
  Index least_, most_;
  std::deque<Entry> entries_;
  std::mutex guard_;
  Matrix vectors_;
};

const SparseMatrix& graph_of(const Parts& parts, Index neighbors);
const SpanningTree& tree_of(const Parts& parts, Index min_points);

}  // namespace mercer::automatic
