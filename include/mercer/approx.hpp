// Approximations, as options. Without one, every result is exact.
#pragma once

#include <cstdint>

#include "mercer/choice.hpp"
#include "mercer/data.hpp"

namespace mercer {

struct Exact {
  static constexpr std::string_view name = "none", about = "exact";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

// How landmarks are chosen.
enum class LandmarkSampler { rpcholesky, plus_plus, uniform };
template <>
struct EnumNames<LandmarkSampler> {
  static constexpr std::array<std::string_view, 3> values = {"rpcholesky", "kmeans++", "uniform"};
};

struct Nystrom {
  static constexpr std::string_view name = "nystrom",
                                    about = "points projected onto the span of some of them, the landmarks";
  std::optional<std::int64_t> landmarks = {};
  LandmarkSampler sampler = LandmarkSampler::rpcholesky;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("landmarks", self.landmarks, "how many; auto = 2 sqrt(n), at least 10 per cluster",
          Allowed::at_least(1));
    visit("sampler", self.sampler,
          "how they are drawn; rpcholesky: by distance from the span of those drawn; kmeans++: from the "
          "nearest of them");
  }
};

struct RandomFeatures {
  static constexpr std::string_view name = "rff",
                                    about = "random Fourier features (gaussian and laplacian kernels)";
  std::int64_t features = 2000;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("features", self.features, "how many; one cosine and one sine per random frequency",
          Allowed::at_least(1));
  }
};

struct MiniBatch {
  static constexpr std::string_view name = "minibatch",
                                    about = "prototypes follow random batches (method kmeans)";
  std::int64_t size = 1024;
  std::optional<std::int64_t> window = {};
  std::int64_t batches = 200;
  double tolerance = 1e-3;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("size", self.size, "points of a batch", Allowed::at_least(1));
    visit("window", self.window,
          "number of most recent points whose mean is the prototype; auto = 2 size / clusters, at least 256",
          Allowed::at_least(1));
    visit("batches", self.batches, "largest number of batches", Allowed::at_least(1));
    visit("tolerance", self.tolerance, "stop when ten batches gain less than this share over the ten before",
          Allowed::at_least(0));
  }
};

struct AutoApprox {
  static constexpr std::string_view name = "auto",
                                    about = "exact if that is affordable, otherwise one of the others";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

using Approx = std::variant<Exact, Nystrom, RandomFeatures, MiniBatch, AutoApprox>;

// Whether nothing is approximated.
inline bool is_exact(const Approx& approx) { return std::holds_alternative<Exact>(approx); }
// The options of its mini-batches, or null.
inline const MiniBatch* batches_of(const Approx& approx) { return std::get_if<MiniBatch>(&approx); }
// Whether points become features whose products approximate the kernel.
inline bool gives_features(const Approx& approx) {
  return std::holds_alternative<Nystrom>(approx) || std::holds_alternative<RandomFeatures>(approx);
}

// What turns a point into its features; the same for training points and for new ones.
struct FeatureMap {
  Data landmarks;     // nystrom: the points themselves ...
  Labels columns;     // ... or, where the kernel matrix was given, which points they are
  Matrix factor;      // nystrom: L of K_mm = L L', lower triangular; z(x) = L^-1 k(landmarks, x)
  Matrix projection;  // geodesic landmarks: z(x) = projection' k(landmarks, x)
  Matrix
      frequencies;  // rff: one per column; z(x) = (cos, sin)(frequencies' (x - centre)) / sqrt(their number)
  Vector centre;    // rff
  Vector mean;      // of the training points' features, subtracted last
  Index rank() const { return factor.rows() + projection.cols() + 2 * frequencies.cols(); }
  bool empty() const { return rank() == 0; }
};

// What was approximated, and how well.
struct Approximation {
  std::string name;     // the choice, with the numbers used
  Index rank = 0;       // nystrom, rff: features of a point; minibatch: points behind the prototypes
  double error = 0;     // 0: exact
  std::string meaning;  // of `error`
};

MERCER_GRAMMAR(extern template, Approx);

}  // namespace mercer
