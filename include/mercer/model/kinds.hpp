// The kinds of clusters that a model can hold: what each keeps, beside what all models have.
//
// The first five say where prototypes are, and so how far a new point is from each; the others decide by
// something else than the nearest prototype. Each kind is a file in src/model/kinds/.
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
  Matrix coefficients;  // W, n x k; empty where it follows from the labels
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
  Matrix coefficients;  // n x k; of points with features rank x (k + 1), the last column giving d(z)
  FeatureMap map;       // of points with features; else empty
  Matrix prototypes;    // k x k
};

using Place = std::variant<Vectors, Expansion, Features, Components, Spectral>;

// Hierarchies, and whatever works on the tree of gaps: a new point takes the label of the nearest training
// object. Prototypes serve distances and memberships alone.
struct Nearest {
  static constexpr std::string_view name = "nearest";
  Place place;
};

// Method mixture: Gaussians, weighted as the model's mass says.
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

// Method graph-linkage on points: a new point asks its neighbours.
struct Vote {
  static constexpr std::string_view name = "vote";
  Vectors means;
};

// Clusters of the vertices of a given graph: a new one goes where its edges go.
struct Edges {
  static constexpr std::string_view name = "edges";
};

// Method auto: the rule of the candidate that won, in the representation in which it did.
// Points y = (x - centre) scale (columns that were dropped have scale 0), or their directions.
struct Automatic {
  static constexpr std::string_view name = "automatic";
  struct ByVote {};
  struct ByEdges {};
  struct ByMeans {
    Matrix means;  // k x columns that are left
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
