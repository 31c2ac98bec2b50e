// Landmarks: a few points whose span in feature space is to hold the others as well as it can.
#pragma once

#include "core/random.hpp"
#include "gram/gram.hpp"
#include "mercer/approx.hpp"

namespace mercer {

// `count` distinct points.
//   uniform      any of them
//   kmeans++     each next one with probability ~ w_i times its squared distance to the nearest one so far
//   rpcholesky   each next one with probability ~ w_i times its squared distance to the span of those so far
// (Chen, Epperly, Tropp and Webber, Randomly pivoted Cholesky). Where nothing is left to choose by, the rest
// is uniform. A stop leaves the choice incomplete. `factor`: becomes the factor of the kernel that the choice
// by rpcholesky leaves behind (Potential::factor), if it chose all of them; else it is empty.
std::vector<Index> choose_landmarks(const Gram& gram, Index count, LandmarkSampler sampler,
                                    const Vector& weights, std::uint64_t seed, Control* control = nullptr,
                                    MatrixOf<float>* factor = nullptr);

// A quantity of every point that falls as landmarks are chosen, and by which the next ones are drawn.
class Potential {
 public:
  virtual ~Potential() = default;
  // What is left of each point; 0 for a landmark.
  const Vector& left() const { return left_; }
  // Goes through the proposals, which were drawn by `left`, and keeps each with probability (what is left of
  // it now) / (what was left when it was drawn); at most `most`. `left` is then brought up to date.
  virtual std::vector<Index> take(std::span<const Index> proposals, Index most, Random& random) = 0;
  // F with F F' ~ K, n x landmarks, where the potential is computed from one: row i is L^-1 k(landmarks, x_i)
  // with K_mm = L L', the landmarks in the order in which they were taken. It is handed over; nothing can be
  // taken after.
  virtual MatrixOf<float> factor() { return {}; }

 protected:
  explicit Potential(Vector left) : left_(std::move(left)) {}
  Vector left_;
};

// |phi_i - projection onto the landmarks' span|^2; memory: 4 n count bytes
std::unique_ptr<Potential> residual_potential(const Gram& gram, Index count);
// min over the landmarks of |phi_i - phi_h|^2; `first` is the first landmark
std::unique_ptr<Potential> distance_potential(const Gram& gram, Index first);

}  // namespace mercer
