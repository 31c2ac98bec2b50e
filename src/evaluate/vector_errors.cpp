// Errors about the clusters' own means, in three passes over the rows: a rough mean, its correction, the
// distances. The mean is kept as rough + rest, so an offset of the data cancels before anything is squared.
#include <cmath>

#include "evaluate/codes.hpp"
#include "evaluate/entries.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

struct Means {
  Matrix rough;  // clusters x columns
  Matrix rest;   // mean of x - rough
};

// The mean of x - from in each cluster. Columns that a sparse row doesn't store hold zero.
template <class Rows>
Matrix mean_from(const Rows& x, const Labels& codes, const Matrix& from) {
  Matrix sum = Matrix::Zero(from.rows(), from.cols());
  Matrix stored = Matrix::Zero(from.rows(), from.cols());
  Vector size = Vector::Zero(from.rows());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const int j = codes[i];
    if (j < 0) continue;
    size[j] += 1;
    each_entry(x, static_cast<Index>(i), [&](Index c, double value) {
      sum(j, c) += value - from(j, c);
      stored(j, c) += 1;
    });
  }
  const Matrix absent = (-stored).colwise() + size;
  return (sum.array() - absent.array() * from.array()).colwise() / size.array();
}

template <class T>
double squared_distance(const DenseView<T>& x, Index i, const Means& means, Index j, double) {
  double sum = 0;
  each_entry(x, i, [&](Index c, double value) {
    const double difference = (value - means.rough(j, c)) - means.rest(j, c);
    sum += difference * difference;
  });
  return sum;
}

// |x - m|^2 = sum over stored columns of (x - m)^2 + what the mean has elsewhere. The latter is
// |m|^2 - sum over stored columns of m^2, unless that cancels: then the other columns are added up.
double squared_distance(const SparseMatrix& x, Index i, const Means& means, Index j, double norm2) {
  double sum = 0, covered = 0;
  each_entry(x, i, [&](Index c, double value) {
    const double mean = means.rough(j, c) + means.rest(j, c);
    const double difference = (value - means.rough(j, c)) - means.rest(j, c);
    sum += difference * difference;
    covered += mean * mean;
  });
  if (norm2 - covered > 0.01 * norm2) return sum + (norm2 - covered);
  Vector elsewhere = (means.rough.row(j) + means.rest.row(j)).transpose();
  each_entry(x, i, [&](Index c, double) { elsewhere[c] = 0; });
  return sum + elsewhere.squaredNorm();
}

template <class Rows>
VectorErrors errors(const Rows& x, Index dimensions, const Codes& clusters) {
  Means means;
  means.rough = mean_from(x, clusters.codes, Matrix::Zero(clusters.count(), dimensions));
  means.rest = mean_from(x, clusters.codes, means.rough);
  const Vector norm2 = (means.rough + means.rest).rowwise().squaredNorm();
  VectorErrors result;
  Index size = 0;
  for (std::size_t i = 0; i < clusters.codes.size(); ++i) {
    const int j = clusters.codes[i];
    if (j < 0) continue;
    const double d2 = squared_distance(x, static_cast<Index>(i), means, j, norm2[j]);
    result.quantization_error += std::sqrt(d2);
    result.sse += d2;
    ++size;
  }
  if (size > 0) result.empirical = result.sse / (2 * static_cast<double>(size));
  return result;
}

}  // namespace

VectorErrors vector_errors(const Data& data, const Labels& labels) {
  require_equal_sizes("labels", labels.size(), "points", static_cast<std::size_t>(data.size()));
  const Codes clusters = compact(labels, Noise::leave_out);
  return data.visit([&](const auto& x) { return errors(x, data.dimensions(), clusters); });
}

}  // namespace mercer
