#include "front/paths.hpp"

#include <fmt/format.h>

#include "beyond/condensed_tree.hpp"
#include "beyond/linkage.hpp"
#include "graph/dendrogram.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

std::string name_of(const Method& method) { return format_choice(method); }

// The distances that a kernel stands for. Gaussian and Laplacian kernels with one width leave the order of
// distances as it is, and so the tree.
Connectivity paths_of(const Kernel& kernel, const Method& method) {
  if (const auto* paths = std::get_if<Connectivity>(&kernel)) return *paths;
  if (std::holds_alternative<Dissimilarity>(kernel)) return {.metric = PathMetric::precomputed};
  if (std::holds_alternative<Cosine>(kernel)) return {.metric = PathMetric::cosine};
  const auto* gaussian = std::get_if<Gaussian>(&kernel);
  if (std::holds_alternative<NoKernel>(kernel) || std::holds_alternative<Linear>(kernel) ||
      std::holds_alternative<Laplacian>(kernel) || (gaussian && !gaussian->local))
    return {};
  refuse(fmt::format(
      "method {} needs distances, and --kernel {} gives none; use --kernel connectivity, cosine or "
      "dissimilarity, or leave the kernel out",
      name_of(method), format_choice(kernel)));
}

void check_core(const Data& data, const Connectivity& paths) {
  if (paths.min_points > data.size())
    refuse(fmt::format("min_points = {} exceeds the {} points; lower min_points", paths.min_points,
                       data.size()));
}

}  // namespace

PathTree path_tree(const Data& data, const Connectivity& paths, Control* control) {
  SpanningTree spanning = spanning_tree(data, paths, control);
  PathTree out{std::move(spanning.edges), std::move(spanning.core), nullptr};
  if (static_cast<Index>(out.edges.size()) + 1 == data.size())
    out.tree = std::make_shared<const Ultrametric>(ultrametric_of(single_linkage(out.edges)));
  return out;
}

bool lives_on_tree(const Method& method) {
  return std::holds_alternative<TreeCut>(method) || std::holds_alternative<SingleLinkage>(method) ||
         std::holds_alternative<Genie>(method) || std::holds_alternative<Hdbscan>(method);
}

Options settle_paths(Options o) {
  if (!lives_on_tree(o.method)) return o;
  Connectivity paths = paths_of(o.kernel, o.method);
  if (auto* hdbscan = std::get_if<Hdbscan>(&o.method)) {
    if (!hdbscan->min_points) hdbscan->min_points = paths.min_points > 1 ? paths.min_points : 5;
    paths.min_points = *hdbscan->min_points;
  }
  o.kernel = paths;
  return o;
}

void check_paths(const Data& data, const Options& o) {
  if (const auto* paths = std::get_if<Connectivity>(&o.kernel)) check_core(data, *paths);
  if (const auto* genie = std::get_if<Genie>(&o.method); genie && !(genie->g >= 0 && genie->g <= 1))
    refuse(fmt::format("genie: g = {:g} must be 0 to 1", genie->g));
  if (const auto* hdbscan = std::get_if<Hdbscan>(&o.method)) {
    if (hdbscan->min_points.value_or(1) < 1)
      refuse(fmt::format("hdbscan: min_points = {} must be at least 1", *hdbscan->min_points));
    if (hdbscan->min_size < 2)
      refuse(fmt::format("hdbscan: min_size = {} must be at least 2", hdbscan->min_size));
  }
  if (o.most_clusters != 0) {
    if (!std::holds_alternative<TreeCut>(o.method))
      refuse("a range of numbers of clusters needs method tree-cut; give one number");
    if (o.most_clusters <= o.clusters)
      refuse(fmt::format("clusters = {}..{} is no range; give the smaller number first", o.clusters,
                         o.most_clusters));
    if (o.most_clusters > data.size())
      refuse(fmt::format("clusters = {} exceeds {} points; lower clusters", o.most_clusters, data.size()));
  }
  if (lives_on_tree(o.method) && !std::holds_alternative<NoEmbedding>(o.embed))
    refuse(fmt::format("method {} works on the tree itself; leave --embed out", name_of(o.method)));
  if (std::holds_alternative<SingleLinkage>(o.method) || std::holds_alternative<Genie>(o.method) ||
      std::holds_alternative<Hdbscan>(o.method)) {
    if (o.weights.size() > 0)
      refuse(fmt::format("method {} takes no weights: it asks who is near, not how many", name_of(o.method)));
  }
}

// The kd-tree, its points and Boruvka's books; or Prim's; then the edges with their sorting, and the
// dendrogram.
TreeBytes tree_bytes(const Data& data, const Connectivity& paths) {
  const auto n = static_cast<std::uint64_t>(data.size()), d = static_cast<std::uint64_t>(data.dimensions());
  TreeBytes bytes;
  const std::uint64_t kept = 16 + 36;  // edges and tree, for each point
  if (by_boxes(data, paths.metric))
    bytes.making = n * (16 * (d + 1) + 68 + (paths.min_points > 1 ? 24 : 0));
  else
    bytes.making = n * 48;
  bytes.making = std::max(bytes.making, n * (kept + 48));
  bytes.kept = n * (kept + (paths.min_points > 1 ? 8 : 0));
  if (data.is_sparse() && paths.metric == PathMetric::precomputed)
    bytes.making += 24 * static_cast<std::uint64_t>(data.sparse().nonZeros());
  if (paths.metric == PathMetric::cosine) bytes.making += 8 * n * d;
  return bytes;
}

std::uint64_t method_bytes(const Data& data, const Options& o) {
  const auto n = static_cast<std::uint64_t>(data.size());
  if (std::holds_alternative<TreeCut>(o.method)) {
    // The passes that condense the tree, and the eigensolver's basis over what is left of it.
    const auto most = static_cast<std::uint64_t>(std::max(o.clusters, o.most_clusters));
    return n * 110 + 8 * std::min<std::uint64_t>(n, most_cut_nodes) * (12 * most + 60);
  }
  if (std::holds_alternative<Ward>(o.method)) {
    const std::uint64_t objects =
        std::holds_alternative<Connectivity>(o.kernel) ? std::min<std::uint64_t>(n, most_ward_objects) : n;
    return n * 100 + 4 * objects * objects;
  }
  return n * 80;
}

}  // namespace mercer
