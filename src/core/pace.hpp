// How long ranks take for their work, as seen so far. Cores differ, and so do machines: a rank that gets as
// much as the others waits for them, or lets them wait. All ranks hold the same figures, so they share what
// comes next in the same way. Only for work whose result does not depend on who does it.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/ranks.hpp"

namespace mercer {

class Pace {
 public:
  // Nobody counts as more than so many times as slow as the fastest: all get work, by which their pace is
  // seen again.
  static constexpr double slowest = 4;

  // Whether all have done something.
  bool known() const { return !of_.empty(); }
  // Seconds that a rank takes for a unit of work; 1 for all as long as that is not known.
  double of(int rank) const { return known() ? of_[static_cast<std::size_t>(rank)] : 1; }

  // So much was done here between start and finish. All ranks must come to finish.
  void start(const Ranks& ranks) {
    if (!ranks.alone()) began_ = Clock::now();
  }
  void finish(const Ranks& ranks, double work) {
    if (!ranks.alone()) tell(ranks, work, std::chrono::duration<double>(Clock::now() - began_).count());
  }
  // All tell how long they took for how much.
  void tell(const Ranks& ranks, double work, double seconds) {
    remember(ranks.gather_list<Seen>({{work, seconds}}));
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Seen {
    double work = 0, seconds = 0;
    bool known() const { return work > 0 && seconds > 0; }
  };

  void remember(const std::vector<Seen>& latest) {
    constexpr double remembered = 0.5;  // neighbours on a machine come and go
    seen_.resize(latest.size());
    for (std::size_t rank = 0; rank < latest.size(); ++rank) {
      if (!latest[rank].known()) continue;
      seen_[rank].work = remembered * seen_[rank].work + latest[rank].work;
      seen_[rank].seconds = remembered * seen_[rank].seconds + latest[rank].seconds;
    }
    if (!std::all_of(seen_.begin(), seen_.end(), [](const Seen& one) { return one.known(); })) return;
    of_.clear();
    for (const Seen& one : seen_) of_.push_back(one.seconds / one.work);
    const double least = *std::min_element(of_.begin(), of_.end());
    for (double& seconds : of_) seconds = std::min(seconds, slowest * least);
  }

  Clock::time_point began_;
  std::vector<Seen> seen_;  // of each rank
  std::vector<double> of_;
};

}  // namespace mercer
