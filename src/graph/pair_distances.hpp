// Distances between points, all pairs of which are compared, in the units that Prim's rule compares.
#pragma once

#include <vector>

#include "graph/distance.hpp"
#include "graph/prim.hpp"

namespace mercer {

// Lengths whose squares are out of range: a sum is a length, not its square.
struct LengthSum {
  static double add(double sum, double difference) { return std::hypot(sum, difference); }
  static double join(double a, double b) { return std::hypot(a, b); }
  static double length(double sum) { return sum; }
};

// How the distances of points come out: what is compared, and the length behind it.
struct PairMetric {
  PathMetric metric = PathMetric::euclidean;
  bool squares = true;  // whether squared lengths are within the range of numbers
  bool compares_squares() const;
  double length(double compared) const;
};
// As the size of the values demands.
PairMetric pair_metric(const Data& points, PathMetric metric);

// Distances between rows, one after the other.
class RowDistances final : public DistancesTo {
 public:
  RowDistances(const Data& points, PairMetric metric) : points_(points), metric_(metric) {}
  void list(std::span<const int> others) override { others_ = others; }
  void from(Index i, Index begin, Index end, double* out) const override;

 private:
  const Data& points_;
  PairMetric metric_;
  std::span<const int> others_;
};

// Squared distances of dense points, many at once: the others are kept column by column.
class ColumnDistances final : public DistancesTo {
 public:
  explicit ColumnDistances(const Data& points) : points_(points) {}
  void list(std::span<const int> others) override;
  void from(Index i, Index begin, Index end, double* out) const override;

 private:
  const Data& points_;
  Index count_ = 0;
  std::vector<double> columns_;
};

class GivenDistances final : public DistancesTo {
 public:
  explicit GivenDistances(const Data& matrix) : matrix_(matrix) {}
  void list(std::span<const int> others) override { others_ = others; }
  void from(Index i, Index begin, Index end, double* out) const override;

 private:
  const Data& matrix_;
  std::span<const int> others_;
};

// The k-th smallest distance of each point to the others, all pairs compared.
Vector all_neighbor_distances(const Data& points, PairMetric metric, Index k);

}  // namespace mercer
