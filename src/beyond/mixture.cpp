#include "beyond/mixture.hpp"

#include <cmath>

#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// What the M step needs of the points, about the means that the components had.
struct Moments {
  Vector mass;                          // sum_i r_ik
  Vector pull;                          // sum_i w_ik, with w_ik = r_ik u_ik; u = 1 for Gaussians
  Matrix first;                         // sum_i w_ik (x_i - m_k)
  std::vector<Eigen::MatrixXd> second;  // sum_i w_ik (x_i - m_k)(x_i - m_k)'; only what the shape needs
  double log_likelihood = 0, classification = 0;

  Moments(Index k, Index d)
      : mass(Vector::Zero(k)),
        pull(Vector::Zero(k)),
        first(Matrix::Zero(k, d)),
        second(static_cast<std::size_t>(k)) {
    for (auto& s : second) s = Eigen::MatrixXd::Zero(d, d);
  }
  void add(const Moments& other) {
    mass += other.mass;
    pull += other.pull;
    first += other.first;
    for (std::size_t k = 0; k < second.size(); ++k) second[k] += other.second[k];
    log_likelihood += other.log_likelihood;
    classification += other.classification;
  }
  // U: how much a point counts; empty: all alike.
  void add(const RowBlock& X, const RowBlock& R, const RowBlock& U, const Matrix& means, bool full) {
    Eigen::MatrixXd D(X.rows(), X.cols()), RD(X.rows(), X.cols());
    for (Index k = 0; k < R.cols(); ++k) {
      const double weight = R.col(k).sum();
      if (!(weight > 0)) continue;
      for (Index j = 0; j < X.cols(); ++j) D.col(j) = X.col(j) - means(k, j);
      const Eigen::ArrayXd w = U.size() > 0 ? Eigen::ArrayXd(R.col(k) * U.col(k)) : Eigen::ArrayXd(R.col(k));
      RD = D.array().colwise() * w;
      mass[k] += weight;
      pull[k] += U.size() > 0 ? w.sum() : weight;
      first.row(k) += RD.colwise().sum();
      auto& S = second[static_cast<std::size_t>(k)];
      if (full && X.cols() > 4)
        S.noalias() += D.transpose() * RD;
      else
        for (Index j = 0; j < X.cols(); ++j)
          for (Index l = full ? 0 : j; l <= j; ++l) S(j, l) += D.col(j).dot(RD.col(l));
    }
  }
};

class Em {
 public:
  Em(const Matrix& X, const MixtureOptions& o)
      : X_(X), o_(o), weights_(o.weights.size() > 0 ? o.weights : Vector(Vector::Ones(X.rows()))) {
    total_ = weights_.sum();
    const Index d = X.cols();
    const Vector mean = X.transpose() * weights_ / total_;
    Eigen::MatrixXd cov = Eigen::MatrixXd::Zero(d, d);
    for (Index i = 0; i < X.rows(); ++i) {
      const Vector x = X.row(i).transpose() - mean;
      cov.selfadjointView<Eigen::Lower>().rankUpdate(x, weights_[i] / total_);
    }
    // n / (n - 1), where a point of weight two counts as two.
    cov = Eigen::MatrixXd(cov.selfadjointView<Eigen::Lower>()) * (total_ > 1 ? total_ / (total_ - 1) : 1);
    // A direction without extent gets a little of one.
    cov.diagonal().array() += 1e-9 * std::max(cov.trace() / static_cast<double>(d), 1e-290);
    prior_ =
        shaped(cov) * (o.prior / std::pow(static_cast<double>(o.components), 2 / static_cast<double>(d)));
  }

  // The first step: labels are certain. Moments are taken about the clusters' means.
  Moments start(const Labels& labels, Gaussians& g) const {
    const Index k = o_.components, d = X_.cols();
    Vector mass = Vector::Zero(k);
    g.means = Matrix::Zero(k, d);
    for (Index i = 0; i < X_.rows(); ++i) {
      const int label = labels[static_cast<std::size_t>(i)];
      mass[label] += weights_[i];
      g.means.row(label) += weights_[i] * X_.row(i);
    }
    for (Index j = 0; j < k; ++j) g.means.row(j) /= std::max(mass[j], 1e-300);
    return sum([&](Index begin, Index end, const RowBlock& X, Moments& into) {
      RowBlock R = RowBlock::Zero(end - begin, k);
      for (Index i = begin; i < end; ++i) R(i - begin, labels[static_cast<std::size_t>(i)]) = weights_[i];
      into.add(X, R, {}, g.means, full());
    });
  }

  // r_ik = p(k | x_i)
  Moments expect(const Gaussians& g, const Densities& densities) const {
    return sum([&](Index begin, Index end, const RowBlock& X, Moments& into) {
      RowBlock R, U;
      densities.log_joint(X, R, U);
      const auto w = weights_.segment(begin, end - begin).array();
      into.classification = (R.rowwise().maxCoeff() * w).sum();
      into.log_likelihood = (normalise(R) * w).sum();
      R.colwise() *= w;
      into.add(X, R, U, g.means, full());
    });
  }

