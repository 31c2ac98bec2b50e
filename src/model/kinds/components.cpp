#include "model/kinds/components.hpp"

#include "model/kinds/vectors.hpp"

namespace mercer::kinds {

// Components first, always in double precision; then distances among them.
Nearness measure(const Components& place, const Model&, Query& query) {
  query.precision = Precision::double_;
  Matrix Y = kernel_products(query, place.projection).KW;
  Y.rowwise() -= place.shift.transpose();
  return to_vectors(Data(std::move(Y)), place.centre, place.prototypes);
}

Assignment assign(const Components& kind, const Model& model, Query& query) {
  return by_rule(model, measure(kind, model, query), query.what);
}

void pack(const Components& kind, io::Archive& archive) {
  archive.put("prototypes", kind.prototypes);
  archive.put("centre", kind.centre);
  archive.put("components", kind.projection);
  archive.put("components.shift", kind.shift);
}

Components read(of<Components>, const Source& source) {
  const io::Archive& archive = source.archive;
  return {archive.get<Matrix>("components"), archive.get<Vector>("components.shift"),
          archive.get<Matrix>("prototypes"), archive.get<Vector>("centre")};
}

bool fits(const Components& kind, const Model& model) {
  const Index n = objects(model), d = kind.projection.cols();
  return n > 0 && d > 0 && shaped(kind.projection, n, d) && shaped(kind.shift, d) &&
         shaped(kind.prototypes, model.clusters(), d) && shaped(kind.centre, d);
}

}  // namespace mercer::kinds
