#include "engine/winners.hpp"

#include <map>

#include "core/distance_math.hpp"

namespace mercer {
namespace {

// H: the weights that the rule gives to a point at each prototype in turn.
Matrix pulls(const Som& rule, Index k) {
  Matrix H(k, k);
  for (Index l = 0; l < k; ++l) {
    Vector d2 = Vector::Ones(k);
    d2[l] = 0;
    rule(std::span<const double>(d2.data(), static_cast<std::size_t>(k)),
         std::span<double>(H.row(l).data(), static_cast<std::size_t>(k)));
  }
  return H;
}

// The column of each point's winner, point by point, start by start; -1: none yet.
using Winners = std::vector<Index>;

// The nearest prototype of each point in each start (ties: the lowest index). Energies are sums of w d2, and
// a change is 1 in the starts where a winner changed.
detail::Step find_winners(const Space& space, const Prototypes& P, const FitOptions& options,
                          Winners& winner) {
  const Index n = space.size(), k = options.clusters, starts = P.count() / k;
  BlockSums energies(n, starts), changes(n, starts);
  space.scan(P, {0, P.count()}, [&](Range points, Block& D2) {
    const Index begin = points.begin, rows = points.size();
    Vector d2(rows);
    std::vector<Index> nearest(static_cast<std::size_t>(rows));
    for (Index s = 0; s < starts; ++s) {
      least_of_rows(D2.data() + s * k, D2.outerStride(), rows, k, d2.data(), nearest.data());
      energies.at(begin)[s] = options.weights.segment(begin, rows).dot(d2);
      bool changed = false;
      for (Index i = begin; i < points.end; ++i) {
        Index& own = winner[static_cast<std::size_t>(i * starts + s)];
        const Index now = s * k + nearest[static_cast<std::size_t>(i - begin)];
        changed = changed || own != now;
        own = now;
      }
      if (changed) changes.at(begin)[s] = 1;
    }
  });
  return {energies.sum(), changes.largest()};
}

SparseRows changed_rows(const Winners& from, const Winners& to, const Vector& weights) {
  SparseRows dZ;
  const auto n = static_cast<std::size_t>(weights.size()), starts = to.size() / n;
  for (std::size_t i = 0; i < n; ++i) {
    bool added = false;
    for (std::size_t e = i * starts; e < (i + 1) * starts; ++e) {
      if (from[e] == to[e]) continue;
      if (!added) dZ.add_row(static_cast<Index>(i));
      added = true;
      if (from[e] >= 0) dZ.add(from[e], -weights[static_cast<Index>(i)]);
      dZ.add(to[e], weights[static_cast<Index>(i)]);
    }
  }
  return dZ;
}

// The sums over the points that each node has won.
class WinnerSums {
 public:
  WinnerSums(const Space& space, const FitOptions& options)
      : space_(space), weights_(options.weights), control_(options.control) {}

  // P, the prototypes that were won, become those of the weights; H is the same for every start. A prototype
  // without weight stays.
  void place(const Matrix& H, const Winners& now, Prototypes& P) {
    const Index n = space_.size(), k = H.rows();
    if (winner_.size() != now.size() || moved_ > 8 * n) {
      sums_ = space_.none(P.count());
      winner_.assign(now.size(), -1);
      moved_ = 0;
    }
    const SparseRows dZ = changed_rows(winner_, now, weights_);
    space_.move(dZ, sums_, control_);
    moved_ += static_cast<Index>(dZ.rows.size());
    winner_ = now;
    Prototypes next = space_.spread(sums_, H, winner_, weights_);
    Vector won = Vector::Zero(P.count());
    for (const Index column : winner_) ++won[column];
    std::vector<Index> dead;
    for (Index j = 0; j < P.count(); ++j)
      if (!(won.segment(j / k * k, k).dot(H.col(j % k)) > no_weight)) dead.push_back(j);
    space_.put(P, dead, next);
    P = std::move(next);
  }

