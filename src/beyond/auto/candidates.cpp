#include "beyond/auto/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "beyond/auto/means.hpp"
#include "beyond/auto/sample.hpp"
#include "beyond/graph_linkage.hpp"
#include "beyond/linkage.hpp"
#include "beyond/tree_cut.hpp"
#include "core/parallel.hpp"
#include "embed/eigensolver.hpp"
#include "graph/dendrogram.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {
namespace {

// Neighbours count 1; what else the tree joins only keeps the graph in one piece.
SparseMatrix ten_neighbors(const Parts& parts) {
  return joined_neighbors(
      parts.near, std::min<Index>(10, parts.near.indices.cols()), parts.tree1.edges,
      [](int, int, double) { return 1.0; }, [](int, int, double) { return 1e-3; });
}

// k-means among the leading eigenvectors of D^-1/2 A D^-1/2, rows brought to length one.
Labels spectral(SparseMatrix A, Index clusters, std::uint64_t seed) {
  const Vector root = (A * Vector::Ones(A.cols())).cwiseSqrt().cwiseInverse();
  A = SparseMatrix(root.asDiagonal() * A * root.asDiagonal());
  const Product product = [&A](const Matrix& X, Matrix& AX) { AX.noalias() = A * X; };
  Matrix U = top_eigenpairs(A.rows(), product, clusters, {.tolerance = 1e-4, .seed = seed}).pairs.vectors;
  for (auto row : U.rowwise())
    if (const double size = row.norm(); size > 0) row /= size;
  return kmeans(Data(std::move(U)), clusters, 10, seed);
}

Labels tree_cut_attached(const SpanningTree& tree, Index clusters, std::uint64_t seed) {
  Labels labels =
      tree_cut(ultrametric_of(single_linkage(tree.edges)), {.clusters = clusters, .seed = seed}).labels;
  attach_to_cores(tree.edges, true, labels);
  return labels;
}

// Points that all of the partitions keep together.
Labels cells_of(const std::vector<Labels>& partitions) {
  Labels out = partitions.front();
  for (std::size_t p = 1; p < partitions.size(); ++p) {
    std::unordered_map<std::uint64_t, int> cells;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = cells
                   .try_emplace(static_cast<std::uint64_t>(out[i]) << 32U |
                                    static_cast<std::uint32_t>(partitions[p][i]),
                                static_cast<int>(cells.size()))
                   .first->second;
  }
  return out;
}

const SparseMatrix& graph_of(const Parts& parts, Index neighbors) {
  return neighbors == 20 ? parts.graph20 : neighbors == 5 ? parts.graph5 : parts.graph10;
}
const SpanningTree& tree_of(const Parts& parts, Index min_points) {
  return min_points > 1 ? parts.tree5 : parts.tree1;
}

class Field {
 public:
  Field(const Parts& parts, Index clusters, std::uint64_t seed, Control* control,
        const std::vector<CandidateSpec>& specs)
      : parts_(parts), clusters_(clusters), seed_(seed), progress_(control, "candidates", std::ssize(specs)) {
    for (const CandidateSpec& spec : specs) {
      Candidate& candidate = candidates_.emplace_back();
      candidate.spec = spec;
      candidate.name = spec.name();
      candidate.method = spec.method();
    }
  }

  // Those that need no other, the last (which take longest) first; then cells, when the Genies are there.
  void run() {
    std::vector<Candidate*> alone;
    for (Candidate& candidate : candidates_)
      if (!needs_others(candidate.spec.kind)) alone.push_back(&candidate);
    std::reverse(alone.begin(), alone.end());
    // Ranks take them in turn, and so get long and short ones alike.
    const Ranks ranks;
    const Index every = ranks.size(), own = ranks.rank();
    parallel_blocks((std::ssize(alone) + every - 1 - own) / every, [&](Index b) {
      Candidate& candidate = *alone[static_cast<std::size_t>(b * every + own)];
      if (!progress_.stopped()) fill(candidate, [&] { return find(candidate.spec); });
      progress_.done();
    });
    if (!ranks.alone())
      for (Candidate* candidate : alone) tell(ranks, *candidate);
    if (!stopped()) fill_cells();
  }

  // What one rank found, to the others.
  static void tell(const Ranks& ranks, Candidate& candidate) {
    candidate.labels = ranks.gather_list(candidate.labels);
    const auto letters =
        ranks.gather_list(std::vector<char>(candidate.failure.begin(), candidate.failure.end()));
    candidate.failure.assign(letters.begin(), letters.end());
    if (!candidate.labels.empty())
      candidate.clusters = 1 + *std::max_element(candidate.labels.begin(), candidate.labels.end());
  }

