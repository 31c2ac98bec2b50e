#include "mercer/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <optional>

#include "core/random.hpp"
#include "core/refuse.hpp"
#include "data/letters.hpp"
#include "mercer/choice.hpp"

namespace mercer {
namespace {

constexpr double pi = std::numbers::pi;
using Point = Eigen::Vector2d;

// A shape under construction: points and labels in the order they are drawn.
class Drawing {
 public:
  Drawing(Index rows, Index columns, double deviation, std::uint64_t seed)
      : noise(deviation), random(seed), points_(rows, columns) {}

  void add(const Eigen::Ref<const Vector>& point, int label) {
    points_.row(static_cast<Index>(labels_.size())) = point;
    labels_.push_back(label);
  }
  // A point moved by Gaussian noise in every coordinate.
  void add_noisy(Vector point, int label) {
    for (double& x : point) x += noise * random.normal();
    add(point, label);
  }
  // Two standard normal numbers, x drawn before y: arguments of a call are drawn in the compiler's order.
  Point normal_pair() {
    const double x = random.normal();
    return {x, random.normal()};
  }
  // The i-th of `count` values in [0, 1): evenly spread, with jitter.
  double spread(Index i, Index count) {
    return (static_cast<double>(i) + random.uniform()) / static_cast<double>(count);
  }
  Index drawn() const { return static_cast<Index>(labels_.size()); }
  auto points() const { return points_.topRows(drawn()); }
  Generated finish() {
    points_.conservativeResize(drawn(), Eigen::NoChange);
    return {std::move(points_), std::move(labels_)};
  }

  double noise;
  Random random;

