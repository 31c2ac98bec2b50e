// Clusters while a slider moves: a quick answer, of which the run that is kept is the exact one.
#pragma once

#include "serve/jobs.hpp"

namespace mercer::cli {

constexpr Index most_previewed = 20'000;  // points

// What one answer leaves for the next: the points of the sample and their kernel matrix.
class Preview {
 public:
  explicit Preview(Readings& readings) : readings_(readings) {}
  // {"labels", "clusters", "objective", "seconds", "sampled", "kernel"}
  Json look(const DatasetHandle& dataset, const Json& options);

 private:
  struct Sample;
  Readings& readings_;
  std::shared_ptr<const Sample> kept_;
};

}  // namespace mercer::cli
