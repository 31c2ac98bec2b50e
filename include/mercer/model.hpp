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

// What you ask a model about new points.
struct What {
  bool labels = true;
  bool distances = false;
  bool memberships = false;
  bool outlier_scores = false;
  DeviceChoice device = {};  // where the kernel with all training points is computed
};

// The answer; parts that you did not ask for are empty.
struct Assignment {
  Labels labels;                         // the cluster of each point; -1: none
  Matrix distances;                      // to the prototypes, not squared
  Matrix memberships;                    // rows sum to one (except for possibilistic)
  Vector outlier_scores;                 // how unusual a point is: Model::outlier_scores
  std::uint64_t evaluations = 0;         // of the kernel function, between new points and training points
  std::optional<DeviceUse> device = {};  // none: no GPU was used
};

class Model {
 public:
  Index clusters() const { return mass.size(); }
  Index dimensions() const { return columns; }  // how many columns new points must have

  // New points: everything that is asked for, with one evaluation of the kernel. For a precomputed kernel the
  // points are rows of similarities (or dissimilarities) to the training points; one more column, k(z, z), is
  // read where given, and needed for distances when the training diagonal was not constant.
  Assignment assign(const Data& points, const What& what = {}, int threads = 0) const;
  // The same, for a single part of the answer.
  Labels predict(const Data& points, int threads = 0) const;
  Matrix transform(const Data& points, int threads = 0) const;  // distances
  Matrix memberships(const Data& points, int threads = 0) const;
  // How unusual a point is. possibilistic: 1 - its largest typicality, 0 to 1; one-class,
  // spheres, svc: its squared distance to the nearest centre minus the squared radius, above 0 outside;
  // mixture: minus the logarithm of its density; connectivity, single, ward, genie, hdbscan: its distance to
  // the nearest training point, whose label it is given.
  Vector outlier_scores(const Data& points, int threads = 0) const;

  // The prototypes as points of the input space, k x d; empty if they live in feature space.
  Matrix coordinates() const;
  // The weights of the training objects in the prototypes, n x k; empty if the prototypes are not made of
  // them.
  Matrix coefficients() const;
  // Points as the method saw them: standardized, and scaled as method auto decided.
  Data seen(const Data& points) const;
  std::vector<std::string> seen_names() const;  // names of their columns, perhaps without constant ones
  // What was done to the columns: "", "standardized", "recipe" (for a table: every column counts the same) or
  // "rows of length one".
  std::string scaling() const;
  // How many training objects (or labels of them) are kept; 0 if the model holds only prototypes.
  Index kept() const;
  // Methods one-class and svc: how far a squared distance may exceed the squared radius by rounding; else 0.
  double slack() const;
  // Whether distances of new points need k(z, z) as one more column.
  bool needs_self() const;

  // One file: a JSON header, little-endian arrays, a checksum. Written to a temporary name, then renamed.
  void save(const std::string& path) const;
  static Model load(const std::string& path);
  std::string serialise() const;  // the bytes of that file
  static Model parse(std::string bytes);
  std::uint64_t bytes() const;  // size of that file
  // Whether the file begins like a model (or an embedding); nothing else is checked.
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
  Known known;                             // what the kernel needs of the training objects
  Labels labels;                           // of the training objects, if new points need them
  kinds::Kind kind;
};

}  // namespace mercer
