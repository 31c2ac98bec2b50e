#include "engine/inverse_weighted.hpp"

namespace mercer {
namespace {

constexpr double growth = 1.25, noise = 1e-3;

Matrix start_columns(const Matrix& W, Index start, Index k) { return W.middleCols(start * k, k); }

// R *= 1 + 1e-3 N(0,1)
void disturb(Eigen::Ref<Matrix> W, Random& random) {
  for (Index i = 0; i < W.rows(); ++i)
    for (Index j = 0; j < W.cols(); ++j) W(i, j) *= 1 + noise * random.normal();
}

// No cluster is empty, and no two prototypes are closer than 1e-3 of the variance (squared).
bool stand_apart(const Space& space, const Matrix& weights, const Critical& at, const FitOptions& options) {
  const Matrix W = options.weights.asDiagonal() * weights;
  Prototypes P;
  space.place(W, P, options.control);
  const Matrix D2 = all_distances(space, P), apart = space.apart(W, P);
  std::vector<bool> used(static_cast<std::size_t>(W.cols()));
  for (Index i = 0; i < D2.rows(); ++i) {
    Index nearest = 0;
    D2.row(i).minCoeff(&nearest);
    used[static_cast<std::size_t>(nearest)] = true;
  }
  for (Index j = 0; j < W.cols(); ++j) {
    if (!used[static_cast<std::size_t>(j)]) return false;
    for (Index l = 0; l < j; ++l)
      if (apart(j, l) < 1e-3 * at.variance) return false;
  }
  return true;
}

// Several starts on their way: weights side by side, and what each has been through.
struct Starts {
  Matrix W;
  std::vector<std::size_t> numbers;
  double b = 0;
};

class Annealing {
 public:
  Annealing(const Space& space, const FitOptions& options, std::size_t starts)
      : space_(space), options_(options), done_(starts) {}

  // At most `iterations` more at exponent b, for the starts of the group.
  void run(Starts& group, Index iterations) {
    FitOptions some = options_;
    some.max_iterations = std::min(iterations, options_.max_iterations);
    const std::vector<Fit> fits = fit(space_, InverseWeighted{.b = group.b}, group.W, some);
    const Index k = options_.clusters;
    for (std::size_t s = 0; s < fits.size(); ++s) {
      InverseWeightedFit& own = done_[group.numbers[s]];
      const Index before = own.fit.iterations;
      std::vector<double> history = std::move(own.fit.history);
      history.insert(history.end(), fits[s].history.begin(), fits[s].history.end());
      if (fits[s].weights.size() > 0) group.W.middleCols(static_cast<Index>(s) * k, k) = fits[s].weights;
      own = {fits[s], group.b};
      own.fit.iterations += before;
      own.fit.history = std::move(history);
    }
  }

  // Converges, then raises b to the larger of 2b and 8 and converges again.
  void finish(Starts group) {
    run(group, 200);
    const double top = std::max(2 * group.b, 8.0);
    while (group.b < top && !stopped()) {
      group.b = std::min(top, group.b * growth);
      run(group, group.b < top ? 40 : 200);
    }
  }

  bool stopped() const { return options_.control && options_.control->stop; }
  std::vector<InverseWeightedFit> take() { return std::move(done_); }

 private:
  const Space& space_;
  const FitOptions& options_;
  std::vector<InverseWeightedFit> done_;
};

// The starts whose `chosen` flag is `which`.
Starts select(const Starts& group, const std::vector<bool>& chosen, bool which, Index k) {
  Starts some;
  some.b = group.b;
  std::vector<Index> at;
  for (std::size_t s = 0; s < chosen.size(); ++s)
    if (chosen[s] == which) {
      at.push_back(static_cast<Index>(s));
      some.numbers.push_back(group.numbers[s]);
    }
  some.W = group.W(Eigen::all, detail::columns_of(at, k));
  return some;
}

}  // namespace

Matrix random_weights(Index size, Index clusters, std::vector<Random>& random) {
  Matrix W(size, clusters * static_cast<Index>(random.size()));
  for (std::size_t s = 0; s < random.size(); ++s)
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < clusters; ++j)
        W(i, static_cast<Index>(s) * clusters + j) = 1 - random[s].uniform();
  return W;
}

Matrix contracted(const Space& space, Matrix W, const Critical& at, std::vector<Random>& random,
                  const FitOptions& options) {
  FitOptions few = options;
  few.max_iterations = 30;
  few.weight_tolerance = 0;  // all of them
  const Index k = options.clusters;
  const std::vector<Fit> fits = fit(space, InverseWeighted{.b = 0.9 * at.exponent}, W, few);
  for (std::size_t s = 0; s < fits.size(); ++s) {
    auto own = W.middleCols(static_cast<Index>(s) * k, k);
    if (fits[s].weights.size() > 0) own = fits[s].weights;
    disturb(own, random[s]);
  }
  return W;
}

std::vector<InverseWeightedFit> fit_inverse_weighted(const Space& space, const InverseWeighted& rule,
                                                     const Matrix& W, const Critical& at,
                                                     std::vector<Random>& random, const FitOptions& options) {
  constexpr int most_rounds = 40;
  const Index k = options.clusters;
  Starts group{W, {}, rule.b.value_or(1.3 * at.exponent)};
  for (std::size_t s = 0; s < random.size(); ++s) group.numbers.push_back(s);
  Annealing annealing(space, options, random.size());
  if (rule.b) {
    annealing.run(group, options.max_iterations);
    return annealing.take();
  }
  for (int round = 0; !group.numbers.empty(); ++round) {
    annealing.run(group, 40);
    const auto count = static_cast<Index>(group.numbers.size());
    std::vector<bool> ready(group.numbers.size());
    for (Index s = 0; s < count; ++s)
      ready[static_cast<std::size_t>(s)] = annealing.stopped() || round + 1 == most_rounds ||
                                           stand_apart(space, start_columns(group.W, s, k), at, options);
    if (const Starts apart = select(group, ready, true, k); !apart.numbers.empty()) annealing.finish(apart);
    group = select(group, ready, false, k);
    for (std::size_t s = 0; s < group.numbers.size(); ++s)
      disturb(group.W.middleCols(static_cast<Index>(s) * k, k), random[group.numbers[s]]);
    group.b *= growth;
  }
  return annealing.take();
}

}  // namespace mercer
