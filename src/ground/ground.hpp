// One ladder, from a kernel and points to what a method stands on: vectors, features, or a Gram and its
// space. Fits, kernel matrices, silhouettes, embeddings and reports all climb it.
#pragma once

#include "cuda/device_points.hpp"
#include "gram/gram.hpp"
#include "ground/features.hpp"
#include "ground/gap_tree.hpp"
#include "mercer/finding.hpp"
#include "mercer/geodesic.hpp"
#include "mercer/plan.hpp"
#include "space/space.hpp"

namespace mercer {

// What the values are for. Prototypes are means and depend only on distances, whatever the origin; an
// affinity is the value itself, and of paths it says that near points are alike.
enum class Use { distances, values, affinity };

struct Ask {
  Storage storage = Storage::tiled;  // how it is held
  Precision precision = Precision::double_;
  int device = -1;  // the GPU that computes it; -1: none
  Use use = Use::distances;
  Approx approx = Exact{};          // with storage = features: nystrom or rff, with their numbers
  bool preimages = false;           // prototypes are points of the input space although there is a kernel
  Index neighbors = 0;              // with storage = sparse: the affinity between so many near points
  Index clusters = 1;               // paths: small parts of the graph are joined, so many may remain
  const Vector* weights = nullptr;  // of the points; null: all 1
  std::uint64_t seed = 1;
  bool keep_joins = false;  // connectivity: its dendrogram is wanted, too
  Control* control = nullptr;
};

struct Ground {
  std::shared_ptr<Gram> gram;  // null among vectors and features, or when stopped
  std::shared_ptr<const Space> space;
  std::shared_ptr<const DevicePoints> device;  // where the points are on a GPU
  std::optional<Embedded> embedded;            // with storage = features
  Vector widths;                               // gaussian:local
  Data graph;                                  // the matrix behind the Gram, where it is sparse
  std::shared_ptr<GapTree> gaps;               // connectivity
  std::optional<GeodesicModel> geodesic;
  std::vector<Finding> findings;  // what the kernel has to say
};

// `kernel` is resolved, and not one of vertices: those are replaced at the foot (ground/foot.hpp).
Ground climb(const Data& data, const Kernel& kernel, const Ask& ask);

}  // namespace mercer
