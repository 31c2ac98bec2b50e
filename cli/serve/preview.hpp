// Clusters while a slider moves: a quick answer, of which the run that is kept is the exact one.
#pragma once

#include "serve/jobs.hpp"

namespace mercer::cli {

constexpr Index most_previewed = 20'000;  // points

// What one answer leaves for the next: the points of the sample and their kernel matrix.
class Preview {
 public:
  // `memory`: a budget in bytes; 0: what is free.
  Preview(Readings& readings, std::uint64_t memory) : readings_(readings), memory_(memory) {}
  // {"labels", "clusters", "objective", "seconds", "sampled", "kernel"}; after two seconds the best so far.
  Json look(const DatasetHandle& dataset, const Json& options);
  // What is kept of a file goes with it. Like look, by one thread at a time.
  void forget() { kept_ = nullptr; }
  // For good: the answer under way is given up.
  void end();

 private:
  struct Sample;
  struct Working {  // for as long as an answer is under way
    Working(Preview& of, Control& control);
    ~Working();
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;
    Preview& preview;
  };
  Readings& readings_;
  std::uint64_t memory_;
  std::mutex guard_;
  Control* working_ = nullptr;
  bool ending_ = false;
  std::shared_ptr<const Sample> kept_;
};

}  // namespace mercer::cli
