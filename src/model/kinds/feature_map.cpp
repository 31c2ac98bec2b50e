#include "model/kinds/feature_map.hpp"

#include <algorithm>

#include "data/kind.hpp"

namespace mercer::kinds {
namespace {

bool is_empty(const Data& data) { return data.size() == 0; }

// z(x) = (cos, sin)(frequencies' (x - centre))
bool frequencies_fit(const FeatureMap& map, const Model& model) {
  return shaped(map.frequencies, model.columns, map.frequencies.cols()) &&
         shaped(map.centre, model.columns) && !is_precomputed(model.kernel) && map.columns.empty() &&
         is_empty(map.landmarks) && map.projection.size() == 0;
}

// z(x) = projection' k(landmarks, x), by paths
bool projection_fits(const FeatureMap& map, const KnownPaths& known) {
  return shaped(map.projection, static_cast<Index>(known.geodesic.landmarks.size()), map.projection.cols()) &&
         map.columns.empty() && is_empty(map.landmarks) && map.frequencies.size() == 0;
}

// z(x) = L^-1 k(landmarks, x)
bool factor_fits(const FeatureMap& map, const Model& model) {
  const Index rank = map.factor.rows();
  const bool factor = shaped(map.factor, rank, rank) && (map.factor.diagonal().array() > 0).all() &&
                      map.projection.size() == 0 && map.frequencies.size() == 0;
  if (!factor) return false;
  if (is_precomputed(model.kernel))
    return static_cast<Index>(map.columns.size()) == rank && is_empty(map.landmarks) &&
           std::all_of(map.columns.begin(), map.columns.end(),
                       [&](int column) { return column >= 0 && column < model.columns; });
  return map.columns.empty() && map.landmarks.size() == rank && map.landmarks.dimensions() == model.columns &&
         is_finite(map.landmarks);
}

bool form_fits(const FeatureMap& map, const Model&, const KnownPaths& known) {
  return map.factor.size() == 0 && projection_fits(map, known);
}
template <class Other>
bool form_fits(const FeatureMap& map, const Model& model, const Other&) {
  return map.frequencies.cols() > 0 ? map.factor.size() == 0 && frequencies_fit(map, model)
                                    : factor_fits(map, model);
}

}  // namespace

Data as_landmarks(const FeatureMap& map, const Data& points) {
  return map.landmarks.size() > 0 ? same_kind(points, map.landmarks) : points;
}

void pack_map(const FeatureMap& map, io::Archive& archive) {
  archive.put("features.mean", map.mean);
  if (map.frequencies.cols() > 0) {
    archive.put("frequencies", map.frequencies);
    archive.put("frequencies.centre", map.centre);
    return;
  }
  if (map.projection.cols() > 0) return archive.put("projection", map.projection);
  archive.put("factor", map.factor);
  if (!map.columns.empty()) archive.put("landmark.columns", map.columns);
  pack_points(archive, "landmarks", map.landmarks);
}

FeatureMap read_map(const io::Archive& archive) {
  FeatureMap map;
  read_if_present(archive, "frequencies", map.frequencies);
  read_if_present(archive, "frequencies.centre", map.centre);
  read_if_present(archive, "factor", map.factor);
  read_if_present(archive, "projection", map.projection);
  read_if_present(archive, "features.mean", map.mean);
  read_if_present(archive, "landmark.columns", map.columns);
  map.landmarks = read_points(archive, "landmarks");
  return map;
}

bool map_fits(const FeatureMap& map, const Model& model) {
  return !map.empty() && shaped(map.mean, map.rank()) &&
         std::visit([&](const auto& known) { return form_fits(map, model, known); }, model.known);
}

}  // namespace mercer::kinds
