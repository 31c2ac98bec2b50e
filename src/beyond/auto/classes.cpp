#include "beyond/auto/classes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Cholesky>

#include "beyond/auto/means.hpp"
#include "core/parallel.hpp"
#include "mercer/data.hpp"

namespace mercer::automatic {
namespace {

constexpr double pseudo_rows = 1;        // of the whole table, in every class
constexpr double least_variance = 1e-9;  // of a number, whose deviation in the table is 1
constexpr Index most_em_rounds = 100;

bool is_tilted(ClassSpread spread) {
  return spread == ClassSpread::tilted || spread == ClassSpread::own_tilted;
}

// The logarithm of a normal density with correlations, but for the constant.
Vector log_normal(const Matrix& N, const Eigen::RowVectorXd& mean, const Matrix& covariance) {
  const Eigen::LLT<Eigen::MatrixXd> root((Eigen::MatrixXd(covariance)));
  const Eigen::MatrixXd L = root.matrixL();
  const Eigen::MatrixXd gap = (N.rowwise() - mean).transpose();
  const Vector squares = L.triangularView<Eigen::Lower>().solve(gap).colwise().squaredNorm().transpose();
  return -0.5 * (squares.array() + 2 * L.diagonal().array().log().sum());
}

// The parameters of classes, given how much each row belongs to each.
class Parameters {
 public:
  Parameters(const ClassTable& table, const Matrix& N, const Matrix& R, ClassSpread spread)
      : table_(table), spread_(spread), mass_(R.colwise().sum().transpose()) {
    const auto n = static_cast<double>(R.rows());
    const Index k = R.cols(), d = N.cols();
    log_share = (mass_.array().max(1e-9) / n).log();
    means = mass_.cwiseMax(1e-9).cwiseInverse().asDiagonal() * (R.transpose() * N);
    const Vector whole =
        N.array().square().colwise().mean().transpose() - N.colwise().mean().array().square().transpose();
    if (is_tilted(spread)) {
      const Matrix centred = N.rowwise() - N.colwise().mean();
      Matrix prior = pseudo_rows * centred.transpose() * centred / n;
      prior.diagonal().array() += least_variance;  // columns may depend on each other
      if (spread == ClassSpread::tilted)
        covariances = {(N.transpose() * N - means.transpose() * mass_.asDiagonal() * means + prior) /
                       (n + pseudo_rows)};
      else
        for (Index j = 0; j < k; ++j) {
          const Matrix gap = N.rowwise() - means.row(j);
          covariances.push_back((gap.transpose() * R.col(j).asDiagonal() * gap + prior) /
                                (mass_[j] + pseudo_rows));
        }
    } else {
      variances.resize(k, d);
      Vector all = Vector::Zero(d);
      for (Index j = 0; j < k; ++j) {
        const Vector within =
            ((N.rowwise() - means.row(j)).array().square().matrix().transpose() * R.col(j)).eval();
        all += within;
        variances.row(j) = ((within + pseudo_rows * whole) / (mass_[j] + pseudo_rows)).transpose();
      }
      if (spread == ClassSpread::shared)
        variances.rowwise() = ((all + pseudo_rows * whole) / (n + pseudo_rows)).transpose().eval();
      variances = variances.cwiseMax(least_variance);
    }
    for (std::size_t c = 0; c < table.codes.size(); ++c) log_levels.push_back(levels_of(c, R));
  }

  // log w_k + log p(row | k)
  Matrix log_joint(const Matrix& N) const {
    const Index n = N.rows(), k = mass_.size(), d = N.cols();
    Matrix out(n, k);
    for (Index j = 0; j < k; ++j) {
      if (is_tilted(spread_)) {
        out.col(j) = log_normal(N, means.row(j), covariance(j));
        continue;
      }
      const Matrix gap = N.rowwise() - means.row(j);
      out.col(j) =
          -0.5 * ((gap.array().square().matrix() * variances.row(j).cwiseInverse().transpose()).array() +
                  variances.row(j).array().log().sum());
    }
    out.array() -= 0.5 * static_cast<double>(d) * std::log(2 * std::numbers::pi);
    out.rowwise() += log_share.transpose();
    for (std::size_t c = 0; c < log_levels.size(); ++c)
      for (Index i = 0; i < n; ++i)
        out.row(i) += log_levels[c].col(table_.codes[c][static_cast<std::size_t>(i)]).transpose();
    return out;
  }

  // With correlations.
  const Matrix& covariance(Index j) const {
    return covariances[spread_ == ClassSpread::tilted ? 0 : static_cast<std::size_t>(j)];
  }

  Vector log_share;
  Matrix means, variances;
  std::vector<Matrix> covariances;
  std::vector<Matrix> log_levels;  // of each category: classes x levels

 private:
  Matrix levels_of(std::size_t c, const Matrix& R) const {
    const Index levels = table_.categories[c].levels();
    Matrix counts = Matrix::Zero(R.cols(), levels);
    for (Index i = 0; i < R.rows(); ++i)
      counts.col(table_.codes[c][static_cast<std::size_t>(i)]) += R.row(i).transpose();
    const Vector whole = counts.colwise().sum().transpose().array() / static_cast<double>(R.rows());
    for (Index j = 0; j < R.cols(); ++j)
      counts.row(j) = (counts.row(j) + pseudo_rows * whole.transpose()) / (mass_[j] + pseudo_rows);
    return counts.cwiseMax(1e-12).array().log().matrix();
  }

