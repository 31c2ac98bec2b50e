#include "mercer/model.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "cuda/devices.hpp"
#include "model/assign.hpp"
#include "model/kind.hpp"
#include "model/kinds/automatic.hpp"
#include "model/kinds/expansion.hpp"
#include "model/parameters.hpp"

namespace mercer {

Assignment Model::assign(const Data& points, const What& what, int threads) const {
  const ThreadScope scope(threads);
  if (what.device.where == DeviceChoice::Where::gpu && !asks_products(*this, what))
    choose_device(what.device, "predictions of this model don't run on a GPU", 0);
  Query query = query_of(*this, points, what);
  Assignment out = assign_kind(*this, query);
  out.evaluations = query.evaluations;
  out.device = query.device;
  // What another answer needed on its way was not asked for.
  if (!what.labels) out.labels.clear();
  if (!what.memberships) out.memberships.resize(0, 0);
  return out;
}

Labels Model::predict(const Data& points, int threads) const { return assign(points, {}, threads).labels; }

Matrix Model::transform(const Data& points, int threads) const {
  return assign(points, {.labels = false, .distances = true}, threads).distances;
}

Matrix Model::memberships(const Data& points, int threads) const {
  return assign(points, {.labels = false, .memberships = true}, threads).memberships;
}

Vector Model::outlier_scores(const Data& points, int threads) const {
  return assign(points, {.labels = false, .outlier_scores = true}, threads).outlier_scores;
}

namespace {

Matrix coordinates_of(const kinds::Vectors& kind) {
  return kind.prototypes.rowwise() + kind.centre.transpose();
}
Matrix coordinates_of(const kinds::Nearest& kind);
template <class Kind>
Matrix coordinates_of(const Kind& kind) {
  if constexpr (requires { kind.means; })
    return coordinates_of(kind.means);
  else
    return {};
}
Matrix coordinates_of(const kinds::Nearest& kind) {
  return std::visit([](const auto& place) { return coordinates_of(place); }, kind.place);
}

Matrix weights_of(const kinds::Expansion& kind, const Model& model) { return coefficients_of(kind, model); }
Matrix weights_of(const kinds::Spheres& kind, const Model&) { return kind.coefficients; }
Matrix weights_of(const kinds::Nearest& kind, const Model& model);
template <class Kind>
Matrix weights_of(const Kind&, const Model&) {
  return {};
}
Matrix weights_of(const kinds::Nearest& kind, const Model& model) {
  return std::visit([&](const auto& place) { return weights_of(place, model); }, kind.place);
}

const kinds::Automatic* automatic_of(const Model& model) {
  return std::get_if<kinds::Automatic>(&model.kind);
}

}  // namespace

Matrix Model::coordinates() const {
  return std::visit([](const auto& k) { return coordinates_of(k); }, kind);
}

Matrix Model::coefficients() const {
  return std::visit([&](const auto& k) { return weights_of(k, *this); }, kind);
}

// Raw points are seen by method auto in one unit for all columns: that is how they are.
Data Model::seen(const Data& points) const {
  const Data scaled = standardizer.empty() ? points : standardizer.apply(points);
  const auto* automatic = automatic_of(*this);
  return automatic && automatic->representation != "raw" ? kinds::seen(*automatic, scaled) : scaled;
}

std::vector<std::string> Model::seen_names() const {
  const auto* automatic = automatic_of(*this);
  if (!automatic || automatic->representation != "std") return names;
  std::vector<std::string> kept;
  for (std::size_t c = 0; c < names.size(); ++c)
    if (automatic->scale[static_cast<Index>(c)] > 0) kept.push_back(names[c]);
  return kept;
}

std::string Model::scaling() const {
  const auto* automatic = automatic_of(*this);
  if (automatic && automatic->representation == "cosine") return "rows of length one";
  const bool by_auto = automatic && automatic->representation == "std";
  if (by_auto || !standardizer.empty()) return "standardized";
  return recipe && recipe->scaled ? "recipe" : "";
}

Index Model::kept() const { return std::max(points_of(known).size(), static_cast<Index>(labels.size())); }

double Model::slack() const {
  return std::visit(
      [](const auto& k) {
        if constexpr (requires { k.slack; })
          return k.slack;
        else
          return 0.0;
      },
      kind);
}

bool Model::needs_self() const {
  return gives_similarities(kernel) && std::visit(
                                           [](const auto& k) {
                                             if constexpr (requires { k.self; })
                                               return !std::isfinite(k.self);
                                             else
                                               return false;
                                           },
                                           known);
}

}  // namespace mercer
