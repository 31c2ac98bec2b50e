#include "beyond/auto/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
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

// Clusters that are joined on a graph.
struct Joining {
  const char *name, *method;
  const SparseMatrix& graph;
  GraphSimilarity linkage;
};
std::vector<Joining> cell_joinings(const Parts& p) {
  using enum GraphSimilarity;
  const char* method = "cells that genie g = 0.1, 0.3, 0.5, 0.7 share, joined by graph-linkage";
  if (p.given())
    return {{"cells-volume", method, p.graph10, volume}, {"cells-root", method, p.graph10, root_volume}};
  return {{"cells-volume-10", method, p.graph10, volume},
          {"cells-root-10", method, p.graph10, root_volume},
          {"cells-volume-5", method, p.graph5, volume}};
}
std::vector<Joining> graph_joinings(const Parts& p) {
  using enum GraphSimilarity;
  if (p.given())
    return {{"graph-root", "graph-linkage:linkage=root-volume", p.graph10, root_volume},
            {"graph-average", "graph-linkage:linkage=average", p.graph10, average},
            {"graph-volume", "graph-linkage", p.graph10, volume}};
  return {{"graph-root-20", "graph-linkage:neighbors=20,linkage=root-volume", p.graph20, root_volume},
          {"graph-average-10", "graph-linkage:linkage=average", p.graph10, average},
          {"graph-volume-10", "graph-linkage", p.graph10, volume},
          {"graph-average-5", "graph-linkage:neighbors=5,linkage=average", p.graph5, average}};
}

class Field {
 public:
  Field(const Parts& parts, Index clusters, std::uint64_t seed, Control* control,
        const std::set<std::string>& without)
      : parts_(parts),
        clusters_(clusters),
        seed_(seed),
        without_(without),
        progress_(control, "candidates", 17) {}

  // A place in the order, to be filled later.
  void add(const std::string& name, const std::string& method, std::function<Labels()> find = {}) {
    if (without_.contains(name)) return;
    Candidate candidate;
    candidate.name = name;
    candidate.method = method;
    candidates_.push_back(std::move(candidate));
    if (find) open_.emplace_back(name, std::move(find));
  }
  // Runs what has been added, the last (which take longest) first.
  void run() {
    const auto count = static_cast<Index>(open_.size());
    parallel_blocks(count, [&](Index b) {
      auto& [name, find] = open_[static_cast<std::size_t>(count - 1 - b)];
      if (!progress_.stopped()) fill(name, find);
      progress_.done();
    });
    open_.clear();
  }
  void fill(const std::string& name, const std::function<Labels()>& find) {
    const auto at = std::find_if(candidates_.begin(), candidates_.end(),
                                 [&](const Candidate& candidate) { return candidate.name == name; });
    if (at == candidates_.end()) return;
    Candidate& candidate = *at;
    try {
      candidate.labels = find();
      number_by_first(candidate.labels);
      candidate.clusters = 1 + *std::max_element(candidate.labels.begin(), candidate.labels.end());
    } catch (const Error& e) {  // what else goes wrong, such as memory, is no matter of this candidate alone
      candidate.failure = e.what();
    }
  }
  std::vector<Candidate>& candidates() { return candidates_; }
  bool stopped() const { return progress_.stopped(); }

