// Which part of the feature space is kept, as options.
#pragma once

#include <cstdint>

#include "mercer/choice.hpp"

namespace mercer {

struct NoEmbedding {
  static constexpr std::string_view name = "none", about = "the whole feature space";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct PrincipalComponents {
  static constexpr std::string_view name = "pca",
                                    about = "the points projected onto their first principal components";
  std::optional<std::int64_t> dimensions = {};
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("dimensions", self.dimensions, "how many; auto = the number of clusters", Allowed::at_least(1));
  }
};

using Embedding = std::variant<NoEmbedding, PrincipalComponents>;

// The options of the components that are kept, or null for the whole feature space.
inline const PrincipalComponents* components_of(const Embedding& embed) {
  return std::get_if<PrincipalComponents>(&embed);
}

MERCER_GRAMMAR(extern template, Embedding);

}  // namespace mercer
