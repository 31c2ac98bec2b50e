#include "forecast.hpp"

#include <chrono>
#include <cmath>

#include "mercer/error.hpp"

namespace mercer::cli {
namespace {

constexpr Index sample_size = 1000;

// Every (n / m)-th point.
std::vector<Index> spread(Index size, Index wanted) {
  std::vector<Index> rows;
  for (Index i = 0; i < wanted; ++i) rows.push_back(i * size / wanted);
  return rows;
}

// A given matrix is sampled in rows and columns alike.
Data take_square(const Data& matrix, const std::vector<Index>& rows) {
  const Matrix wide = matrix.take(rows).dense();
  Matrix square(wide.rows(), wide.rows());
  for (Index j = 0; j < square.cols(); ++j) square.col(j) = wide.col(rows[static_cast<std::size_t>(j)]);
  return square;
}

Options sample_options(const Data& sample, const std::vector<Index>& rows, const Options& options,
                       const Plan& plan) {
  Options small = options;
  small.control = nullptr;
  small.precision = plan.precision;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (small.weights.size() > 0) small.weights[static_cast<Index>(i)] = options.weights[rows[i]];
    if (!small.labels.empty()) small.labels[i] = options.labels[static_cast<std::size_t>(rows[i])];
  }
  if (small.weights.size() > 0) small.weights.conservativeResize(sample.size());
  if (!small.labels.empty()) small.labels.resize(rows.size());
  // A matrix too large to be stored is not stored for the sample either.
  if (plan.storage == "tiled") small.memory = mercer::plan(sample, small).least_bytes;
  return small;
}

// Seconds that a sample of `size` points takes.
double sample_seconds(const Data& data, Index size, const Options& options, const Plan& plan) {
  const std::vector<Index> rows = spread(data.size(), size);
  const Data sample = is_precomputed(options.kernel) ? take_square(data, rows) : data.take(rows);
  const Options small = sample_options(sample, rows, options, plan);
  const auto start = std::chrono::steady_clock::now();
  cluster(sample, small);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

// With seconds(m) = a m + b m^2 from two samples; b is zero in the input space.
std::optional<double> forecast_seconds(const Data& data, const Options& options, const Plan& plan) {
  const auto n = static_cast<double>(data.size());
  const Index large = std::min(data.size(), sample_size),
              small = std::max<Index>(options.clusters, large / 2);
  try {
    const double m = static_cast<double>(large), most = sample_seconds(data, large, options, plan) / m;
    if (plan.storage == "vectors" || small == large) return most * n;
    const double h = static_cast<double>(small), less = sample_seconds(data, small, options, plan) / h;
    const double b = std::max(0.0, (most - less) / (m - h)), a = std::max(0.0, most - b * m);
    return a * n + b * n * n;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace mercer::cli
