#include "ground/geodesic.hpp"

#include "gram/additive_constant.hpp"
#include "gram/geodesics.hpp"
#include "gram/path_affinity.hpp"
#include "graph/neighborhood.hpp"

namespace mercer {

void report_components(const Neighborhood& near, Ground& out) {
  out.findings.push_back({"components",
                          {static_cast<double>(near.found), static_cast<double>(near.components.count)},
                          "parts of the graph: found, and left after joining small ones"});
}

// c, a trifle more than needed; and what is said about it.
double settle_shift(const AdditiveConstant& found, DistanceShift shift, Ground& out) {
  constexpr double trifle = 1e-6;
  if (shift == DistanceShift::cailliez)
    out.findings.push_back({"c_star", {found.constant}, "added to distances to make them Euclidean"});
  if (shift == DistanceShift::lingoes)
    out.findings.push_back(
        {"c_star", {found.constant}, "added to the diagonal of the kernel: -least eigenvalue"});
  return found.constant * (1 + trifle);
}

template <class T>
void stand_on_paths(const Data& data, const Geodesic& kernel, const Ask& ask, Ground& out) {
  Neighborhood near = neighborhood(data, kernel, ask.clusters);
  report_components(near, out);
  auto paths = all_geodesics<T>(near.edges, ask.control);
  double constant = 0;
  if (ask.use == Use::affinity) {
    auto affinity = path_affinity(std::move(paths.G));
    out.gram = affinity.gram;
    out.widths = std::move(affinity.widths);
  } else {
    if (kernel.shift != DistanceShift::none)
      constant = settle_shift(additive_constant(paths.G, kernel.shift, ask.control), kernel.shift, out);
    out.gram = geodesic_gram(std::move(paths.G), {kernel.shift, constant});
  }
  out.geodesic = GeodesicModel{std::move(near.edges), std::move(near.reach), paths.far, constant, {}, {}, 0};
}

template void stand_on_paths<float>(const Data&, const Geodesic&, const Ask&, Ground&);
template void stand_on_paths<double>(const Data&, const Geodesic&, const Ask&, Ground&);

}  // namespace mercer
