// The kinds that have a place for prototypes, as one.
#pragma once

#include <fmt/format.h>

#include "model/kinds/components.hpp"
#include "model/kinds/expansion.hpp"
#include "model/kinds/features.hpp"
#include "model/kinds/spectral.hpp"
#include "model/kinds/vectors.hpp"

namespace mercer::kinds {

Nearness measure_place(const Place& place, const Model& model, Query& query);
std::string_view name_of(const Place& place);
// The one that header["prototypes"] names.
Place read_place(const Source& source);

// The alternative of a variant that has this name, read from a file.
template <class... K>
std::variant<K...> read_named(of<std::variant<K...>>, std::string_view name, const Source& source) {
  std::optional<std::variant<K...>> found;
  ((name == K::name ? void(found.emplace(read(of<K>{}, source))) : void()), ...);
  if (!found) throw Error(Fault::data, fmt::format("unknown kind of model '{}'", name));
  return std::move(*found);
}

}  // namespace mercer::kinds