  // Labels from elsewhere; nothing where such a candidate was not entered.
  template <class Find>
  void fill(CandidateKind kind, const Find& find) {
    for (Candidate& candidate : candidates_)
      if (candidate.spec.kind == kind) fill(candidate, find);
  }
  std::vector<Candidate>& candidates() { return candidates_; }
  bool stopped() const { return progress_.stopped(); }

 private:
  static bool needs_others(CandidateKind kind) {
    return kind == CandidateKind::cells || kind == CandidateKind::mixture ||
           kind == CandidateKind::best_mixture;
  }

  template <class Find>
  void fill(Candidate& candidate, const Find& find) {
    try {
      candidate.labels = find();
      number_by_first(candidate.labels);
      candidate.clusters = 1 + *std::max_element(candidate.labels.begin(), candidate.labels.end());
    } catch (const Error& e) {  // what else goes wrong, such as memory, is no matter of this candidate alone
      candidate.failure = e.what();
    }
  }

  Labels find(const CandidateSpec& spec) const {
    switch (spec.kind) {
      case CandidateKind::genie:
        return genie_at(tree_of(parts_, spec.min_points), spec.g);
      case CandidateKind::tree_cut:
        return tree_cut_attached(tree_of(parts_, spec.min_points), clusters_, seed_);
      case CandidateKind::graph_linkage:
        return agglomerate(graph_of(parts_, spec.neighbors), nearest_neighbor_groups(parts_.near), clusters_,
                           spec.linkage);
      case CandidateKind::spectral:
        return spectral(parts_.given() ? parts_.graph10 : ten_neighbors(parts_), clusters_, seed_);
      case CandidateKind::kmeans:
        return parts_.size() > large ? kmeans_by_sample(parts_.points, clusters_, seed_)
                                     : kmeans(parts_.points, clusters_, 10, seed_);
      default:
        return {};
    }
  }
  Labels genie_at(const SpanningTree& tree, double g) const { return cut(genie(tree.edges, g), clusters_); }

  void fill_cells() {
    std::vector<Labels> genies = {genie_at(parts_.tree1, 0.7)};
    for (const double g : {0.1, 0.3, 0.5})
      if (const Labels* labels = labels_of(candidates_, {.kind = CandidateKind::genie, .g = g}))
        genies.push_back(*labels);
    const Labels cells = cells_of(genies);
    for (Candidate& candidate : candidates_)
      if (const CandidateSpec& spec = candidate.spec; spec.kind == CandidateKind::cells)
        fill(candidate,
             [&] { return agglomerate(graph_of(parts_, spec.neighbors), cells, clusters_, spec.linkage); });
  }

  const Parts& parts_;
  Index clusters_;
  std::uint64_t seed_;
  Progress progress_;
  std::vector<Candidate> candidates_;
};

// From the labels of some candidates; what they lead to are two more.
void fill_mixtures(Field& field, const Parts& parts, Index clusters, std::uint64_t seed, Entries& out) {
  std::vector<const Labels*> starts;
  for (const CandidateSpec& start : mixture_starts(parts))
    starts.push_back(labels_of(field.candidates(), start));
  out.space = em_space(parts.points.dense(), clusters);
  const Mixtures found = fit_mixtures(*out.space, starts, clusters, seed);
  const auto labels_under = [&](const std::optional<MixtureFit>& fit, std::optional<Gaussians>& kept) {
    return [&] {
      if (!fit) throw Error(Fault::data, "no start led to a mixture");
      kept = fit->gaussians;
      return likeliest(fit->gaussians, out.space->Y);
    };
  };
  field.fill(CandidateKind::mixture, labels_under(found.first, out.mixture));
  field.fill(CandidateKind::best_mixture, labels_under(found.best, out.best));
}

}  // namespace

Entries enter(const Parts& parts, Index clusters, std::uint64_t seed, Control* control,
              const std::vector<CandidateSpec>& specs) {
  Field field(parts, clusters, seed, control, specs);
  field.run();
  Entries out;
  const bool mixtures = std::any_of(specs.begin(), specs.end(), [](const CandidateSpec& spec) {
    return spec.kind == CandidateKind::mixture || spec.kind == CandidateKind::best_mixture;
  });
  if (!field.stopped() && mixtures) fill_mixtures(field, parts, clusters, seed, out);
  out.candidates = std::move(field.candidates());
  return out;
}

const Labels* labels_of(const std::vector<Candidate>& candidates, const CandidateSpec& spec) {
  for (const Candidate& candidate : candidates)
    if (candidate.spec == spec && candidate.failure.empty()) return &candidate.labels;
  return nullptr;
}

}  // namespace mercer::automatic
