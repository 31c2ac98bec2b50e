#include "beyond/auto/specs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "beyond/auto/sample.hpp"

namespace mercer {
namespace {

using enum GraphSimilarity;

// "-10", or nothing for the graph that was given.
std::string behind(Index neighbors) { return neighbors > 0 ? fmt::format("-{}", neighbors) : ""; }
// "5", or nothing for the plain tree.
std::string of_tree(Index min_points) { return min_points > 1 ? fmt::format("{}", min_points) : ""; }
std::string short_name(GraphSimilarity linkage) {
  return linkage == root_volume ? "root" : grammar::format(linkage);
}
std::string kernel_of_tree(Index min_points) {
  return min_points > 1 ? fmt::format(" `kernel = connectivity:min_points={}`", min_points) : "";
}

}  // namespace

std::string CandidateSpec::name() const {
  switch (kind) {
    case CandidateKind::genie:
      return fmt::format("genie{}-{}", of_tree(min_points), g);
    case CandidateKind::tree_cut:
      return "tree-cut" + of_tree(min_points);
    case CandidateKind::cells:
      return "cells-" + short_name(linkage) + behind(neighbors);
    case CandidateKind::graph_linkage:
      return "graph-" + short_name(linkage) + behind(neighbors);
    case CandidateKind::spectral:
      return "spectral";
    case CandidateKind::kmeans:
      return "kmeans";
    case CandidateKind::mixture:
      return "mixture";
    case CandidateKind::best_mixture:
      return "mixture-best";
    case CandidateKind::model:
      return "model";
  }
  return {};
}

std::string CandidateSpec::method() const {
  switch (kind) {
    case CandidateKind::genie:
      return fmt::format("genie:g={}{}", g, kernel_of_tree(min_points));
    case CandidateKind::tree_cut:
      return "tree-cut" + kernel_of_tree(min_points);
    case CandidateKind::cells:
      return "cells that genie g = 0.1, 0.3, 0.5, 0.7 share, joined by graph-linkage";
    case CandidateKind::graph_linkage:
      return format_choice(std::variant<GraphLinkage>(
          GraphLinkage{neighbors > 0 ? static_cast<int>(neighbors) : GraphLinkage{}.neighbors, linkage}));
    case CandidateKind::spectral:
      return neighbors > 0 ? fmt::format("spectral:neighbors={}", neighbors) : "spectral";
    case CandidateKind::kmeans:
      return "kmeans";
    case CandidateKind::mixture:
      return "mixture:tolerance=0.001 (in principal axes where there are many columns)";
    case CandidateKind::best_mixture:
      return "the mixture of largest ICL, from the labels of several candidates";
    case CandidateKind::model:
      return "mixture:covariance=auto,tails=auto,tolerance=0.001 (in principal axes)";
  }
  return {};
}

const Candidate* Contest::of_kind(CandidateKind kind) const {
  const auto at = std::find_if(candidates.begin(), candidates.end(),
                               [&](const Candidate& candidate) { return candidate.spec.kind == kind; });
  return at == candidates.end() ? nullptr : &*at;
}

const Candidate* Contest::best() const {
  return winner >= 0 && winner < std::ssize(candidates) ? &candidates[static_cast<std::size_t>(winner)]
                                                        : nullptr;
}

namespace automatic {

namespace {

std::vector<CandidateSpec> specs_of(bool graph, bool sparse, bool many) {
  const bool points = !graph;
  std::vector<CandidateSpec> out;
  for (const double g : {0.1, 0.3, 0.5}) out.push_back({.kind = CandidateKind::genie, .g = g});
  if (points) out.push_back({.kind = CandidateKind::genie, .g = 0.3, .min_points = 5});
  out.push_back({.kind = CandidateKind::tree_cut});
  if (points) out.push_back({.kind = CandidateKind::tree_cut, .min_points = 5});
  const Index ten = points ? 10 : 0, twenty = points ? 20 : 0;
  out.push_back({.kind = CandidateKind::cells, .neighbors = ten, .linkage = volume});
  out.push_back({.kind = CandidateKind::cells, .neighbors = ten, .linkage = root_volume});
  if (points) out.push_back({.kind = CandidateKind::cells, .neighbors = 5, .linkage = volume});
  out.push_back({.kind = CandidateKind::graph_linkage, .neighbors = twenty, .linkage = root_volume});
  out.push_back({.kind = CandidateKind::graph_linkage, .neighbors = ten, .linkage = average});
  out.push_back({.kind = CandidateKind::graph_linkage, .neighbors = ten, .linkage = volume});
  if (points) out.push_back({.kind = CandidateKind::graph_linkage, .neighbors = 5, .linkage = average});
  if (!many) out.push_back({.kind = CandidateKind::spectral, .neighbors = ten});
  if (points) out.push_back({.kind = CandidateKind::kmeans});
  if (points && !sparse) {
    out.push_back({.kind = CandidateKind::mixture});
    out.push_back({.kind = CandidateKind::best_mixture});
  }
  return out;
}

}  // namespace

std::vector<CandidateSpec> specs_for(const Parts& parts) {
  const bool graph = parts.given();
  return specs_of(graph, !graph && parts.points.is_sparse(), parts.size() > large);
}

std::vector<std::string> candidate_names(bool graph, bool sparse) {
  std::vector<std::string> names;
  for (const CandidateSpec& spec : specs_of(graph, sparse, false)) names.push_back(spec.name());
  if (!graph && !sparse) names.push_back(CandidateSpec{.kind = CandidateKind::model}.name());
  return names;
}

std::vector<CandidateSpec> mixture_starts(const Parts& parts, bool all) {
  const CandidateSpec joined{.kind = CandidateKind::cells, .neighbors = 10, .linkage = volume};
  if (parts.size() > large || !all) return {{.kind = CandidateKind::kmeans}, joined};
  return {{.kind = CandidateKind::kmeans},
          {.kind = CandidateKind::genie, .g = 0.3},
          {.kind = CandidateKind::genie, .g = 0.5},
          {.kind = CandidateKind::graph_linkage, .neighbors = 10, .linkage = volume},
          joined,
          {.kind = CandidateKind::tree_cut}};
}

}  // namespace automatic
}  // namespace mercer