 private:
  Matrix points_;
  Labels labels_;
};

using Counts = std::vector<Index>;

struct KnownShape {
  std::string name, about;
  Counts counts;  // points of each cluster, in its own size
  double noise;
  std::function<void(Drawing&, const Counts&, const GenerateOptions&)> draw;
};

void draw_rings(Drawing& d, const Counts& counts, const GenerateOptions&) {
  for (Index i = 0; i < counts[0] + counts[1]; ++i) {
    const double t = d.random.uniform(0, 2 * pi), radius = i % 2 == 0 ? 1 : 3;
    d.add_noisy(Point(radius * std::cos(t), radius * std::sin(t)), i % 2 == 0 ? 1 : 2);
  }
}

// One point for each value of t in [0, 1), evenly spread: label j+1 for counts[j] points.
template <class Curve>
void draw_curves(Drawing& d, const Counts& counts, Curve&& curve) {
  for (std::size_t j = 0; j < counts.size(); ++j)
    for (Index i = 0; i < counts[j]; ++i)
      d.add_noisy(curve(j, d.spread(i, counts[j])), static_cast<int>(j) + 1);
}

void draw_two_moons(Drawing& d, const Counts& counts, const GenerateOptions&) {
  draw_curves(d, counts, [](std::size_t j, double u) -> Point {
    const double c = std::cos(pi * u), s = std::sin(pi * u);
    return j == 0 ? Point(c, s) : Point(1 - c, 0.5 - s);
  });
}

void draw_three_moons(Drawing& d, const Counts& counts, const GenerateOptions&) {
  draw_curves(d, counts, [](std::size_t j, double u) -> Point {
    const double c = std::cos(pi * u), s = std::sin(pi * u);
    return j == 0 ? Point(c, s) : j == 1 ? Point(3 + c, s) : Point(1.5 + 1.5 * c, 0.4 - 1.5 * s);
  });
}

// The noise is that of the unit box; the height is stretched afterwards.
void draw_icassp(Drawing& d, const Counts& counts, const GenerateOptions&) {
  constexpr std::string_view word = "ICASSP";
  constexpr double pitch = 0.95, stretch = 2.5;
  for (std::size_t j = 0; j < word.size(); ++j) {
    const letters::Letter letter = letters::letter(word[j]);
    for (Index i = 0; i < counts[j]; ++i) {
      Point p = letters::along(letter, d.spread(i, counts[j]));
      p += Point(pitch * static_cast<double>(j), 0) + d.noise * d.normal_pair();
      d.add(Point(p.x(), stretch * p.y()), static_cast<int>(j) + 1);
    }
  }
}

// r = 0.15 + 0.85 u at the angle 1.5 pi u + 2 pi a / 3, u = sqrt(uniform).
void draw_spirals(Drawing& d, const Counts& counts, const GenerateOptions&) {
  for (std::size_t a = 0; a < counts.size(); ++a)
    for (Index i = 0; i < counts[a]; ++i) {
      const double u = std::sqrt(d.random.uniform()), r = 0.15 + 0.85 * u;
      const double angle = 1.5 * pi * u + 2 * pi * static_cast<double>(a) / 3;
      d.add_noisy(Point(r * std::cos(angle), r * std::sin(angle)), static_cast<int>(a) + 1);
    }
}

void draw_seven(Drawing& d, const Counts& counts, const GenerateOptions&) {
  const Point centres[] = {{1, 1}, {1, 8}, {8, 1}, {8, 8}, {4.5, 4.5}, {12, 4.5}, {4.5, 12}};
  draw_curves(d, counts, [&](std::size_t j, double) { return centres[j]; });
}

// Two parabolas, kept where x > 0 and |y| < 1. In the shape's own size what falls outside is left out; when a
// size is asked for, it is drawn again at another height.
void draw_delta(Drawing& d, const Counts& counts, const GenerateOptions& options) {
  for (std::size_t j = 0; j < 2; ++j) {
    const double reach = j == 0 ? 1 : 0.5;
    for (Index i = 0; i < counts[j]; ++i) {
      double height = counts[j] == 1
                          ? 0
                          : reach * (2.0 * static_cast<double>(i) / static_cast<double>(counts[j] - 1) - 1);
      for (bool again = true; again; height = d.random.uniform(-reach, reach)) {
        const double y = height + d.noise * 5 / 3 * d.random.normal();
        const double x =
            (j == 0 ? 1 - height * height : 0.45 - 2 * height * height) + d.noise * d.random.normal();
        const bool inside = x > 0 && std::abs(y) < 1;
        if (inside) d.add(Point(x, y), static_cast<int>(j) + 1);
        again = !inside && options.size > 0;
      }
    }
  }
}

// Centres at least six deviations of the shape's own noise apart; the box grows until they fit.
Matrix blob_centres(Random& random, Index count, Index dimensions) {
  constexpr double apart = 6;
  Matrix centres(count, dimensions);
  double half = apart / 2 * std::pow(static_cast<double>(count), 1.0 / static_cast<double>(dimensions));
  for (Index j = 0; j < count;) {
    for (double& x : centres.row(j)) x = random.uniform(-half, half);
    const auto distances = (centres.topRows(j).rowwise() - centres.row(j)).rowwise().norm();
    if (j == 0 || distances.minCoeff() >= apart)
      ++j;
    else
      half *= 1.05;
  }
  return centres;
}

void draw_blobs(Drawing& d, const Counts& counts, const GenerateOptions& options) {
  const Matrix centres = blob_centres(d.random, options.clusters, options.dimensions);
  for (Index j = 0; j < options.clusters; ++j)
    for (Index i = 0; i < counts[static_cast<std::size_t>(j)]; ++i)
      d.add_noisy(centres.row(j).transpose(), static_cast<int>(j) + 1);
}

// Every tenth point of a cluster stands on its half of the line between the two blobs.
void draw_bridge(Drawing& d, const Counts& counts, const GenerateOptions&) {
  constexpr double half = 2;
  for (int j = 0; j < 2; ++j) {
    const double side = j == 0 ? -1 : 1;
    const Index count = counts[static_cast<std::size_t>(j)], line = count / 10;
    for (Index i = 0; i < count - line; ++i) d.add_noisy(Point(side * half, 0), j + 1);
    for (Index i = 0; i < line; ++i) {
      const double x = side * half * d.spread(i, line);
      d.add(Point(x, 0.05 * d.noise * d.random.normal()), j + 1);
    }
  }
}

// Ten times longer than wide, one above the other.
void draw_stretched(Drawing& d, const Counts& counts, const GenerateOptions&) {
  for (std::size_t j = 0; j < counts.size(); ++j)
    for (Index i = 0; i < counts[j]; ++i) {
      const Point z = d.noise * d.normal_pair();
      d.add(Point(10 * z.x(), static_cast<double>(j) - 1 + z.y()), static_cast<int>(j) + 1);
    }
}

const std::vector<KnownShape>& all_shapes() {
  static const std::vector<KnownShape> all = {
      {"rings", "two rings around one centre, of radius 1 and 3", {150, 150}, 0.1, draw_rings},
      {"two-moons", "two interleaving half circles", {104, 96}, 0.04, draw_two_moons},
      {"three-moons",
       "three half circles, the large one upside down",
       {100, 100, 100},
       0.05,
       draw_three_moons},
      {"icassp", "the six letters of ICASSP", {35, 35, 56, 41, 53, 60}, 0.02, draw_icassp},
      {"spirals", "three arms of a spiral", {150, 150, 150}, 0.03, draw_spirals},
      {"seven", "seven round blobs in the plane", {22, 22, 22, 21, 21, 21, 21}, 0.4, draw_seven},
      {"delta", "a parabola around a smaller one", {201, 101}, 0.03, draw_delta},
      {"blobs", "round blobs; you choose how many, and in how many dimensions", {}, 1, draw_blobs},
      {"bridge", "two dense blobs joined by a thin line of points", {150, 150}, 0.3, draw_bridge},
      {"stretched", "three long, thin, parallel blobs", {100, 100, 100}, 0.15, draw_stretched},
  };
  return all;
}

const KnownShape& find_shape(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& shape : all_shapes()) {
    if (shape.name == name) return shape;
    names.push_back(shape.name);
  }
  refuse("unknown shape '" + name + "'" + suggestion(name, names));
}

// Counts in the given proportions that add up to `size`: whole parts first, then the largest remainders.
Counts scaled(const Counts& counts, Index size) {
  const Index total = std::accumulate(counts.begin(), counts.end(), Index{0});
  Counts result;
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const Index count : counts) result.push_back(count * (size / total) + count * (size % total) / total);
  const auto remainder = [&](std::size_t j) { return counts[j] * (size % total) % total; };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return remainder(a) > remainder(b); });
  Index left = size - std::accumulate(result.begin(), result.end(), Index{0});
  for (std::size_t i = 0; left > 0; ++i, --left) ++result[order[i]];
  return result;
}

