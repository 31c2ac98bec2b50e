// What is kept of a clustering: enough to assign new points, and no more.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/geodesic.hpp"
#include "mercer/objects.hpp"
#include "mercer/options.hpp"
#include "mercer/text.hpp"

namespace mercer {

// connectivity: the tree of gaps, as the points in its order and the gap between each and the next one; and
// the core distances, where min_points > 1.
struct TreeModel {
  Labels order;
  Vector gaps;
  Vector core;
  bool empty() const { return order.empty(); }
};

class Model {
 public:
  Index clusters() const { return mass.size(); }
  Index dimensions() const { return columns; }  // columns that new points must have

  // New points: their labels, their distances to the prototypes (not squared), their memberships (rows sum to
  // one). For a precomputed kernel the points are rows of similarities (or dissimilarities) to the training
  // points; one more column, k(z, z), is read where given, and needed for `transform` when the training
  // diagonal was not constant.
  Labels predict(const Data& points, int threads = 0) const;
  Matrix transform(const Data& points, int threads = 0) const;
  Matrix memberships(const Data& points, int threads = 0) const;
  // How little a point belongs anywhere. possibilistic: 1 - its largest typicality, 0 to 1; one-class,
  // spheres, svc: its squared distance to the nearest centre minus the squared radius, above 0 outside;
  // mixture: minus the logarithm of its density; connectivity, single, ward, genie, hdbscan: its distance to
  // the nearest training point, whose label it is given.
  Vector outlier_scores(const Data& points, int threads = 0) const;

  // The prototypes as points of the input space, k x d; none where they live in feature space.
  Matrix coordinates() const {
    const bool in_input = map.empty() && projection.size() == 0 && !spectral;
    return in_input ? Matrix(prototypes.rowwise() + centre.transpose()) : Matrix();
  }

  // One file: a JSON header, little-endian arrays, a checksum. Written to a temporary name, then renamed.
  void save(const std::string& path) const;
  static Model load(const std::string& path);
  std::string serialise() const;  // the bytes of that file
  static Model parse(std::string bytes);
  std::uint64_t bytes() const;  // size of that file, to a few hundred bytes

  Method method;  // with the parameters used
  Kernel kernel;  // with the parameters used
  Approx approx;  // with the parameters used; none: exact
  Precision precision = Precision::double_;
  Index columns = 0;
  std::vector<std::string> names;  // of the columns, when the data had a header
  Standardizer standardizer;       // applied to new points first, when not empty
  // Feature space: v_j = sum_h coefficients(h, j) phi(x_h) / mass_j, so the points x_h are kept.
  Data points;          // empty for precomputed kernels
  Matrix coefficients;  // n x k; empty for hard methods
  Labels labels;        // of the training points (hard methods: their coefficients)
  Vector weights;       // point weights behind the labels; empty = all 1
  Vector widths;        // s of gaussian:local, a value a point
  double self = 0;      // k(z, z) of a new point when the kernel matrix was given: constant, or NaN
  // Input space: the prototypes, k x d, about the centre of the data, so that a large offset costs no digits.
  Matrix prototypes;
  Vector centre;
  Matrix covariances;  // mixture: of the components, one below the other, k d x d
  // The features of a point, when it was embedded; the prototypes are then means of features.
  FeatureMap map;
  std::optional<SphereModel> spheres;   // methods one-class, spheres, svc
  std::optional<SpectralMap> spectral;  // method spectral: the features by eigenvectors
  // --embed pca: the components of a point, y = k(x, points) projection - shift; prototypes are means of
  // these.
  Matrix projection;  // n x dimensions
  Vector shift;
  TreeModel tree;
  std::optional<GeodesicModel> geodesic;
  std::optional<AutoModel> automatic;  // method auto
  // Of documents: what turns text into the points that the model knows.
  std::optional<Vocabulary> vocabulary;
  std::optional<Description> description;  // of strings and graphs: the same
  Vector mass;                             // summed coefficients of each prototype
  Vector norm;                             // squared norm of each v_j in feature space
};

}  // namespace mercer
