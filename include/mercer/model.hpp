// What is kept of a clustering: enough to assign new points, and no more.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/model/kinds.hpp"
#include "mercer/model/known.hpp"
#include "mercer/objects.hpp"
#include "mercer/options.hpp"
#include "mercer/recipe.hpp"
#include "mercer/text.hpp"

namespace mercer {

// What is asked of a model about new points.
struct What {
  bool labels = true;
  bool distances = false;
  bool memberships = false;
  bool outlier_scores = false;
  DeviceChoice device = {};  // where the kernel with all training points is computed
};

// What it answers; what was not asked for is empty.
struct Assignment {
  Labels labels;                  // the cluster of each point; -1: none
  Matrix distances;               // to the prototypes, not squared
  Matrix memberships;             // rows sum to one (but for possibilistic)
  Vector outlier_scores;          // how little a point belongs anywhere, see Model::outlier_scores
  std::uint64_t evaluations = 0;  // of the kernel function, between new points and training points
};

class Model {
 public:
  Index clusters() const { return mass.size(); }
  Index dimensions() const { return columns; }  // columns that new points must have

  // New points: all that is asked for, with the kernel evaluated once. For a precomputed kernel the points
  // are rows of similarities (or dissimilarities) to the training points; one more column, k(z, z), is read
  // where given, and needed for distances when the training diagonal was not constant.
  Assignment assign(const Data& points, const What& what = {}, int threads = 0) const;
  // One thing each.
  Labels predict(const Data& points, int threads = 0) const;
  Matrix transform(const Data& points, int threads = 0) const;  // distances
  Matrix memberships(const Data& points, int threads = 0) const;
  // How little a point belongs anywhere. possibilistic: 1 - its largest typicality, 0 to 1; one-class,
  // spheres, svc: its squared distance to the nearest centre minus the squared radius, above 0 outside;
  // mixture: minus the logarithm of its density; connectivity, single, ward, genie, hdbscan: its distance to
  // the nearest training point, whose label it is given.
  Vector outlier_scores(const Data& points, int threads = 0) const;

  // The prototypes as points of the input space, k x d; none where they live in feature space.
  Matrix coordinates() const;
  // The weights of the training objects in the prototypes, n x k; none where these are not made of them.
  Matrix coefficients() const;
  // Training objects that are kept, or whose labels are; 0 where the prototypes are all there is.
  Index kept() const;
  // Methods one-class and svc: squared radii may be exceeded by so much, which is rounding. Else 0.
  double slack() const;
  // Whether distances of new points need k(z, z) as one more column.
  bool needs_self() const;

  // One file: a JSON header, little-endian arrays, a checksum. Written to a temporary name, then renamed.
  void save(const std::string& path) const;
  static Model load(const std::string& path);
  std::string serialise() const;  // the bytes of that file
  static Model parse(std::string bytes);
  std::uint64_t bytes() const;  // size of that file
  // Whether the file begins as one of a model (or of an embedding) does; nothing else is checked.
  static bool recognise(const std::string& path);

  Method method;  // with the parameters used
  Kernel kernel;  // with the parameters used
  Approx approx;  // with the parameters used; none: exact
  Precision precision = Precision::double_;
  Index columns = 0;
  std::vector<std::string> names;          // of the columns, when the data had a header
  Standardizer standardizer;               // applied to new points first, when not empty
  std::optional<Vocabulary> vocabulary;    // of documents: what turns text into points
  std::optional<Description> description;  // of strings and graphs: the same
  std::optional<Recipe> recipe;            // of tables: what turns their columns into points
  std::string written_by;                  // the version of mercer, when read from a file
  Vector mass;                             // summed coefficients of each prototype
  Vector norm;                             // squared norm of each mass_j v_j in feature space
  Known known;                             // of the training objects, as much as the kernel needs
  Labels labels;                           // of the training objects, where new points need them
  kinds::Kind kind;
};

}  // namespace mercer
