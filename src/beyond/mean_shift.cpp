#include "beyond/mean_shift.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/parallel.hpp"
#include "mercer/neighbors.hpp"
#include "space/partial_sums.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// Points spread evenly over the data.
std::vector<Index> spread(Index size, Index most) {
  std::vector<Index> rows;
  const Index count = std::min(size, most);
  for (Index s = 0; s < count; ++s) rows.push_back(s * size / count);
  return rows;
}

// The mean of the points in each cell of a grid as wide as the bandwidth.
Matrix cell_means(const Matrix& X, double width) {
  std::map<std::vector<std::int64_t>, std::pair<Eigen::RowVectorXd, Index>> cells;
  std::vector<std::int64_t> cell(static_cast<std::size_t>(X.cols()));
  for (Index i = 0; i < X.rows(); ++i) {
    if (i % points_together == 0) ask_to_go_on();
    for (Index j = 0; j < X.cols(); ++j)
      cell[static_cast<std::size_t>(j)] = static_cast<std::int64_t>(std::floor(X(i, j) / width));
    auto& [sum, count] = cells.try_emplace(cell, Eigen::RowVectorXd::Zero(X.cols()), 0).first->second;
    sum += X.row(i);
    ++count;
  }
  Matrix means(static_cast<Index>(cells.size()), X.cols());
  Index at = 0;
  for (const auto& [key, value] : cells) means.row(at++) = value.first / static_cast<double>(value.second);
  return means;
}

class Climb {
 public:
  Climb(const Data& data, const MeanShiftOptions& options)
      : options_(options), centre_(centre_of(data)), h2_(options.bandwidth * options.bandwidth) {
    X_ = data.dense();
    X_.rowwise() -= centre_.transpose();
  }

  Matrix seeds() const { return options_.binning ? cell_means(X_, options_.bandwidth) : X_; }

  // One step of all places: their new coordinates, and behind them the summed weights.
  Matrix step(const Matrix& V) const {
    Matrix sums = Matrix::Zero(V.rows(), V.cols() + 1);
    add_in_parts(X_.rows(), points_together, sums, [&](Index from, Index to, Matrix& part) {
      Matrix D2;
      for (Index begin = from; begin < to; begin += points_together) {
        const Index count = std::min(points_together, to - begin);
        ask_to_go_on();
        weigh(V, begin, count, D2);
        ask_to_go_on();
        part.leftCols(V.cols()).noalias() += D2.transpose() * X_.middleRows(begin, count);
        part.col(V.cols()) += D2.colwise().sum().transpose();
      }
    });
    return sums;
  }

  Vector centre() const { return centre_; }

 private:
  // W(i, s) = w(|x_i - v_s|) in the place of the squared distances
  void weigh(const Matrix& V, Index begin, Index count, Matrix& W) const {
    const auto rows = X_.middleRows(begin, count);
    W.noalias() = -2 * rows * V.transpose();
    W.colwise() += rows.rowwise().squaredNorm();
    W.rowwise() += V.rowwise().squaredNorm().transpose();
    if (options_.profile == ShiftProfile::flat)
      W = (W.array() <= h2_ * (1 + 1e-12)).cast<double>();
    else
      W = (W.array().max(0.0) * (-0.5 / h2_)).exp();
  }

  const MeanShiftOptions& options_;
  Vector centre_;
  double h2_;
  Matrix X_;
};

// Places that have come together climb on as one.
std::vector<Index> apart(const Matrix& V, double distance) {
  std::map<std::vector<std::int64_t>, Index> seen;
  std::vector<Index> kept;
  std::vector<std::int64_t> cell(static_cast<std::size_t>(V.cols()));
  for (Index s = 0; s < V.rows(); ++s) {
    if (s % points_together == 0) ask_to_go_on();
    for (Index j = 0; j < V.cols(); ++j)
      cell[static_cast<std::size_t>(j)] = static_cast<std::int64_t>(std::floor(V(s, j) / distance));
    if (seen.emplace(cell, s).second) kept.push_back(s);
  }
  return kept;
}

// The densest peaks, none closer to a denser one than the bandwidth.
Modes densest(const Matrix& peaks, const Vector& density, double bandwidth) {
  std::vector<Index> order(static_cast<std::size_t>(peaks.rows())), kept;
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return density[a] > density[b]; });
  for (const Index s : order) {
    ask_to_go_on();
    if (std::none_of(kept.begin(), kept.end(),
                     [&](Index other) { return (peaks.row(s) - peaks.row(other)).norm() < bandwidth; }))
      kept.push_back(s);
  }
  Modes modes;
  modes.points = peaks(kept, Eigen::all);
  modes.density = density(kept);
  return modes;
}

}  // namespace

double automatic_bandwidth(const Data& data, ShiftProfile profile) {
  constexpr Index sample = 500;
  const Data some = data.take(spread(data.size(), sample));
  const auto near = std::max<Index>(1, static_cast<Index>(0.3 * static_cast<double>(some.size())));
  if (some.size() < 2) return 1;
  const Matrix distances = nearest_neighbors(some, std::min(near, some.size() - 1)).distances;
  const double mean = distances.rightCols(1).mean();
  if (!(mean > 0)) return 1;
  return profile == ShiftProfile::flat ? mean : mean / 2;
}

Modes find_modes(const Data& data, const MeanShiftOptions& options) {
  const Climb climb(data, options);
  Progress progress(options.control, "mean shift", options.max_iterations);
  Matrix V = climb.seeds();
  const Index seeds = V.rows(), d = V.cols();
  const double rest = 1e-3 * options.bandwidth;
  Matrix peaks(0, d);
  Vector density(0);
  Index iteration = 0;
  const auto keep = [&](const Matrix& places, const Vector& weights) {
    const Index before = peaks.rows();
    peaks.conservativeResize(before + places.rows(), d);
    peaks.bottomRows(places.rows()) = places;
    density.conservativeResize(before + weights.size());
    density.tail(weights.size()) = weights;
  };
  while (V.rows() > 0 && iteration < options.max_iterations && !progress.stopped()) {
    const Matrix sums = climb.step(V);
    const Vector weights = sums.col(d);
    Matrix next = V;
    for (Index s = 0; s < V.rows(); ++s)
      if (weights[s] > 0) next.row(s) = sums.row(s).head(d) / weights[s];
    std::vector<Index> resting, moving;
    for (Index s = 0; s < V.rows(); ++s)
      ((next.row(s) - V.row(s)).norm() <= rest ? resting : moving).push_back(s);
    keep(next(resting, Eigen::all), weights(resting));
    const Matrix going = next(moving, Eigen::all);
    V = going(apart(going, rest), Eigen::all);
    ++iteration;
    progress.done();
  }
  const bool converged = V.rows() == 0;
  if (!converged) keep(V, climb.step(V).col(d));
  Modes modes = densest(peaks, density, options.bandwidth);
  modes.points.rowwise() += climb.centre().transpose();
  modes.seeds = seeds;
  modes.iterations = iteration;
  modes.converged = converged;
  return modes;
}

}  // namespace mercer
