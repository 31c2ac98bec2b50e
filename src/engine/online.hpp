// The second engine: one point at a time, which is how the survey's slides define self-organising maps and
// neural gas.
//
//   v_j += epsilon(t) h_j (phi(x_i) - v_j)        for t = 0 .. t_max - 1, x_i drawn at random
//
// h is the row of weights that the same rule gives in the batch engine. In feature space the coefficients are
// G_j <- (1 - a) G_j + a e_i, and the cached products K G are updated exactly, in O(nk) per step.
#pragma once

#include <vector>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "mercer/rules/schedule.hpp"
#include "rules/traits.hpp"
#include "space/space.hpp"

namespace mercer {

struct OnlineOptions {
  Index passes = 100;  // t_max = passes n
  double epsilon_initial = 0.5, epsilon_final = 0.005;
  Vector weights;  // one per point: how often it is drawn
  std::uint64_t seed = 1, stream = 0;
  Control* control = nullptr;
};

// Points drawn in proportion to their weights.
class Presenter {
 public:
  Presenter(const Vector& weights, Random random);
  Index next();

 private:
  std::vector<double> upto_;
  Random random_;
};

// The coefficients of prototypes that take steps towards points. A column is kept with a factor of its own,
// so that a step costs O(k).
class Coefficients {
 public:
  // Columns of G are brought to sum to one.
  explicit Coefficients(Matrix G);
  void nudge(Index point, const Vector& step);
  const Matrix& fold();  // all factors multiplied in

 private:
  Matrix G_;
  Vector factor_;
};

// From coefficients G (n x k) to those at the end of the schedule; a stop ends it early.
template <Scheduled R>
Matrix fit_online(const Space& space, const R& rule, Matrix start, const OnlineOptions& options) {
  Coefficients G(std::move(start));
  Prototypes P;
  space.place(G.fold(), P, options.control);
  P.mass.setOnes();
  Presenter presenter(options.weights, Random(options.seed, options.stream));
  Progress progress(options.control, "passes", options.passes);
  const Index n = space.size(), k = P.count(), last = options.passes * n;
  Matrix D2;
  Vector step(k);
  const auto width = static_cast<std::size_t>(k);
  for (Index t = 0; t < last && !progress.stopped(); ++t) {
    const double over = static_cast<double>(t) / static_cast<double>(last);
    const Index i = presenter.next();
    space.distances(P, std::span(&i, 1), {0, k}, D2);
    rule.at(over)(std::span<const double>(D2.data(), width), std::span<double>(step.data(), width));
    step *= rules::geometric(options.epsilon_initial, options.epsilon_final, over);
    space.nudge(i, step, P);
    G.nudge(i, step);
    if ((t + 1) % n == 0) progress.done();
  }
  return G.fold();
}

}  // namespace mercer
