#include "model/kinds/nearest.hpp"

#include "data/magnitude.hpp"
#include "model/kinds/places.hpp"
#include "model/nearest_object.hpp"

namespace mercer::kinds {
namespace {

Labels labels_of_nearest(const Model& model, Query& query) {
  Labels labels;
  for (const int object : nearest_objects(query).objects)
    labels.push_back(model.labels[static_cast<std::size_t>(object)]);
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
