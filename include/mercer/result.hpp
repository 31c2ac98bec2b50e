// What a clustering returns. These are plain values.
#pragma once

#include <vector>

#include "mercer/beyond/number.hpp"
#include "mercer/dendrogram.hpp"
#include "mercer/finding.hpp"
#include "mercer/model.hpp"
#include "mercer/plan.hpp"
#include "mercer/tune.hpp"

namespace mercer {

// What a self-organising map shows; nodes row by row.
struct Map {
  GridSize grid;
  Topology topology = Topology::rectangular;
  Vector hits;                    // summed weight of the points that each node wins
  Vector heights;                 // U-matrix: mean distance of a node's prototype to those of its neighbours
  double quantization_error = 0;  // mean distance of a point to its winner's prototype
  double topographic_error = 0;   // share of the points whose two nearest nodes are not neighbours
};

// What is known about one number of clusters.
struct ClusterCount {
  Index clusters = 0;
  double cost = 0;   // of the clusters found
  double bound = 0;  // no clustering with that number costs less; 0 if it was not asked for
  double step = 0;   // the gain from this cluster, divided by the gain from the next one
};

struct Result {
  Labels labels;       // -1: in no cluster (noise)
  Matrix memberships;  // n x k; empty for k-means. Rows sum to one, except the typicalities of possibilistic
  // As Model::outlier_scores, of methods that have them; on a tree: the gap between the point and the others
  Vector outlier_scores;
  std::vector<Finding> findings;
  std::optional<Map> map;                // som
  std::optional<Dendrogram> dendrogram;  // single, ward, genie, hdbscan
  std::optional<Choice> choice;          // auto
  std::optional<NumberSearch> number;    // if the number of clusters was chosen from the data
  std::optional<Tuning> tuning;          // the values that were tried of `Options::tune`
  std::vector<ClusterCount> counts;      // tree-cut with a range of numbers of clusters
  double objective = 0;
  Index iterations = 0;  // of the start that won
  bool converged = false;
  bool interrupted = false;         // Control::stop was set: the best so far
  Index restarts = 0;               // starts that were run
  std::uint64_t evaluations = 0;    // values of the kernel function that were computed
  std::optional<DeviceUse> device;  // none: no GPU was used
  Index reseeded = 0;               // empty clusters that were filled
  std::vector<double> history;      // objective after each iteration of the start that won
  // The same for every start, before a search; empty if there was only one start.
  std::vector<std::vector<double>> courses;
  Index winner = 0;  // the start that won, among these
  std::vector<Warning> warnings;
  Plan plan;
  std::optional<Approximation> approximation;  // none: the result is exact
  Model model;
};

}  // namespace mercer
