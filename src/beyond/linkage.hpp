// Hierarchies by joining clusters two by two.
//
// Not the engine's loop: nothing is a mean, and every number of clusters comes out at once.
#pragma once

#include "beyond/condensed_tree.hpp"
#include "graph/edge.hpp"
#include "mercer/control.hpp"
#include "space/space.hpp"

namespace mercer {

// Genie (Gagolewski, Bartoszuk and Cena 2016): single linkage, but while the Gini index of the sizes exceeds
// g the shortest edge that touches a smallest cluster joins. `edges` are those of the spanning tree, sorted.
// A merge is drawn no lower than what it joins.
Dendrogram genie(const std::vector<Edge>& edges, double g);

// Ward: the two clusters join whose union adds least to the sum of squared distances to the means. Heights
// are those of SciPy, sqrt(2 x growth). A stop leaves the dendrogram empty.
Dendrogram ward(const Space& space, const Vector& weights, Control* control);
// The same for points that are vectors, in O(n d) memory.
Dendrogram ward(const Matrix& points, const Vector& weights, Control* control);
// The same under an ultrametric. Above `most` objects only the heaviest branches are looked at one by one;
// what is below them is joined as the tree has it.
Dendrogram ward(const Ultrametric& tree, const Vector& weights, Index most, Control* control);
// Objects up to which the tree is taken apart entirely.
constexpr Index most_ward_objects = 8192;

// Clusters that persist over many densities (Campello, Moulavi and Sander 2013). From the root down, a
// cluster splits if both sides hold min_size objects; otherwise it only loses objects. Either a cluster or
// the clusters that it splits into are taken, whichever persist longer, summed over objects in units of 1 /
// height. -1: noise.
Labels persistent_clusters(const Ultrametric& tree, Index min_size);

}  // namespace mercer