  const ClassTable& table_;
  ClassSpread spread_;
  Vector mass_;
};

Matrix of_labels(const Labels& labels, Index classes) {
  Matrix R = Matrix::Zero(static_cast<Index>(labels.size()), classes);
  for (std::size_t i = 0; i < labels.size(); ++i) R(static_cast<Index>(i), labels[i]) = 1;
  return R;
}

double parameter_count(const ClassTable& table, ClassSpread spread, Index classes) {
  const Index d = table.numbers.cols();
  Index levels = 0;
  for (const CategoryColumns& one : table.categories) levels += one.levels() - 1;
  const Index one = is_tilted(spread) ? d * (d + 1) / 2 : d;
  const bool each = spread == ClassSpread::own || spread == ClassSpread::own_tilted;
  const Index spreads = each ? classes * one : one;
  return static_cast<double>(classes - 1 + classes * (d + levels) + spreads);
}

Classes one_fit(const ClassTable& table, const Labels& start, Index classes, ClassSpread spread) {
  const auto n = static_cast<double>(table.size());
  Matrix R = of_labels(start, classes);
  double before = -std::numeric_limits<double>::infinity();
  for (Index round = 0; round < most_em_rounds; ++round) {
    R = Parameters(table, table.numbers, R, spread).log_joint(table.numbers);
    const Vector top = R.rowwise().maxCoeff();
    const Vector density = top.array() + (R.colwise() - top).array().exp().rowwise().sum().log();
    R = (R.colwise() - density).array().exp().matrix().eval();
    const double likelihood = density.sum();
    if (!(likelihood - before > 1e-5 * n)) break;
    before = likelihood;
  }
  Classes out{
      {}, spread, classes, (before - 0.5 * parameter_count(table, spread, classes) * std::log(n)) / n};
  for (Index i = 0; i < R.rows(); ++i) {
    Index best = 0;
    R.row(i).maxCoeff(&best);
    out.labels.push_back(static_cast<int>(best));
  }
  return out;
}

}  // namespace

Classes fit_classes(const ClassTable& table, const std::vector<Labels>& starts, Index classes) {
  constexpr std::array<ClassSpread, 4> spreads = {ClassSpread::shared, ClassSpread::own, ClassSpread::tilted,
                                                  ClassSpread::own_tilted};
  const bool alone = classes == 1;  // one class has a spread of its own in any case
  const auto kinds = static_cast<Index>(spreads.size());
  std::vector<Classes> found(starts.size() * spreads.size());
  parallel_blocks(std::ssize(found), [&](Index b) {
    const ClassSpread spread = spreads[static_cast<std::size_t>(b % kinds)];
    Classes& one = found[static_cast<std::size_t>(b)];
    one.bic = -std::numeric_limits<double>::infinity();
    if (alone && (spread == ClassSpread::own || spread == ClassSpread::own_tilted)) return;
    one = one_fit(table, starts[static_cast<std::size_t>(b / kinds)], classes, spread);
  });
  const auto best = std::max_element(found.begin(), found.end(),
                                     [](const Classes& a, const Classes& b) { return a.bic < b.bic; });
  return std::move(*best);
}

std::vector<Labels> more_starts(const Matrix& X, Index classes, std::uint64_t seed) {
  constexpr std::uint64_t starts = 5;
  std::vector<Labels> out;
  for (std::uint64_t s = 0; s < starts && classes > 1; ++s)
    out.push_back(kmeans(Data(X), classes, 1, seed + 1 + s));
  return out;
}

Gaussians components_of(const Matrix& X, const ClassTable& table, const Classes& found) {
  const Index k = found.classes, d = X.cols();
  const Matrix N = X(Eigen::all, table.number_columns);
  const Parameters p(table, N, of_labels(found.labels, k), found.spread);
  Gaussians out;
  out.means = Matrix::Zero(k, d);
  out.covariances = Matrix::Zero(k * d, d);
  Vector log_weight = p.log_share;
  for (Index j = 0; j < k; ++j)
    for (Index a = 0; a < N.cols(); ++a) {
      const Index column = table.number_columns[static_cast<std::size_t>(a)];
      out.means(j, column) = p.means(j, a);
      if (!is_tilted(found.spread)) out.covariances(j * d + column, column) = p.variances(j, a);
      for (Index b = 0; b < N.cols() && is_tilted(found.spread); ++b)
        out.covariances(j * d + column, table.number_columns[static_cast<std::size_t>(b)]) =
            p.covariance(j)(a, b);
    }
  // x = low + height [on]. A component of mean m and variance s has the slope m / s, so that
  //   m = s slope / height,  log weight + m^2 / (2 s) - slope low / height
  // gives slope [on]; what all components have in common is of no matter.
  for (std::size_t c = 0; c < table.categories.size(); ++c) {
    const CategoryColumns& one = table.categories[c];
    const Matrix& log_level = p.log_levels[c];
    const bool single = one.columns.size() == 1;
    if (single) log_weight += log_level.col(0);
    for (std::size_t l = 0; l < one.columns.size(); ++l) {
      const Index column = one.columns[l];
      Vector slope =
          single ? Vector(log_level.col(1) - log_level.col(0)) : Vector(log_level.col(static_cast<Index>(l)));
      slope.array() -= slope.mean();
      const double low = X.col(column).minCoeff(), height = X.col(column).maxCoeff() - low;
      const double s = (X.col(column).array() - X.col(column).mean()).square().mean();
      for (Index j = 0; j < k; ++j) {
        const double m = s * slope[j] / height;
        out.means(j, column) = m;
        out.covariances(j * d + column, column) = s;
        log_weight[j] += m * m / (2 * s) - slope[j] * low / height;
      }
    }
  }
  out.weights = (log_weight.array() - log_weight.maxCoeff()).exp().max(1e-200);
  out.weights /= out.weights.sum();
  return out;
}

}  // namespace mercer::automatic
