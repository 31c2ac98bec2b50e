// Hard clustering: Lloyd's iterations for several starts at once, late filling of empty clusters, Hartigan's
// moves.
//
// Starts are extra columns: start r owns prototypes r * clusters .. (r + 1) * clusters - 1, and one pass over
// the kernel serves all of them. Weights are labels here, so a pass adds kernel rows by label, and after the
// first only the rows of points that changed theirs.
#pragma once

#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "space/space.hpp"

namespace mercer {

struct HardOptions {
  Index clusters = 1;
  Index max_iterations = 300;
  bool refine = true;  // Hartigan's moves
  Vector weights;      // one per point, all 1 unless given
  Control* control = nullptr;
  double tolerance = 0;  // iterations end, too, when one lowers the objective by at most this share of it
};

struct HardStart {
  Labels labels = {};
  double objective = 0;
  Index iterations = 0;
  bool converged = false;
  bool early = false;  // converged by the tolerance: labels would still change
  Index reseeded = 0;
  std::vector<double> history = {};
  Vector mass = {}, norm = {};  // of its prototypes, at the time of `objective`
};

// Starts with their prototypes. The two agree, except after Control::stop: then the prototypes may be
// incomplete, while each start still holds the labels, objective, mass and norm of its last complete step.
struct HardState {
  std::vector<HardStart> starts;
  Prototypes prototypes;
  std::vector<Index> members;  // points of each prototype
  double total = 0;            // sum_i w_i |phi(x_i)|^2
  Index moved = 0;             // rows moved since the sums were formed from scratch
};

// Prototypes of given labels, one set of labels per start.
HardState assemble(const Space& space, std::vector<Labels> labels, const HardOptions& options);

// Moves some points of a start, or gives it new labels; only what differs is evaluated.
void relabel(const Space& space, HardState& state, Index start, const Moves& moves,
             const HardOptions& options);
void relabel(const Space& space, HardState& state, Index start, const Labels& labels,
             const HardOptions& options);

// The followers of the labels of each start.
using Followers = std::vector<std::unique_ptr<Follower>>;
Followers followers_of(const Space& space, const HardState& state);

// Each point to its nearest prototype (eq. 6.3) until no label changes; clusters may end empty.
void lloyd(const Space& space, HardState& state, const HardOptions& options);
// The same for some of the starts.
void lloyd(const Space& space, HardState& state, std::vector<Index> active, const HardOptions& options,
           Followers& followers, Progress* passes = nullptr);

// Seeds each empty cluster where it gains most: argmax_j sum_i w_i max(0, d_i - |phi_i - phi_j|^2). Returns
// how many were filled; throws when there are fewer distinct points than clusters.
Index fill_empty(const Space& space, HardState& state, Index start, const HardOptions& options);

// Moves single points while that lowers the objective; returns the number of moves.
Index hartigan(const Space& space, HardState& state, Index start, const HardOptions& options);
Index hartigan(const Space& space, HardState& state, Index start, const HardOptions& options,
               Follower& follower);

// All of these, until nothing changes.
void optimise(const Space& space, HardState& state, const HardOptions& options);

// The point whose choice as a further prototype lowers the objective most, and by how much; `d` are the
// points' present distances.
struct Seed {
  Index point = -1;
  double gain = 0;
};
Seed best_seed(const Space& space, const Vector& d, const Vector& weights, Control* control);

// Distance of each point to its own prototype in a start.
Vector own_distances(const Space& space, const HardState& state, Index start, const HardOptions& options);

}  // namespace mercer
