// What every kind of model can do. A kind that lacks one of these does not compile (model/kind.cpp).
#pragma once

#include "io/archive.hpp"
#include "model/assign.hpp"
#include "model/stored.hpp"

namespace mercer::kinds {

// What a kind is read from: the file, and the parts of the model that all kinds have, which are read before.
struct Source {
  const io::Archive& archive;
  const Model& model;
};

// For K itself, where it can't be told from an argument: read(of<K>{}, source).
template <class K>
struct of {};

template <class K>
concept ModelKind = requires(const K& kind, const Model& model, Query& query, io::Archive& archive,
                             const Source& source) {
  { K::name } -> std::convertible_to<std::string_view>;
  // All that query.what asks for.
  { assign(kind, model, query) } -> std::same_as<Assignment>;
  // Into a file and back.
  { pack(kind, archive) } -> std::same_as<void>;
  { read(of<K>{}, source) } -> std::same_as<K>;
  // Whether every part fits every other one, so that nothing can go wrong later: a file may come from
  // anywhere.
  { fits(kind, model) } -> std::same_as<bool>;
};

// A kind with prototypes, which have a place: how far new points are from them.
template <class K>
concept ModelPlace = ModelKind<K> && requires(const K& place, const Model& model, Query& query) {
  { measure(place, model, query) } -> std::same_as<Nearness>;
};

// The number of training objects that a model knows.
Index objects(const Model& model);
// Whether they are points, and these are kept.
bool has_points(const Model& model);
// The gaussian kernel; null for others.
const Gaussian* gaussian_of(const Kernel& kernel);
// One label for each, or -1 where the method knows noise.
bool labels_fit(const Model& model, Index count);
// So many rows and columns, and every number finite.
bool shaped(const Matrix& matrix, Index rows, Index columns);
bool shaped(const Vector& vector, Index size);

}  // namespace mercer::kinds
