#include "model/kinds/nearest.hpp"

#include <algorithm>
#include <limits>

#include "data/magnitude.hpp"
#include "model/kinds/places.hpp"
#include "model/nearest_object.hpp"

namespace mercer::kinds {
namespace {

// How far each cluster of HDBSCAN, the only method with noise on a tree, reaches: the distance at which it
// and others were one. In the order of the tree a cluster is a stretch of points, and ends at the gaps that
// are so long.
Vector reach_of_clusters(const KnownTree& known, const Model& model) {
  Vector reach = Vector::Constant(model.clusters(), std::numeric_limits<double>::infinity());
  const auto label_at = [&](Index place) {
    return model.labels[static_cast<std::size_t>(known.tree.order[static_cast<std::size_t>(place)])];
  };
  for (Index g = 0; g < known.tree.gaps.size(); ++g) {
    const int before = label_at(g), after = label_at(g + 1);
    if (before == after) continue;
    for (const int cluster : {before, after})
      if (cluster >= 0) reach[cluster] = std::min(reach[cluster], known.tree.gaps[g]);
  }
  return reach;
}
template <class Other>
Vector reach_of_clusters(const Other&, const Model&) {
  return {};
}

// The label of the nearest object. But beside noise there is noise, except within the reach of a cluster: a
// new point makes its place denser, and may so be nearer to the cluster than the noise is.
Labels labels_of_nearest(const Model& model, Query& query) {
  const NearestObjects& nearest = nearest_objects(query);
  const auto label_of = [&](int object) { return model.labels[static_cast<std::size_t>(object)]; };
  const bool noise = std::ranges::any_of(nearest.beside, [&](int object) { return label_of(object) < 0; });
  const Vector reach =
      noise ? std::visit([&](const auto& known) { return reach_of_clusters(known, model); }, model.known)
            : Vector();
  Labels labels;
  for (std::size_t i = 0; i < nearest.objects.size(); ++i) {
    const int label = label_of(nearest.objects[i]), beside = label_of(nearest.beside[i]);
    const bool beyond = reach.size() > 0 && label >= 0 && beside < 0 &&
                        nearest.distances[static_cast<Index>(i)] > reach[label];
    labels.push_back(beyond ? beside : label);
  }
  return labels;
}

// Lengths whose squares overflow.
void mend_lengths(const Place& place, const Nearness& near, const Query& query, Matrix& distances) {
  if (const auto* vectors = std::get_if<Vectors>(&place))
    mercer::mend_lengths(query.points, vectors->prototypes.rowwise() + vectors->centre.transpose(), near.D2,
                         distances);
}

}  // namespace

Assignment assign(const Nearest& kind, const Model& model, Query& query) {
  const What& what = query.what;
  const bool shared = has_memberships(model.method), by_distance = what.memberships && shared;
  Assignment out;
  if (what.distances || by_distance) {
    const Nearness near = measure_place(kind.place, model, query);
    out = by_rule(model, near, {false, what.distances, by_distance, false});
    if (what.distances && !near.D2.allFinite()) mend_lengths(kind.place, near, query, out.distances);
  }
  if (what.labels || (what.memberships && !shared)) out.labels = labels_of_nearest(model, query);
  if (what.memberships && !shared) out.memberships = whole_memberships(out.labels, model.clusters());
  if (what.outlier_scores) out.outlier_scores = nearest_objects(query).distances;
  return out;
}

void pack(const Nearest& kind, io::Archive& archive) {
  archive.header["prototypes"] = name_of(kind.place);
  std::visit([&](const auto& place) { pack(place, archive); }, kind.place);
}

Nearest read(of<Nearest>, const Source& source) { return {read_place(source)}; }

bool fits(const Nearest& kind, const Model& model) {
  const Index n = objects(model);
  return n > 0 && labels_fit(model, n) &&
         std::visit([&](const auto& place) { return fits(place, model); }, kind.place);
}

}  // namespace mercer::kinds
