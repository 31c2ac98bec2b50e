// One clustering on its way through the front door.
#pragma once

#include "embed/kernel_pca.hpp"
#include "engine/hard.hpp"
#include "front/approximate.hpp"
#include "front/plan.hpp"
#include "front/spaces.hpp"
#include "mercer/cluster.hpp"

namespace mercer {

// Everything that one clustering carries from step to step.
struct Run {
  const Data& data;
  Options options;  // with the number of clusters settled
  Kernel kernel;
  FullPlan plan;
  Built built;
  Vector weights;
  Result result;
  std::optional<Embedded> embedded = {};
  Matrix scores = {};  // with --embed: the points' principal components, in which the method works
  std::optional<Projection> projection = {};  // that gives new points theirs

  const Space& space() const { return *built.space; }
  bool stopped() const { return options.control && options.control->stop; }
  void warn(std::string what, std::string remedy) {
    result.warnings.push_back({std::move(what), std::move(remedy)});
  }
  void find(std::string name, std::vector<double> values, std::string about) {
    result.findings.push_back({std::move(name), std::move(values), std::move(about)});
  }

  Index restarts() const;
  // Labels of the starts from number `first` on, as many as are run together.
  std::vector<Labels> starts(Index first) const;
};

// Lower by more than rounding: among equal starts the first one wins, so that labels don't depend on the last
// bit.
bool better(double objective, double best);

[[noreturn]] void interrupted_early();
[[noreturn]] void no_result(const Run& run);

// Hard clusters in the run's space: the best of the starts, and of the search beyond them.
HardStart best_hard_start(Run& run, bool refine);
// The result of hard clusters.
void finish_hard(Run& run, const HardStart& best);

// The result of labels that have no prototypes: new points will ask their neighbours.
void finish_labels(Run& run, Labels labels);
// The same for the vertices of a given graph; the objective is the normalised cut.
void finish_vertices(Run& run, Labels labels, const SparseMatrix& graph);

// Whether the number of clusters is for method auto to find; then it is looked for first.
bool leaves_clusters_open(const Options& options);
Result cluster_with_suggestion(const Data& data, Options options);

// Each method: what is to be settled before the loop, the loop, and what is found after it.
void run_method(Run& run, Hard method);
void run_method(Run& run, Softmax method);
void run_method(Run& run, Fuzzy method);
void run_method(Run& run, Possibilistic method);
void run_method(Run& run, KHarmonic method);
void run_method(Run& run, InverseWeighted method);
void run_method(Run& run, NeuralGas method);
void run_method(Run& run, Som method);
// And those that are not the loop.
void run_method(Run& run, TreeCut method);
void run_method(Run& run, SingleLinkage method);
void run_method(Run& run, Ward method);
void run_method(Run& run, Genie method);
void run_method(Run& run, Hdbscan method);
void run_method(Run& run, Spectral method);
void run_method(Run& run, OneClass method);
void run_method(Run& run, KSpheres method);
void run_method(Run& run, SupportVectorClustering method);
void run_method(Run& run, MeanShift method);
void run_method(Run& run, Mixture method);
void run_method(Run& run, GraphLinkage method);
void run_method(Run& run, Auto method);

}  // namespace mercer
