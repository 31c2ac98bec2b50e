#include "model/kinds/features.hpp"

#include "embed/feature_map.hpp"
#include "model/geodesic.hpp"
#include "model/kinds/feature_map.hpp"
#include "space/feature_space.hpp"

namespace mercer::kinds {
namespace {

// What the map is applied to.
struct Rows {
  Kernel kernel;
  Data points;
  Self self;
};
Rows rows_of(const KnownPaths& known, const Features&, Query& query) {
  LandmarkKernel rows = geodesic_rows(known, query);
  return {Precomputed{}, std::move(rows.K), {std::move(rows.self)}};
}
template <class Other>
Rows rows_of(const Other&, const Features& place, Query& query) {
  query.evaluations += static_cast<std::uint64_t>(query.points.size() * place.map.landmarks.size());
  return {query.kernel, as_landmarks(place.map, query.points), self_of(query)};
}

// Features first, some points at a time, and then as in the fit, bit for bit.
template <class T>
Nearness by_features(const Features& place, const Model& model, const Rows& rows) {
  constexpr Index together = 16384;
  const Index n = rows.points.size();
  const Prototypes prototypes{place.prototypes, Vector::Ones(model.clusters()), prototype_norms(model)};
  Nearness out{Matrix(n, model.clusters()), Vector(n), rows.self.known,
               static_cast<double>(std::numeric_limits<T>::epsilon()), Vector(n)};
  for (Index begin = 0; begin < n; begin += together) {
    const Index count = std::min(together, n - begin);
    auto features = embed<T>(place.map, rows.kernel, rows.points, begin, begin + count, rows.self.values);
    out.residual.segment(begin, count) = features.residual;
    const FeatureSpace<T> space(std::move(features.values));
    out.D2.middleRows(begin, count) = all_distances(space, prototypes);
    out.self.segment(begin, count) = space.self();
  }
  return out;
}

}  // namespace

Nearness measure(const Features& place, const Model& model, Query& query) {
  const Rows rows = std::visit([&](const auto& known) { return rows_of(known, place, query); }, query.known);
  return query.precision == Precision::single_ ? by_features<float>(place, model, rows)
                                               : by_features<double>(place, model, rows);
}

Assignment assign(const Features& kind, const Model& model, Query& query) {
  return by_rule(model, measure(kind, model, query), query.what);
}

// The features are about their mean already: the centre is there for version 0.1, which asks for one.
void pack(const Features& kind, io::Archive& archive) {
  archive.put("prototypes", kind.prototypes);
  archive.put("centre", Vector(Vector::Zero(kind.prototypes.cols())));
  pack_map(kind.map, archive);
}

Features read(of<Features>, const Source& source) {
  return {read_map(source.archive), source.archive.get<Matrix>("prototypes")};
}

bool fits(const Features& kind, const Model& model) {
  return map_fits(kind.map, model) && shaped(kind.prototypes, model.clusters(), kind.map.rank());
}

}  // namespace mercer::kinds
