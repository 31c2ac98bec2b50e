#include "model/kinds/expected.hpp"

namespace mercer::kinds {
namespace {

// Methods whose clusters are of one kind, whatever the kernel.
std::string_view kind_of(const mercer::Mixture&, const Kernel&) { return Mixture::name; }
std::string_view kind_of(const OneClass&, const Kernel&) { return Spheres::name; }
std::string_view kind_of(const KSpheres&, const Kernel&) { return Spheres::name; }
std::string_view kind_of(const SupportVectorClustering&, const Kernel&) { return Contours::name; }
std::string_view kind_of(const Auto&, const Kernel&) { return Automatic::name; }
std::string_view kind_of(const Ward&, const Kernel&) { return Nearest::name; }
std::string_view kind_of(const GraphLinkage&, const Kernel& kernel) {
  return is_precomputed(kernel) ? Edges::name : Vote::name;
}
// The others have prototypes; on the tree of gaps a new point is reached through the nearest object.
template <class Other>
std::string_view kind_of(const Other&, const Kernel& kernel) {
  return std::holds_alternative<Connectivity>(kernel) ? Nearest::name : std::string_view();
}

}  // namespace

std::string_view expected_kind(const Method& method, const Kernel& kernel) {
  return std::visit([&](const auto& m) { return kind_of(m, kernel); }, method);
}

std::string kind_before(const Source& source) {
  const auto name = expected_kind(source.model.method, source.model.kernel);
  return name.empty() ? place_before(source) : std::string(name);
}

std::string place_before(const Source& source) {
  const io::Archive& archive = source.archive;
  if (archive.has("spectral")) return std::string(Spectral::name);
  if (!archive.has("prototypes")) return std::string(Expansion::name);
  if (archive.has("components")) return std::string(Components::name);
  return std::string(archive.has("features.mean") ? Features::name : Vectors::name);
}

}  // namespace mercer::kinds
