// k-means among the candidates.
#pragma once

#include "mercer/data.hpp"

namespace mercer::automatic {

// The best of some starts of k-means++ and Lloyd.
Labels kmeans(const Data& points, Index clusters, Index restarts, std::uint64_t seed);

// The same for many points: three starts on 20,000 random ones, then some of Lloyd's iterations on all.
Labels kmeans_by_sample(const Data& points, Index clusters, std::uint64_t seed);

}  // namespace mercer::automatic
