#include "beyond/auto/candidates.hpp"

#include <algorithm>
#include <unordered_map>

#include "beyond/auto/means.hpp"
#include "beyond/auto/sample.hpp"
#include "beyond/graph_linkage.hpp"
#include "beyond/tree_cut.hpp"
#include "core/parallel.hpp"
#include "graph/dendrogram.hpp"
#include "mercer/error.hpp"

namespace mercer::automatic {
namespace {

// k-means among the leading eigenvectors, rows brought to length one.
Labels spectral(Matrix U, Index clusters, Index restarts, std::uint64_t seed) {
  for (auto row : U.rowwise())
    if (const double size = row.norm(); size > 0) row /= size;
  return kmeans(Data(std::move(U)), clusters, restarts, seed);
}

Labels tree_cut_attached(const Ultrametric& tree, const std::vector<Edge>& edges, Index clusters,
                         std::uint64_t seed) {
  Labels labels = tree_cut(tree, {.clusters = clusters, .seed = seed}).labels;
  attach_to_cores(edges, true, labels);
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

class Field {
 public:
  Field(Shared& shared, Index clusters, Control* control, const std::vector<CandidateSpec>& specs)
      : shared_(shared), clusters_(clusters), progress_(control, "candidates", std::ssize(specs)) {
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
    } catch (const Error& e) {  // what else goes wrong, such as memory, concerns more than this candidate
      candidate.failure = e.what();
    }
  }

  Labels find(const CandidateSpec& spec) const {
    const Parts& parts = shared_.parts;
    switch (spec.kind) {
      case CandidateKind::genie:
      case CandidateKind::graph_linkage:
        return shared_.hierarchies.at(spec, clusters_);
      case CandidateKind::tree_cut:
        return tree_cut_attached(shared_.hierarchies.tree(spec.min_points),
                                 tree_of(parts, spec.min_points).edges, clusters_, shared_.seed);
      case CandidateKind::spectral:
        return spectral(shared_.hierarchies.spectrum(clusters_, shared_.seed), clusters_,
                        shared_.effort.restarts, shared_.seed);
      case CandidateKind::kmeans:
        return parts.size() > large ? kmeans_by_sample(parts.points, clusters_, shared_.seed)
                                    : kmeans(parts.points, clusters_, shared_.effort.restarts, shared_.seed);
      default:
        return {};
    }
  }

  void fill_cells() {
    std::vector<Labels> genies = {
        shared_.hierarchies.at({.kind = CandidateKind::genie, .g = 0.7}, clusters_)};
    for (const double g : {0.1, 0.3, 0.5})
      if (const Labels* labels = labels_of(candidates_, {.kind = CandidateKind::genie, .g = g}))
        genies.push_back(*labels);
    const Labels cells = cells_of(genies);
    for (Candidate& candidate : candidates_)
      if (const CandidateSpec& spec = candidate.spec; spec.kind == CandidateKind::cells)
        fill(candidate, [&] {
          return agglomerate(graph_of(shared_.parts, spec.neighbors), cells, clusters_, spec.linkage);
        });
  }

  Shared& shared_;
  Index clusters_;
  Progress progress_;
  std::vector<Candidate> candidates_;
};

// From the labels of some candidates; what they lead to are two more.
void fill_mixtures(Field& field, Shared& shared, Index clusters, Entries& out) {
  std::vector<const Labels*> starts;
  for (const CandidateSpec& start : mixture_starts(shared.parts, shared.effort.all_starts))
    starts.push_back(labels_of(field.candidates(), start));
  const EmSpace& space = shared.densities->of_mixtures(clusters);
  out.axes = space.axes;
  const Mixtures found = fit_mixtures(space, starts, clusters, shared.seed, shared.effort.mixture_rows);
  const auto labels_under = [&](const std::optional<MixtureFit>& fit, std::optional<Gaussians>& kept) {
    return [&] {
      if (!fit) throw Error(Fault::data, "no start led to a valid mixture");
      kept = fit->gaussians;
      return likeliest(fit->gaussians, space.Y);
    };
  };
  field.fill(CandidateKind::mixture, labels_under(found.first, out.mixture));
  field.fill(CandidateKind::best_mixture, labels_under(found.best, out.best));
}

}  // namespace

Entries enter(Shared& shared, Index clusters, Control* control, const std::vector<CandidateSpec>& specs) {
  Field field(shared, clusters, control, specs);
  field.run();
  Entries out;
  const bool mixtures = std::any_of(specs.begin(), specs.end(), [](const CandidateSpec& spec) {
    return spec.kind == CandidateKind::mixture || spec.kind == CandidateKind::best_mixture;
  });
  if (!field.stopped() && mixtures) fill_mixtures(field, shared, clusters, out);
  out.candidates = std::move(field.candidates());
  return out;
}

const Labels* labels_of(const std::vector<Candidate>& candidates, const CandidateSpec& spec) {
  for (const Candidate& candidate : candidates)
    if (candidate.spec == spec && candidate.failure.empty()) return &candidate.labels;
  return nullptr;
}

}  // namespace mercer::automatic
