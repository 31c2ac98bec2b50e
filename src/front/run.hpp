// One clustering on its way through the front door.
#pragma once

#include <fmt/format.h>

#include <cmath>

#include "core/progress.hpp"
#include "core/refuse.hpp"
#include "embed/kernel_pca.hpp"
#include "engine/hard.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "ground/ground.hpp"

namespace mercer {

// Everything that one clustering carries from step to step.
struct Run {
  const Data& data;
  Options options;  // settled
  Kernel kernel;    // resolved
  FullPlan plan;
  Ground built;
  Vector weights;
  Result result;
  std::optional<Embedded> embedded = {};
  Matrix scores = {};  // with an embedding: the points' principal components, in which the method works
  std::optional<Projection> projection = {};  // that gives new points theirs
  bool early = false;  // the iterations ended by a tolerance, while labels still changed
  // Method auto: clusters that the search for their number has found already.
  const NumberEvidence* found = nullptr;

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

// The starts one batch after the other: f(first, batch), where the first part of a batch is its seeding.
constexpr std::int64_t batch_parts = 5;
template <class F>
void for_starts(const Run& run, F&& f) {
  Progress starts = Progress::counted(run.options.control, "start", run.restarts());
  for (Index first = 0; first < run.restarts() && (first == 0 || !run.stopped());
       first += run.plan.together) {
    const Index together = std::min(run.plan.together, run.restarts() - first);
    starts.expect(together);
    {
      Progress batch = Progress::whole(run.options.control, batch_parts);
      f(first, batch);
    }
    starts.done(together);
  }
}

// Lower by more than rounding: among equal starts the first one wins, so that labels don't depend on the last
// bit.
bool better(double objective, double best);

// A stop before there was anything to return.
class InterruptedEarly : public Error {
 public:
  using Error::Error;
};
[[noreturn]] void interrupted_early();
[[noreturn]] void no_result(const Run& run);

// Whether method auto has to find the number of clusters; it does so first.
bool leaves_clusters_open(const Options& options);
Result cluster_with_suggestion(const Data& data, Options options);
// Method auto with clusters that are there already: their result, without a contest.
Result cluster_as_found(const Data& data, const Options& options, const NumberEvidence& found);

// Runs at the best of several values of the parameter that `Options::tune` names.
Result cluster_tuned(const Data& data, Options options);

}  // namespace mercer