 private:
  const Space& space_;
  const Vector& weights_;
  Control* control_;
  Prototypes sums_;  // of Z
  Winners winner_;   // behind them
  Index moved_ = 0;  // rows since the sums were formed from scratch
};

// What the winners and their pulls say of the weights.
struct Pulled {
  Winners winner;
  Matrix H;

  Index starts(Index n) const { return static_cast<Index>(winner.size()) / n; }
  // The points that pull at each prototype, counted with their pulls.
  Vector strength(Index count) const {
    const Index k = H.rows();
    Vector won = Vector::Zero(count), all(count);
    for (const Index column : winner) ++won[column];
    for (Index s = 0; s < count; s += k) all.segment(s, k) = H.transpose() * won.segment(s, k);
    return all;
  }
  // The weights of prototype j.
  Vector column(Index n, Index j) const {
    const Index k = H.rows(), start = j / k;
    Vector w(n);
    for (Index i = 0; i < n; ++i)
      w[i] = H(winner[static_cast<std::size_t>(i * starts(n) + start)] - start * k, j % k);
    return w;
  }
};

// The weights of prototypes that lost theirs: those they had before.
class Dead {
 public:
  explicit Dead(const Matrix& W) : start_(W) {}

  void update(const Pulled& before, const Pulled& now) {
    const Vector strength = now.strength(start_.cols());
    for (Index j = 0; j < start_.cols(); ++j)
      if (strength[j] > no_weight)
        kept_.erase(j);
      else if (!kept_.contains(j))
        kept_[j] = before.H.size() > 0 ? before.column(start_.rows(), j) : Vector(start_.col(j));
  }
  void restore(Matrix& W, Index first) const {
    for (const auto& [j, w] : kept_)
      if (j >= first && j < first + W.cols()) W.col(j - first) = w;
  }

 private:
  const Matrix& start_;
  std::map<Index, Vector> kept_;
};

}  // namespace

std::vector<Fit> fit_map(const Space& space, const Som& rule, Matrix W, const FitOptions& options) {
  const Index n = space.size(), k = options.clusters, starts = W.cols() / k;
  const Index schedule = detail::schedule_of(rule, options);
  const RestLimits limits = detail::limits_of(space, options);
  std::vector<Fit> fits(static_cast<std::size_t>(starts));
  std::vector<Course> courses(fits.size());
  Pulled now{Winners(static_cast<std::size_t>(n * starts), -1), {}};
  WinnerSums sums(space, options);
  Dead dead(W);
  Prototypes P;
  Progress progress = Progress::open(options.control, "pass");
  bool going = true;
  for (Index step = 0; going && step < options.max_iterations; ++step) {
    if (step == 0)
      space.place(options.weights.asDiagonal() * W, P, options.control);
    else
      sums.place(now.H, now.winner, P);
    if (progress.stopped()) break;  // the products may be incomplete: the winners before them stand
    const Pulled before = now;
    now.H = pulls(detail::rule_at(rule, step, schedule), k);
    const detail::Step done = find_winners(space, P, options, now.winner);
    dead.update(before, now);
    going = false;
    for (Index s = 0; s < starts; ++s) {
      Fit& f = fits[static_cast<std::size_t>(s)];
      if (f.converged) continue;  // and its winners stay
      ++f.iterations;
      Course& course = courses[static_cast<std::size_t>(s)];
      course.add(done.energy[s], done.change[s], step >= schedule);
      f.converged = step >= schedule && course.rests(limits);
      f.history.push_back(f.energy = done.energy[s]);
      going = going || !f.converged;
    }
    progress.done();
  }
  for (Index s = 0; s < starts; ++s) {
    Matrix& own = fits[static_cast<std::size_t>(s)].weights = W.middleCols(s * k, k);
    if (now.H.size() == 0) continue;
    for (Index i = 0; i < n; ++i)
      own.row(i) = now.H.row(now.winner[static_cast<std::size_t>(i * starts + s)] - s * k);
    dead.restore(own, s * k);
  }
  return fits;
}

}  // namespace mercer
