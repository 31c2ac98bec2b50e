#include "front/geodesic.hpp"

#include <fmt/format.h>

#include "core/parallel.hpp"
#include "gram/additive_constant.hpp"
#include "gram/geodesics.hpp"
#include "gram/path_affinity.hpp"
#include "graph/neighborhood.hpp"

namespace mercer {

void report_components(const Neighborhood& near, Built& built) {
  built.findings.push_back({"components",
                            {static_cast<double>(near.found), static_cast<double>(near.components.count)},
                            "parts of the graph: found, and left after small ones were joined"});
}

// c, a trifle more than needed; and what is said about it.
double settle_shift(const AdditiveConstant& found, DistanceShift shift, Built& built) {
  constexpr double trifle = 1e-6;
  if (shift == DistanceShift::cailliez)
    built.findings.push_back({"c_star", {found.constant}, "added to distances to make them Euclidean"});
  if (shift == DistanceShift::lingoes)
    built.findings.push_back(
        {"c_star", {found.constant}, "added to the diagonal of the kernel: -least eigenvalue"});
  return found.constant * (1 + trifle);
}

namespace {

template <class T>
void build(const Data& data, const Geodesic& kernel, Index clusters, Control* control, GeodesicUse use,
           Built& built) {
  Neighborhood near = neighborhood(data, kernel, clusters);
  report_components(near, built);
  auto paths = all_geodesics<T>(near.edges, control);
  double constant = 0;
  if (use == GeodesicUse::affinity) {
    auto affinity = path_affinity(std::move(paths.G));
    built.gram = affinity.gram;
    built.widths = std::move(affinity.widths);
  } else {
    if (kernel.shift != DistanceShift::none)
      constant = settle_shift(additive_constant(paths.G, kernel.shift, control), kernel.shift, built);
    built.gram = geodesic_gram(std::move(paths.G), {kernel.shift, constant});
  }
  built.geodesic =
      GeodesicModel{std::move(near.edges), std::move(near.reach), paths.far, constant, {}, {}, 0};
}

}  // namespace

void build_geodesic(const Data& data, const Geodesic& kernel, Index clusters, Precision precision,
                    Control* control, Built& built, GeodesicUse use) {
  if (precision == Precision::single_)
    build<float>(data, kernel, clusters, control, use, built);
  else
    build<double>(data, kernel, clusters, control, use, built);
}

}  // namespace mercer