  void add_trees() {
    for (const double g : {0.1, 0.3, 0.5})
      add(fmt_name("genie", g), fmt_name("genie:g=", g, ""), [this, g] { return genie_at(parts_.tree1, g); });
    if (!parts_.given())
      add("genie5-0.3", "genie:g=0.3 --kernel connectivity:min_points=5",
          [this] { return genie_at(parts_.tree5, 0.3); });
    add("tree-cut", "tree-cut", [this] { return tree_cut_attached(parts_.tree1, clusters_, seed_); });
    if (!parts_.given())
      add("tree-cut5", "tree-cut --kernel connectivity:min_points=5",
          [this] { return tree_cut_attached(parts_.tree5, clusters_, seed_); });
  }
  // Cells of four Genies are joined on a kernel graph; they come when the Genies are there.
  void add_cells() {
    for (const Joining& j : cell_joinings(parts_)) add(j.name, j.method);
  }
  void fill_cells() {
    std::vector<Labels> genies = {genie_at(parts_.tree1, 0.7)};
    for (const char* name : {"genie-0.1", "genie-0.3", "genie-0.5"})
      if (const Labels* labels = labels_of(candidates_, name)) genies.push_back(*labels);
    const Labels cells = cells_of(genies);
    for (const Joining& j : cell_joinings(parts_))
      fill(j.name, [&] { return agglomerate(j.graph, cells, clusters_, j.linkage); });
  }
  void add_graphs() {
    for (const Joining& j : graph_joinings(parts_))
      add(j.name, j.method, [this, j] {
        return agglomerate(j.graph, nearest_neighbor_groups(parts_.near), clusters_, j.linkage);
      });
  }
  void add_means() {
    const bool many = parts_.size() > large, given = parts_.given();
    if (!many)
      add("spectral", given ? "spectral" : "spectral:neighbors=10", [this, given] {
        return spectral(given ? parts_.graph10 : ten_neighbors(parts_), clusters_, seed_);
      });
    if (given) return;
    add("kmeans", "kmeans", [this, many] {
      return many ? kmeans_by_sample(parts_.points, clusters_, seed_)
                  : kmeans(parts_.points, clusters_, 10, seed_);
    });
  }

 private:
  static std::string fmt_name(const std::string& before, double g, const std::string& dash = "-") {
    return before + dash + grammar::format(g);
  }
  Labels genie_at(const SpanningTree& tree, double g) const { return cut(genie(tree.edges, g), clusters_); }

  const Parts& parts_;
  Index clusters_;
  std::uint64_t seed_;
  const std::set<std::string>& without_;
  Progress progress_;
  std::vector<Candidate> candidates_;
  std::vector<std::pair<std::string, std::function<Labels()>>> open_;
};

// From the labels of some candidates; what they lead to are two more.
void add_mixtures(Field& field, const Parts& parts, Index clusters, std::uint64_t seed, Entries& out) {
  const bool many = parts.points.size() > large;
  const std::vector<std::string> names =
      many ? std::vector<std::string>{"kmeans", "cells-volume-10"}
           : std::vector<std::string>{"kmeans",          "genie-0.3",       "genie-0.5",
                                      "graph-volume-10", "cells-volume-10", "tree-cut"};
  std::vector<const Labels*> starts;
  starts.reserve(names.size());
  for (const auto& name : names) starts.push_back(labels_of(field.candidates(), name));
  out.space = em_space(parts.points.dense(), clusters);
  const Mixtures found = fit_mixtures(*out.space, starts, clusters, seed);
  const auto labels_under = [&](const std::optional<MixtureFit>& fit, std::optional<Gaussians>& kept) {
    return [&] {
      if (!fit) throw Error(Fault::data, "no start led to a mixture");
      kept = fit->gaussians;
      return likeliest(fit->gaussians, out.space->Y);
    };
  };
  field.add("mixture", "mixture:tolerance=0.001 (in principal axes where there are many columns)");
  field.add("mixture-best", "the mixture of largest ICL, from the labels of several candidates");
  field.fill("mixture", labels_under(found.first, out.mixture));
  field.fill("mixture-best", labels_under(found.best, out.best));
}

}  // namespace

Entries enter(const Parts& parts, Index clusters, std::uint64_t seed, Control* control,
              const std::set<std::string>& without) {
  Field field(parts, clusters, seed, control, without);
  field.add_trees();
  field.add_cells();
  field.add_graphs();
  field.add_means();
  field.run();
  Entries out;
  if (!field.stopped()) field.fill_cells();
  if (!field.stopped() && !parts.given() && !parts.points.is_sparse())
    add_mixtures(field, parts, clusters, seed, out);
  out.candidates = std::move(field.candidates());
  return out;
}

const Labels* labels_of(const std::vector<Candidate>& candidates, const std::string& name) {
  for (const Candidate& candidate : candidates)
    if (candidate.name == name && candidate.failure.empty()) return &candidate.labels;
  return nullptr;
}

}  // namespace mercer::automatic
