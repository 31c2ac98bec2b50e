#include "model/kind.hpp"

#include "model/kinds/automatic.hpp"
#include "model/kinds/contours.hpp"
#include "model/kinds/edges.hpp"
#include "model/kinds/expected.hpp"
#include "model/kinds/mixture.hpp"
#include "model/kinds/nearest.hpp"
#include "model/kinds/places.hpp"
#include "model/kinds/spheres.hpp"
#include "model/kinds/vote.hpp"
#include "model/known.hpp"
#include "model/parameters.hpp"

namespace mercer {
namespace {

template <class... K>
constexpr bool all_are_kinds(kinds::of<std::variant<K...>>) {
  return (kinds::ModelKind<K> && ...);
}
static_assert(all_are_kinds(kinds::of<kinds::Kind>{}), "a kind of model lacks one of its functions");

// Kinds that need nothing but their prototypes, features or densities, and no training objects.
bool stands_alone(const kinds::Vectors&) { return true; }
bool stands_alone(const kinds::Features&) { return true; }
bool stands_alone(const kinds::Mixture&) { return true; }
bool stands_alone(const kinds::Spectral& kind) { return !kind.map.empty(); }
template <class Other>
bool stands_alone(const Other&) {
  return false;
}

}  // namespace

Assignment assign_kind(const Model& model, Query& query) {
  return std::visit([&](const auto& kind) { return assign(kind, model, query); }, model.kind);
}

void pack_kind(const kinds::Kind& kind, io::Archive& archive) {
  std::visit(
      [&](const auto& k) {
        archive.header["holds"] = k.name;
        pack(k, archive);
      },
      kind);
}

kinds::Kind read_kind(const kinds::Source& source) {
  const auto& header = source.archive.header;
  const std::string name =
      header.contains("holds") ? header.at("holds").get<std::string>() : kinds::kind_before(source);
  return kinds::read_named(kinds::of<kinds::Kind>{}, name, source);
}

// The kind that the method has; a place, where it has no kind of its own.
bool kind_fits(const Model& model) {
  const std::string_view expected = kinds::expected_kind(model.method, model.kernel);
  return std::visit(
      [&]<class K>(const K& kind) {
        const bool right = expected.empty() ? kinds::ModelPlace<K> : expected == K::name;
        return right && fits(kind, model);
      },
      model.kind);
}

namespace {

// Prototypes move to where they were found.
kinds::Kind among(kinds::Vectors kind, FeatureMap map) {
  return kinds::Features{std::move(map), std::move(kind.prototypes)};
}
kinds::Kind among(kinds::Spectral kind, FeatureMap map) {
  kind.map = std::move(map);
  return kind;
}
kinds::Kind among(kinds::Vectors kind, Projection components) {
  return kinds::Components{std::move(components.coefficients), std::move(components.shift),
                           std::move(kind.prototypes), std::move(kind.centre)};
}
template <class Other, class Where>
kinds::Kind among(Other kind, Where) {
  return kind;
}

}  // namespace

void place_among_features(kinds::Kind& kind, FeatureMap map) {
  kind = std::visit([&](auto& k) { return among(std::move(k), std::move(map)); }, kind);
}

void place_among_components(kinds::Kind& kind, Projection components) {
  kind = std::visit([&](auto& k) { return among(std::move(k), std::move(components)); }, kind);
}

bool asks_nearest_object(const Method& method, const Kernel& kernel) {
  return kinds::expected_kind(method, kernel) == kinds::Nearest::name;
}

void ask_nearest_object(kinds::Kind& kind) {
  std::visit(
      [&]<class K>(K& given) {
        if constexpr (kinds::ModelPlace<K>) kind = kinds::Nearest{std::move(given)};
      },
      kind);
}

namespace {

Effort effort(const kinds::Vectors&) { return Effort::prototypes; }
Effort effort(const kinds::Mixture&) { return Effort::prototypes; }
Effort effort(const kinds::Vote&) { return Effort::neighbors; }
Effort effort(const kinds::Nearest&) { return Effort::neighbors; }
Effort effort(const kinds::Automatic& kind) {
  return std::visit(
      []<class Rule>(const Rule&) {
        return std::is_same_v<Rule, kinds::Automatic::ByVote> ? Effort::neighbors : Effort::prototypes;
      },
      kind.rule);
}
template <class Other>
Effort effort(const Other&) {
  return Effort::objects;
}

bool asks(const kinds::Expansion&, const Model&, const What&) { return true; }
bool asks(const kinds::Components&, const Model&, const What&) { return true; }
bool asks(const kinds::Spheres&, const Model&, const What&) { return true; }
bool asks(const kinds::Spectral& kind, const Model& model, const What&) {
  return kind.map.empty() && std::get<mercer::Spectral>(model.method).neighbors == 0;
}
template <class Other>
bool asks(const Other&, const Model&, const What&) {
  return false;
}
// The prototypes are asked only for distances to them.
bool asks(const kinds::Nearest& kind, const Model& model, const What& what) {
  return (what.distances || (what.memberships && has_memberships(model.method))) &&
         std::visit([&](const auto& place) { return asks(place, model, what); }, kind.place);
}

}  // namespace

bool asks_products(const Model& model, const What& what) {
  const bool points =
      std::visit([]<class K>(const K&) { return std::is_same_v<K, KnownPoints>; }, model.known);
  return points && std::visit([&](const auto& kind) { return asks(kind, model, what); }, model.kind);
}

Effort effort_of(const kinds::Kind& kind) {
  return std::visit([](const auto& k) { return effort(k); }, kind);
}

Nearness nearness(const Model& model, const Data& points) {
  Query query = query_of(model, points);
  return kinds::to_means(model, query, model.coefficients());
}

bool needs_objects(const kinds::Kind& kind) {
  return std::visit([](const auto& k) { return !stands_alone(k); }, kind);
}

namespace kinds {

Index objects(const Model& model) { return count_of(model.known, model.columns); }

bool has_points(const Model& model) { return points_of(model.known).size() > 0; }

const Gaussian* gaussian_of(const Kernel& kernel) { return std::get_if<Gaussian>(&kernel); }

bool labels_fit(const Model& model, Index count) {
  const int least = knows_noise(model.method) ? -1 : 0;
  bool fits = static_cast<Index>(model.labels.size()) == count;
  for (const int label : model.labels) fits = fits && label >= least && label < model.clusters();
  return fits;
}

bool shaped(const Matrix& matrix, Index rows, Index columns) {
  return matrix.rows() == rows && matrix.cols() == columns && matrix.allFinite();
}
bool shaped(const Vector& vector, Index size) { return vector.size() == size && vector.allFinite(); }

}  // namespace kinds
}  // namespace mercer
