#include "model/map.hpp"

#include <cmath>

namespace mercer {
namespace {

// The nearest node of a point and the next one; ties go to the lowest index.
std::pair<Index, Index> two_nearest(const Matrix& D2, Index i) {
  Index first = 0, second = -1;
  for (Index j = 1; j < D2.cols(); ++j)
    if (D2(i, j) < D2(i, first)) {
      second = first;
      first = j;
    } else if (second < 0 || D2(i, j) < D2(i, second)) {
      second = j;
    }
  return {first, second};
}

bool neighbours(const Som& som, Index a, Index b) {
  return som.distance(static_cast<std::size_t>(a), static_cast<std::size_t>(b)) == 1;
}

Vector mean_distance_to_neighbours(const Som& som, const Matrix& apart) {
  Vector heights = Vector::Zero(apart.rows());
  for (Index j = 0; j < apart.rows(); ++j) {
    double sum = 0, count = 0;
    for (Index l = 0; l < apart.cols(); ++l)
      if (neighbours(som, j, l)) {
        sum += std::sqrt(apart(j, l));
        ++count;
      }
    if (count > 0) heights[j] = sum / count;
  }
  return heights;
}

}  // namespace

Map map_of(const Som& som, const Matrix& D2, const Matrix& apart, const Vector& weights) {
  Map map{*som.grid, som.topology, Vector::Zero(D2.cols()), mean_distance_to_neighbours(som, apart), 0, 0};
  for (Index i = 0; i < D2.rows(); ++i) {
    const auto [first, second] = two_nearest(D2, i);
    map.hits[first] += weights[i];
    map.quantization_error += weights[i] * std::sqrt(std::max(0.0, D2(i, first)));
    if (second >= 0 && !neighbours(som, first, second)) map.topographic_error += weights[i];
  }
  map.quantization_error /= weights.sum();
  map.topographic_error /= weights.sum();
  return map;
}

}  // namespace mercer
