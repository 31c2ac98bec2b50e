#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"
#include "engine/fewer_points.hpp"
#include "engine/hard.hpp"

namespace mercer {

// Every point is a candidate up to `all_candidates` points; above, that many spread evenly over the data.
Seed best_seed(const Space& space, const Vector& d, const Vector& weights, Control* control) {
  constexpr Index all_candidates = 20000, values = 1 << 22;
  const Index n = space.size();
  const Index candidates = std::min(n, all_candidates);
  const Index width = std::clamp<Index>(values / std::max<Index>(1, n), 8, 512);
  Progress progress(control, "seeding", candidates);
  Seed best;
  Matrix D2;
  for (Index from = 0; from < candidates; from += width) {
    const Index count = std::min(width, candidates - from);
    std::vector<Index> points(static_cast<std::size_t>(count));
    for (Index c = 0; c < count; ++c) points[static_cast<std::size_t>(c)] = (from + c) * n / candidates;
    space.to_points(points, D2, control);
    if (progress.stopped()) break;
    // gain_j = sum_i w_i max(0, d_i - |phi_i - phi_j|^2)
    Vector gain(count);
    parallel_blocks(
        count,
        [&](Index c) {
          double sum = 0;
          for (Index i = 0; i < n; ++i) sum += weights[i] * std::max(0.0, d[i] - D2(i, c));
          gain[c] = sum;
        },
        static_cast<double>(D2.size()));
    Index at = 0;
    const double most = gain.maxCoeff(&at);
    if (best.point < 0 || most > best.gain) best = {points[static_cast<std::size_t>(at)], most};
    progress.done(count);
  }
  return best;
}

Index fill_empty(const Space& space, HardState& state, Index start, const HardOptions& options) {
  const Index k = options.clusters, first = start * k;
  Index filled = 0;
  for (Index j = 0; j < k; ++j) {
    if (state.prototypes.mass[first + j] > 0) continue;
    const Vector d = own_distances(space, state, start, options);
    const Seed seed = best_seed(space, d, options.weights, options.control);
    if (options.control && options.control->stop) return filled;
    // What a gain can be by rounding only: that of one point.
    const double rounding =
        4 * space.epsilon() * space.self().cwiseAbs().maxCoeff() * options.weights.maxCoeff();
    if (seed.gain <= rounding) {
      Index found = 0;
      for (Index l = 0; l < k; ++l) found += state.prototypes.mass[first + l] > 0 ? 1 : 0;
      throw FewerPoints(Fault::data,
                        fmt::format("clusters = {} exceeds the {} distinct point{} in feature space; lower "
                                    "clusters, or change the kernel",
                                    k, found, found == 1 ? "" : "s"));
    }
    Matrix D2;
    space.to_points(std::span(&seed.point, 1), D2, options.control);
    Labels labels = state.starts[static_cast<std::size_t>(start)].labels;
    for (Index i = 0; i < space.size(); ++i)
      if (i == seed.point || D2(i, 0) < d[i]) labels[static_cast<std::size_t>(i)] = static_cast<int>(j);
    relabel(space, state, start, labels, options);
    ++filled;
  }
  state.starts[static_cast<std::size_t>(start)].reseeded += filled;
  return filled;
}

}  // namespace mercer
