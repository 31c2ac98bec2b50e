#include "beyond/svdd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "beyond/row_cache.hpp"
#include "core/parallel.hpp"

namespace mercer {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
class Solver {
 public:
  Solver(const Gram& gram, const SvddOptions& options)
      : gram_(gram),
        options_(options),
        rows_(gram, options.cache_bytes),
        diagonal_(gram.diagonal()),
        n_(gram.size()),
        C_(std::clamp(options.C, 1.0 / static_cast<double>(n_), 1.0)),
        edge_(1e-12 * C_) {}

  Svdd solve() {
    start();
    if (out_.cut) return std::move(out_);
    Progress progress(options_.control, "svdd", 0);
    Index since_shrinking = 0;
    const Index interval = std::min<Index>(n_, 1000);
    while (out_.steps < options_.max_steps && !progress.stopped()) {
      const Pair pair = choose();
      if (pair.gap <= limit_) {
        if (static_cast<Index>(active_.size()) == n_) break;
        reopen();  // what was left aside is looked at once more
        if (out_.cut) return std::move(out_);
        since_shrinking = 0;
        continue;
      }
      step(pair);
      ++out_.steps;
      if (++since_shrinking >= interval) {
        since_shrinking = 0;
        shrink();
        progress.done(interval);
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  struct Pair {
    Index up = -1, down = -1;
    double gap = 0;
  };

  // Of few points a product with the kernel matrix ends before anybody would wait for it.
  Control* heard() const { return n_ > 5000 ? options_.control : nullptr; }
  bool stopped() const { return heard() && heard()->stop; }
  bool may_rise(Index i) const { return beta_[i] < C_ - edge_; }
  bool may_fall(Index i) const { return beta_[i] > edge_; }

  // C on the points farthest from the mean of all, which are likely to stay outside.
  void start() {
    Matrix sums;
    apply_all(gram_, Matrix::Constant(n_, 1, 1.0 / static_cast<double>(n_)), sums, heard());
    out_.cut = stopped();
    if (out_.cut) return;
    const Vector far = diagonal_ - 2 * sums.col(0);  // squared distance to the mean, up to a constant
    const double mean_norm = sums.col(0).mean();
    out_.scale = std::max(0.0, (far.array() + mean_norm).maxCoeff());
    // The diagonal of a given matrix may be zero: gradients are rounded as the products are.
    const double size = std::max(diagonal_.cwiseAbs().maxCoeff(), sums.cwiseAbs().maxCoeff());
    limit_ = std::max(options_.tolerance * out_.scale, 64 * gram_.epsilon() * size);
    std::vector<Index> order(static_cast<std::size_t>(n_));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return far[a] > far[b]; });
    beta_ = Vector::Zero(n_);
    double left = 1;
    for (const Index i : order) {
      beta_[i] = std::min(C_, left);
      left -= beta_[i];
      if (left <= 0) break;
    }
    reopen();
  }

  // All points take part, with the gradient g = 2 K b - diag K from scratch.
  void reopen() {
    Matrix sums;
    apply_all(gram_, beta_, sums, heard());
    out_.cut = stopped();
    if (out_.cut) return;
    gradient_ = 2 * sums.col(0) - diagonal_;
    active_.resize(static_cast<std::size_t>(n_));
    std::iota(active_.begin(), active_.end(), Index{0});
  }

  // The weight that gains most by rising, and for it the one whose fall lowers the objective most (second
  // order).
  Pair choose() {
    Pair pair;
    double least = infinity, largest = -infinity;
    for (const Index i : active_) {
      if (may_rise(i) && gradient_[i] < least) {
        least = gradient_[i];
        pair.up = i;
      }
      if (may_fall(i)) largest = std::max(largest, gradient_[i]);
    }
    if (pair.up < 0) return pair;  // every weight is at C = 1/n
    pair.gap = largest - least;
    if (pair.gap <= limit_) return pair;
    const T* k = rows_.row(pair.up);
    double best = -infinity;
    for (const Index j : active_) {
      const double fall = gradient_[j] - least;
      if (!may_fall(j) || fall <= 0) continue;
      const double gain = fall / curvature(pair.up, j, k) * fall;  // squares of huge values overflow
      if (gain > best) {
        best = gain;
        pair.down = j;
      }
    }
    return pair;
  }

  double curvature(Index i, Index j, const T* row_of_i) const {
    return std::max(2 * (diagonal_[i] + diagonal_[j] - 2 * static_cast<double>(row_of_i[j])),
                    1e-12 * std::max(out_.scale, std::numeric_limits<double>::min()));
  }

  void step(const Pair& pair) {
    const auto [i, j, gap] = pair;
    const T *ki = rows_.row(i), *kj = rows_.row(j);
    const double t = std::min({(gradient_[j] - gradient_[i]) / curvature(i, j, ki), C_ - beta_[i], beta_[j]});
    beta_[i] += t;
    beta_[j] -= t;
    if (beta_[i] > C_ - edge_) beta_[i] = C_;
    if (beta_[j] < edge_) beta_[j] = 0;
    for (const Index h : active_)
      gradient_[h] += 2 * t * (static_cast<double>(ki[h]) - static_cast<double>(kj[h]));
  }

  // Weights at a bound that the gradient holds there are left aside until the others rest.
  void shrink() {
    double least = infinity, largest = -infinity;
    for (const Index i : active_) {
      if (may_rise(i)) least = std::min(least, gradient_[i]);
      if (may_fall(i)) largest = std::max(largest, gradient_[i]);
    }
    std::erase_if(active_, [&](Index i) {
      return (!may_fall(i) && gradient_[i] > largest) || (!may_rise(i) && gradient_[i] < least);
    });
  }

  // d_i = k_ii - 2 (K b)_i + b'K b = b'K b - g_i
  void finish() {
    if (static_cast<Index>(active_.size()) < n_) reopen();
    if (out_.cut) return;
    out_.norm = 0.5 * beta_.dot(gradient_ + diagonal_);
    out_.objective = beta_.dot(diagonal_) - out_.norm;
    out_.distances2 = Vector::Constant(n_, out_.norm) - gradient_;
    double least = infinity, largest = -infinity, sum = 0, free = 0;
    for (Index i = 0; i < n_; ++i) {
      if (may_rise(i)) least = std::min(least, gradient_[i]);
      if (may_fall(i)) largest = std::max(largest, gradient_[i]);
      if (beta_[i] > 1e-8 * C_ && beta_[i] < C_ * (1 - 1e-8)) {
        sum += out_.distances2[i];
        ++free;
      }
    }
    out_.gap = std::max(0.0, std::isfinite(least) ? largest - least : 0.0);
    out_.converged = out_.gap <= 2 * limit_;  // the gradient from scratch differs by rounding
    // Between the farthest point inside and the nearest outside, where none is on the sphere.
    if (!std::isfinite(least)) least = largest;
    out_.radius2 = std::max(0.0, free > 0 ? sum / free : out_.norm - 0.5 * (least + largest));
    out_.beta = std::move(beta_);
  }

  const Gram& gram_;
  const SvddOptions& options_;
  RowCache<T> rows_;
  Vector diagonal_, beta_, gradient_;
  Index n_;
  double C_, edge_, limit_ = 0;
  std::vector<Index> active_;
  Svdd out_;
};

}  // namespace

std::vector<Index> Svdd::support() const {
  std::vector<Index> points;
  for (Index i = 0; i < beta.size(); ++i)
    if (beta[i] > 0) points.push_back(i);
  return points;
}

Svdd svdd(const Gram& gram, const SvddOptions& options) {
  const bool single = gram.epsilon() > 1e-10;
  return single ? Solver<float>(gram, options).solve() : Solver<double>(gram, options).solve();
}

}  // namespace mercer
