// Points that may be among the k nearest of a row, known by bounds of their distance only.
//
// If `lower <= true distance <= upper` for each, the k-th least upper bound is no less than the true k-th
// distance: a candidate with a larger lower bound is out. When bounds no longer separate the candidates,
// their distances are measured, and k of them remain.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "neighbors/measure.hpp"

namespace mercer {

template <class T>
struct Candidate {
  T lower = 0, upper = 0;
  int index = 0;
};

template <class T>
class Candidates {
 public:
  Candidates(Index rows, Index k)
      : k_(static_cast<std::size_t>(k)),
        room_(2 * k_ + 12),
        entries_(static_cast<std::size_t>(rows) * room_),
        counts_(static_cast<std::size_t>(rows), 0),
        bounds_(static_cast<std::size_t>(rows), std::numeric_limits<T>::infinity()) {}

  // Whoever has a lower bound above this is not among the nearest.
  const T* bounds() const { return bounds_.data(); }
  void tighten(Index row, T bound) {
    T& own = bounds_[static_cast<std::size_t>(row)];
    own = std::min(own, bound);
  }

  // `measure(row, span<Measured>)` is asked where bounds don't suffice; returns how many it measured.
  template <class Measure>
  std::size_t add(Index row, const Candidate<T>& candidate, Measure&& measure) {
    const auto r = static_cast<std::size_t>(row);
    if (candidate.lower > bounds_[r]) return 0;
    entries_[r * room_ + counts_[r]++] = candidate;
    if (counts_[r] < room_) return 0;
    prune(r);
    return counts_[r] > room_ - room_ / 4 ? settle(row, measure) : 0;
  }

  // The k nearest, in order.
  template <class Measure>
  std::vector<Measured> finish(Index row, Measure&& measure) {
    prune(static_cast<std::size_t>(row));
    return nearest(row, measure);
  }

 private:
  Candidate<T>* begin(std::size_t r) { return entries_.data() + r * room_; }
  Candidate<T>* end(std::size_t r) { return begin(r) + counts_[r]; }

  void prune(std::size_t r) {
    if (counts_[r] < k_) return;
    Candidate<T>* last = begin(r) + (k_ - 1);
    std::nth_element(begin(r), last, end(r), [](const auto& a, const auto& b) { return a.upper < b.upper; });
    bounds_[r] = std::min(bounds_[r], last->upper);
    const T bound = bounds_[r];
    Candidate<T>* kept = std::remove_if(begin(r), end(r), [&](const auto& c) { return c.lower > bound; });
    counts_[r] = static_cast<std::size_t>(kept - begin(r));
  }

  template <class Measure>
  std::vector<Measured> nearest(Index row, Measure&& measure) {
    const auto r = static_cast<std::size_t>(row);
    std::vector<Measured> all(counts_[r]);
    for (std::size_t c = 0; c < all.size(); ++c) all[c].index = begin(r)[c].index;
    measure(row, std::span(all));
    const auto kept = static_cast<std::ptrdiff_t>(std::min(k_, all.size()));
    std::partial_sort(all.begin(), all.begin() + kept, all.end());
    all.resize(static_cast<std::size_t>(kept));
    return all;
  }

  template <class Measure>
  std::size_t settle(Index row, Measure&& measure) {
    const auto r = static_cast<std::size_t>(row);
    const std::size_t measured = counts_[r];
    constexpr T rounding = 2 * std::numeric_limits<T>::epsilon();
    const std::vector<Measured> kept = nearest(row, measure);
    counts_[r] = kept.size();
    for (std::size_t c = 0; c < kept.size(); ++c) {
      const T d2 = static_cast<T>(kept[c].d2);
      begin(r)[c] = {d2 * (1 - rounding), d2 * (1 + rounding) + std::numeric_limits<T>::min(), kept[c].index};
    }
    bounds_[r] = std::min(bounds_[r], begin(r)[kept.size() - 1].upper);
    return measured;
  }

  std::size_t k_, room_;
  std::vector<Candidate<T>> entries_;  // rows x room
  std::vector<std::size_t> counts_;
  std::vector<T> bounds_;
};

}  // namespace mercer