  //   weight_k ~ n_k,  mean_k = sum_i w_ik x_i / sum_i w_ik,  Sigma_k = (S_k + prior) / (n_k + prior's
  //   points)
  // and, where all have one shape, Sigma = (sum_k S_k + prior) / (n + prior's points).
  void maximise(const Moments& m, Gaussians& g) const {
    constexpr double few = 1e-6;  // keeps the weight of a component that lost all points above 0
    const Index k = o_.components, d = X_.cols();
    g.weights = (m.mass.array() + few) / (total_ + few * static_cast<double>(k));
    g.covariances.resize(k * d, d);
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(d, d);
    for (Index j = 0; j < k; ++j) {
      const double n = std::max(m.pull[j], 1e-300);
      const Vector shift = m.first.row(j).transpose() / n;
      g.means.row(j) += shift.transpose();
      Eigen::MatrixXd S =
          Eigen::MatrixXd(m.second[static_cast<std::size_t>(j)].selfadjointView<Eigen::Lower>()) -
          n * shift * shift.transpose();
      if (shares_shape(o_.covariance))
        all += S;
      else
        g.covariances.middleRows(j * d, d) = (shaped(S) + prior_) / std::max(m.mass[j] + o_.prior, 1e-300);
    }
    if (shares_shape(o_.covariance))
      g.covariances = ((shaped(all) + prior_) / (total_ + o_.prior)).replicate(k, 1);
  }

  const Eigen::MatrixXd& prior() const { return prior_; }
  double total() const { return total_; }

 private:
  bool full() const { return o_.covariance == Covariance::full || o_.covariance == Covariance::tied; }
  // What is left of a matrix in the shape that is asked for.
  Eigen::MatrixXd shaped(const Eigen::MatrixXd& S) const {
    const Index d = S.rows();
    if (full()) return S;
    if (o_.covariance == Covariance::diagonal) return S.diagonal().asDiagonal();
    return Eigen::MatrixXd::Identity(d, d) * (S.trace() / static_cast<double>(d));
  }
  // Moments of fixed blocks of rows, added up in order.
  template <class F>
  Moments sum(F&& f) const {
    const Index k = o_.components, d = X_.cols(), n = X_.rows();
    const Index blocks = (n + rows_together - 1) / rows_together;
    // Some blocks at a time: their moments are all that is held.
    constexpr Index at_once = 64;
    Moments all(k, d);
    for (Index from = 0; from < blocks; from += at_once) {
      const Index count = std::min(at_once, blocks - from);
      std::vector<Moments> parts(static_cast<std::size_t>(count), Moments(k, d));
      parallel_blocks(
          count,
          [&](Index b) {
            const Index begin = (from + b) * rows_together, end = std::min(n, begin + rows_together);
            f(begin, end, rows_of(X_, begin, end), parts[static_cast<std::size_t>(b)]);
          },
          static_cast<double>(n * k * d * (full() ? d : 2)));
      for (const Moments& part : parts) all.add(part);
    }
    return all;
  }

  const Matrix& X_;
  const MixtureOptions& o_;
  Vector weights_;
  double total_ = 0;
  Eigen::MatrixXd prior_;
};

}  // namespace

MixtureFit fit_mixture(const Matrix& X, const Labels& start, const MixtureOptions& o) {
  const Em em(X, o);
  MixtureFit fit;
  fit.gaussians.degrees = degrees_of(o.tails);
  Moments moments = em.start(start, fit.gaussians);
  while (fit.iterations < o.max_iterations && !(o.control && o.control->stop && fit.iterations > 0)) {
    Gaussians next = fit.gaussians;
    em.maximise(moments, next);
    const Densities densities(next);
    moments = em.expect(next, densities);
    // A shape that all share has its prior once.
    const double shapes = shares_shape(o.covariance) ? static_cast<double>(o.components) : 1;
    const double penalty = o.prior > 0 ? densities.penalty(em.prior() / o.prior) * o.prior / shapes : 0;
    const double objective = (moments.log_likelihood + penalty) / em.total();
    if (!std::isfinite(objective))
      throw Error(Fault::data, "the likelihood of the mixture is not finite; scale the data (`standardize`)");
    fit.converged = objective - fit.objective < o.tolerance;
    fit.gaussians = std::move(next);
    fit.mass = moments.mass;
    fit.log_likelihood = moments.log_likelihood;
    fit.classification = moments.classification;
    fit.penalty = penalty;
    fit.objective = objective;
    fit.icl = (moments.classification + penalty) / em.total();
    fit.history.push_back(objective);
    ++fit.iterations;
    if (fit.converged) break;
  }
  return fit;
}

Index degrees_of(Tails tails) { return tails == Tails::student ? 4 : 0; }

Index parameters_of(Covariance covariance, Index components, Index dimensions) {
  const bool any = covariance == Covariance::full || covariance == Covariance::tied;
  const Index shape = any                                  ? dimensions * (dimensions + 1) / 2
                      : covariance == Covariance::diagonal ? dimensions
                                                           : 1;
  return components * (1 + dimensions) - 1 + shape * (shares_shape(covariance) ? 1 : components);
}

}  // namespace mercer
