#include "model/kinds/vectors.hpp"

#include "core/parallel.hpp"
#include "kernels/functions.hpp"
#include "space/preimage_space.hpp"

namespace mercer::kinds {
namespace {

// prototypes=input under a gaussian: distances are those between images in its feature space.
const Gaussian* preimages_of(const Model& model) {
  return prototypes_in_input(model.method) ? gaussian_of(model.kernel) : nullptr;
}

}  // namespace

Nearness to_vectors(const Data& points, const Vector& centre, const Matrix& prototypes) {
  Nearness out{Matrix(points.size(), prototypes.rows()), Vector(points.size())};
  parallel_points(points.size(), prototypes.size(), [&](Index begin, Index end) {
    Matrix D2;
    Vector self;
    distances_to_vectors(points, {begin, end}, centre, prototypes, D2, self);
    out.D2.middleRows(begin, end - begin) = D2;
    out.self.segment(begin, end - begin) = self;
  });
  return out;
}

Nearness measure(const Vectors& place, const Model& model, Query& query) {
  Nearness out = to_vectors(query.points, place.centre, place.prototypes);
  if (const Gaussian* kernel = preimages_of(model)) gaussian_distances(gamma_of(*kernel), out.D2);
  return out;
}

Assignment assign(const Vectors& kind, const Model& model, Query& query) {
  return by_rule(model, measure(kind, model, query), query.what);
}

void pack(const Vectors& kind, io::Archive& archive) {
  archive.put("prototypes", kind.prototypes);
  archive.put("centre", kind.centre);
}

Vectors read(of<Vectors>, const Source& source) {
  return {source.archive.get<Matrix>("prototypes"), source.archive.get<Vector>("centre")};
}

bool fits(const Vectors& kind, const Model& model) {
  const Gaussian* kernel = preimages_of(model);
  return shaped(kind.prototypes, model.clusters(), model.columns) && shaped(kind.centre, model.columns) &&
         !is_precomputed(model.kernel) && !(kernel && kernel->local);
}

}  // namespace mercer::kinds
