#include "model/kinds/places.hpp"

#include "model/kinds/expected.hpp"

namespace mercer::kinds {
namespace {

template <class... K>
constexpr bool all_are_places(of<std::variant<K...>>) {
  return (ModelPlace<K> && ...);
}
static_assert(all_are_places(of<Place>{}), "a place lacks one of its functions");

}  // namespace

Nearness measure_place(const Place& place, const Model& model, Query& query) {
  return std::visit([&](const auto& kind) { return measure(kind, model, query); }, place);
}

std::string_view name_of(const Place& place) {
  return std::visit([](const auto& kind) { return kind.name; }, place);
}

Place read_place(const Source& source) {
  const auto& header = source.archive.header;
  const std::string name =
      header.contains("prototypes") ? header.at("prototypes").get<std::string>() : place_before(source);
  return read_named(of<Place>{}, name, source);
}

}  // namespace mercer::kinds
