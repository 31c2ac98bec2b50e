// The kinds of clusters that a model can hold: what each keeps, in addition to what all models have.
//
// The first five hold prototypes, and so tell how far a new point is from each; the others don't decide by
// the nearest prototype. Each kind has one file in src/model/kinds/.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mercer/approx.hpp"
#include "mercer/types.hpp"

namespace mercer::kinds {

// Prototypes that are points of the input space.
struct Vectors {
  static constexpr std::string_view name = "vectors";
  Matrix prototypes;  // k x d, about the centre of the data, so that a large offset costs no digits
  Vector centre;
};

// Prototypes in feature space: v_j = sum_h W(h, j) phi(x_h) / mass_j over the training objects x_h.
struct Expansion {
  static constexpr std::string_view name = "expansion";
  Matrix coefficients;  // W, n x k; empty if it follows from the labels
  Vector weights;       // of the objects behind the labels; empty = all 1
};

// Points have features (--approx nystrom, rff; landmarks of paths); prototypes are means of these.
struct Features {
  static constexpr std::string_view name = "features";
  FeatureMap map;
  Matrix prototypes;  // k x rank
};

// --embed pca: the components of a point are y = k(x, training objects) projection - shift; prototypes are
// means of these.
struct Components {
  static constexpr std::string_view name = "components";
  Matrix projection;  // n x dimensions
  Vector shift;
  Matrix prototypes;  // k x dimensions
  Vector centre;
};

// Method spectral: coordinates by eigenvectors, u_a(z) = sum_i a(z, x_i) coefficients_ia / sqrt(d(z)).
struct Spectral {
  static constexpr std::string_view name = "spectral";
  Matrix coefficients;  // n x k; with features rank x (k + 1), where the last column gives d(z)
  FeatureMap map;       // for points with features; else empty
  Matrix prototypes;    // k x k
};

using Place = std::variant<Vectors, Expansion, Features, Components, Spectral>;

// Hierarchies, and every method on the tree of gaps: a new point takes the label of the nearest training
// object. Prototypes are used only for distances and memberships.
struct Nearest {
  static constexpr std::string_view name = "nearest";
  static constexpr bool may_have_no_cluster = true;  // hdbscan finds none where all is noise
  static constexpr bool mends_norms = true;  // which overflow for huge values; only distances use them
  Place place;
};

// Method mixture: Gaussians, weighted by the model's mass.
struct Mixture {
  static constexpr std::string_view name = "mixture";
  Vectors means;
  Matrix covariances;  // one below the other, k d x d
};

// Methods one-class and spheres: balls in feature space around centres that are expansions.
struct Spheres {
  static constexpr std::string_view name = "spheres";
  Matrix coefficients;       // of the centres, n x k
  Vector radius2;            // squared radius of each
  double slack = 0;          // a point counts as inside up to radius2 + slack: those on the sphere are
  bool only_inside = false;  // one-class: a point outside has no cluster
};

// Method svc: the contours of one sphere.
struct Contours {
  static constexpr std::string_view name = "contours";
  Vector beta;         // weights of the training points in its centre
  double norm = 0;     // squared, of the centre
  double radius2 = 0;  // squared
  double slack = 0;
  Labels core;  // cluster of each training point inside a contour; -1: outside
};

// Method graph-linkage on points: the neighbours of a new point vote.
struct Vote {
  static constexpr std::string_view name = "vote";
  Vectors means;
};

// Clusters of the vertices of a given graph: a new vertex joins the cluster that its edges lead to.
struct Edges {
  static constexpr std::string_view name = "edges";
};

// Method auto: the rule of the winning candidate, in the representation in which it won.
// Points y = (x - centre) scale (columns that were dropped have scale 0), or their directions.
struct Automatic {
  static constexpr std::string_view name = "automatic";
  static constexpr bool mends_norms = true;
  struct ByVote {};
  struct ByEdges {};
  struct ByMeans {
    Matrix means;  // k x columns that were kept
  };
  struct ByDensity {
    Matrix axes;         // the densities are of y axes; empty: of y itself
    Matrix means;        // of the components
    Matrix covariances;  // one below the other
    Vector weights;
    Index degrees = 0;  // of freedom, where tails are Student's; 0: Gaussians
  };
  std::string representation, winner;
  Vector centre, scale;
  std::variant<ByVote, ByEdges, ByMeans, ByDensity> rule;
  Vectors means;  // of the clusters; none of a graph
};

using Kind = std::variant<Vectors, Expansion, Features, Components, Spectral, Nearest, Mixture, Spheres,
                          Contours, Vote, Edges, Automatic>;

}  // namespace mercer::kinds
