#include "graph/pair_distances.hpp"

#include "core/distance_math.hpp"
#include "core/parallel.hpp"
#include "data/magnitude.hpp"

namespace mercer {

bool PairMetric::compares_squares() const { return squares && metric == PathMetric::euclidean; }

double PairMetric::length(double compared) const {
  return compares_squares() ? std::sqrt(compared) : compared;
}

PairMetric pair_metric(const Data& points, PathMetric metric) {
  if (metric == PathMetric::precomputed) return {metric, true};
  const double largest = largest_value(points);
  require_range(largest);
  return {metric, metric != PathMetric::euclidean || squares_are_ordinary(largest)};
}

void RowDistances::from(Index i, Index begin, Index end, double* out) const {
  const auto fill = [&]<class Metric>(Metric) {
    points_.visit([&](const auto& v) {
      for (Index r = begin; r < end; ++r)
        out[r - begin] = row_distance<Metric>(v, i, v, others_[static_cast<std::size_t>(r)]);
    });
  };
  if (metric_.metric == PathMetric::euclidean && !metric_.squares)
    fill(LengthSum{});
  else
    with_metric(metric_.metric, fill);
}

void ColumnDistances::list(std::span<const int> others) {
  count_ = static_cast<Index>(others.size());
  const Index d = points_.dimensions();
  columns_.resize(static_cast<std::size_t>(d * count_));
  points_.visit([&]<class V>(const V& v) {
    if constexpr (!std::is_same_v<V, SparseMatrix>)
      for (Index r = 0; r < count_; ++r)
        for (Index c = 0; c < d; ++c)
          columns_[static_cast<std::size_t>(c * count_ + r)] =
              static_cast<double>(v.row(others[static_cast<std::size_t>(r)])[c]);
  });
}

void ColumnDistances::from(Index i, Index begin, Index end, double* out) const {
  const Index d = points_.dimensions();
  std::vector<double> x(static_cast<std::size_t>(d));
  points_.visit([&]<class V>(const V& v) {
    if constexpr (!std::is_same_v<V, SparseMatrix>)
      for (Index c = 0; c < d; ++c) x[static_cast<std::size_t>(c)] = static_cast<double>(v.row(i)[c]);
  });
  squared_distances(x.data(), d, columns_.data() + begin, count_, end - begin, out);
}

void GivenDistances::from(Index i, Index begin, Index end, double* out) const {
  matrix_.visit([&]<class V>(const V& v) {
    if constexpr (!std::is_same_v<V, SparseMatrix>)
      for (Index r = begin; r < end; ++r)
        out[r - begin] = static_cast<double>(v.row(i)[others_[static_cast<std::size_t>(r)]]);
  });
}

Vector all_neighbor_distances(const Data& points, PairMetric metric, Index k) {
  Vector out(points.size());
  parallel_rows(points.size(), 16, [&](Index begin, Index end) {
    RowDistances distances(points, metric);
    std::vector<int> others;
    std::vector<double> values(static_cast<std::size_t>(points.size() - 1));
    for (Index i = begin; i < end; ++i) {
      others.clear();
      for (Index h = 0; h < points.size(); ++h)
        if (h != i) others.push_back(static_cast<int>(h));
      distances.list(others);
      distances.from(i, 0, points.size() - 1, values.data());
      std::nth_element(values.begin(), values.begin() + k - 1, values.end());
      out[i] = metric.length(values[static_cast<std::size_t>(k - 1)]);
    }
  });
  return out;
}

}  // namespace mercer
