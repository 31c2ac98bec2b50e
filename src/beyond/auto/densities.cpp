#include "beyond/auto/densities.hpp"

namespace mercer::automatic {

Densities::Space& Densities::mixtures_in(Index clusters) {
  const auto [at, fresh] = mixtures_.try_emplace(axes_for(X_, clusters));
  if (fresh) at->second.space = em_space(X_, clusters);
  return at->second;
}
Densities::Space& Densities::principal_in(Index axes) {
  const auto [at, fresh] = principal_.try_emplace(axes);
  if (fresh) at->second.space = principal_space(X_, axes);
  return at->second;
}
const HeldOut& Densities::held_out(Space& space) const {
  if (!space.held_out) space.held_out = std::make_unique<HeldOut>(space.space.Y, seed_, most_points_);
  return *space.held_out;
}

const EmSpace& Densities::of_mixtures(Index clusters) { return mixtures_in(clusters).space; }
const EmSpace& Densities::principal(Index axes) { return principal_in(axes).space; }
const HeldOut& Densities::held_out_of_mixtures(Index clusters) { return held_out(mixtures_in(clusters)); }
const HeldOut& Densities::held_out_principal(Index axes) { return held_out(principal_in(axes)); }

}  // namespace mercer::automatic
