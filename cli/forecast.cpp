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

}  // namespace

std::optional<double> forecast_seconds(const Data& data, const Options& options, const Plan& plan) {
  const Index size = std::min(data.size(), sample_size);
  const std::vector<Index> rows = spread(data.size(), size);
  try {
    const Data sample = is_precomputed(options.kernel) ? take_square(data, rows) : data.take(rows);
    const Options small = sample_options(sample, rows, options, plan);
    const auto start = std::chrono::steady_clock::now();
    cluster(sample, small);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    // Work grows with the points in the input space, with pairs of points under a kernel.
    const double growth = static_cast<double>(data.size()) / static_cast<double>(size);
    return spent.count() * (plan.storage == "vectors" ? growth : growth * growth);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace mercer::cli
