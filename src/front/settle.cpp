#include "front/settle.hpp"

#include <fmt/format.h>

#include "core/refuse.hpp"
#include "front/method.hpp"

namespace mercer {
namespace {

// Options that only k-means and its kin know have been changed.
bool speaks_of_starts(const Options& o) {
  const Options plain;
  return o.init.index() != plain.init.index() || o.search.index() != plain.search.index() ||
         o.approx.index() != plain.approx.index() || o.embed.index() != plain.embed.index() ||
         o.restarts != plain.restarts || o.max_iterations != plain.max_iterations ||
         o.storage != plain.storage || o.weights.size() > 0 || !o.labels.empty();
}

}  // namespace

Method default_method(const Options& o) {
  const bool whole_space = !components_of(o.embed);
  if (source_of(o.kernel) == KernelSource::tree && whole_space) return TreeCut{};
  if (is_none(o.kernel) && !speaks_of_starts(o)) return Auto{};
  return Hard{};
}

Options settle(Options o) {
  if (!o.method) o.method = default_method(o);
  const MethodDoor& method = door(*o.method);
  if (finds_clusters(*o.method)) {
    if (o.clusters >= 0)
      refuse(fmt::format("method {} finds the number of clusters by itself; leave `clusters` out",
                         method.name()));
    o.clusters = 1;
  }
  method.settle(o);
  if (needs_of(o).base != Base::space && std::holds_alternative<AutoApprox>(o.approx)) o.approx = Exact{};
  if (o.clusters == clusters_by_method || o.clusters == clusters_by_data) o.clusters = 2;
  if (auto* pca = std::get_if<PrincipalComponents>(&o.embed); pca && !pca->dimensions)
    pca->dimensions = o.clusters;
  return o;
}

Index cluster_count(const Options& options) { return settle(options).clusters; }

}  // namespace mercer