void check(const GenerateOptions& options) {
  const auto at_least = [](const char* what, Index value, Index least) {
    if (value < least) refuse(fmt::format("{} = {} is too small; give {} or more", what, value, least));
  };
  at_least("size", options.size, 0);
  at_least("outliers", options.outliers, 0);
  at_least("clusters", options.clusters, 1);
  at_least("dimensions", options.dimensions, 1);
  if (options.noise && !(*options.noise >= 0 && std::isfinite(*options.noise)))
    refuse(fmt::format("noise = {} is not a standard deviation; give 0 or more", *options.noise));
}

Counts cluster_sizes(const KnownShape& shape, const GenerateOptions& options) {
  constexpr Index own_blob = 100;
  Counts own =
      shape.counts.empty() ? Counts(static_cast<std::size_t>(options.clusters), own_blob) : shape.counts;
  if (options.size == 0) return own;
  Counts counts = scaled(own, options.size);
  if (*std::min_element(counts.begin(), counts.end()) == 0) {
    Index least = static_cast<Index>(own.size());
    for (Counts more = counts; *std::min_element(more.begin(), more.end()) == 0; ++least)
      more = scaled(own, least);
    refuse(fmt::format("size = {} is too small for the {} clusters of {}; give {} or more", options.size,
                       own.size(), shape.name, least - 1));
  }
  return counts;
}

// Uniform in the bounding box, a tenth wider on every side; around the spirals in [-1.2, 1.2]^2.
void draw_outliers(Drawing& d, const std::string& shape, Index count) {
  Vector low = d.points().colwise().minCoeff().transpose(),
         high = d.points().colwise().maxCoeff().transpose();
  const Vector margin = 0.1 * (high - low);
  low -= margin;
  high += margin;
  if (shape == "spirals") {
    low.setConstant(-1.2);
    high.setConstant(1.2);
  }
  Vector point(low.size());
  for (Index i = 0; i < count; ++i) {
    for (Index c = 0; c < point.size(); ++c) point(c) = d.random.uniform(low(c), high(c));
    d.add(point, 0);
  }
}

}  // namespace

Generated generate(const std::string& name, const GenerateOptions& options) {
  const KnownShape& shape = find_shape(name);
  check(options);
  const Counts counts = cluster_sizes(shape, options);
  const Index size = std::accumulate(counts.begin(), counts.end(), options.outliers);
  const Index dimensions = shape.counts.empty() ? options.dimensions : 2;
  Drawing drawing(size, dimensions, options.noise.value_or(shape.noise), options.seed);
  shape.draw(drawing, counts, options);
  draw_outliers(drawing, shape.name, options.outliers);
  return drawing.finish();
}

std::vector<std::pair<std::string, std::string>> shapes() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& shape : all_shapes()) all.emplace_back(shape.name, shape.about);
  return all;
}

}  // namespace mercer
