// More families of sets: background noise, columns that say nothing, clusters of different size and density,
// heavy tails, shapes in many columns or among 10,000 points with noise, and no clusters at all.
#pragma once

#include <numbers>

#include "families.hpp"

namespace mercer::test {

constexpr int noise = -1;  // in a truth: the point belongs nowhere, and is not judged

// Adjusted Rand index on the points that belong somewhere.
inline double index_of(const Labels& found, const Labels& truth) {
  Labels a, b;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (truth[i] != noise) {
      a.push_back(found[i]);
      b.push_back(truth[i]);
    }
  return score(a, b).ari;
}

// Balls around random centres that are at least `apart` from each other.
struct Balls {
  Index n = 600, d = 2, k = 4;
  double apart = 6;
  std::vector<double> share = {}, deviation = {};  // of each cluster; empty: alike
  Index tails = 0;                                 // degrees of freedom; 0: Gaussian
};
inline FamilySet balls(const std::string& name, const Balls& o, Random& random) {
  const double side = o.apart * std::pow(static_cast<double>(o.k), 1.0 / static_cast<double>(o.d));
  Matrix centres(o.k, o.d);
  for (Index k = 0; k < o.k;) {
    for (Index j = 0; j < o.d; ++j) centres(k, j) = 1.5 * side * random.uniform();
    bool far = true;
    for (Index other = 0; other < k; ++other)
      far = far && (centres.row(k) - centres.row(other)).norm() >= o.apart;
    if (far) ++k;
  }
  Labels truth;
  Matrix X(o.n, o.d);
  double total = 0;
  for (const double share : o.share) total += share;
  for (Index i = 0; i < o.n; ++i) {
    Index label = random.below(o.k);
    if (!o.share.empty()) {
      double u = total * random.uniform();
      for (label = 0; label + 1 < o.k && u >= o.share[static_cast<std::size_t>(label)]; ++label)
        u -= o.share[static_cast<std::size_t>(label)];
    }
    truth.push_back(static_cast<int>(label));
    double scale = o.deviation.empty() ? 1 : o.deviation[static_cast<std::size_t>(label)];
    if (o.tails > 0) {
      double chi = 0;
      for (Index t = 0; t < o.tails; ++t) chi += std::pow(random.normal(), 2);
      scale /= std::sqrt(chi / static_cast<double>(o.tails));
    }
    for (Index j = 0; j < o.d; ++j) X(i, j) = centres(label, j) + scale * random.normal();
  }
  return {name, Data(X), truth, o.k};
}

// A set with uniform points around it: so many for each of its own.
inline FamilySet with_background(const FamilySet& set, double share, Random& random) {
  const Matrix X = set.data.dense();
  const auto extra = static_cast<Index>(share / (1 - share) * static_cast<double>(X.rows()));
  const Eigen::RowVectorXd low = X.colwise().minCoeff(), high = X.colwise().maxCoeff();
  Matrix Y(X.rows() + extra, X.cols());
  Y.topRows(X.rows()) = X;
  for (Index i = X.rows(); i < Y.rows(); ++i)
    for (Index j = 0; j < Y.cols(); ++j) {
      const double room = 0.1 * (high[j] - low[j]);
      Y(i, j) = random.uniform(low[j] - room, high[j] + room);
    }
  FamilySet out{set.name, Data(Y), set.truth, set.clusters};
  out.truth.resize(static_cast<std::size_t>(Y.rows()), noise);
  return out;
}

// Every set has a sample of its own: `stream` tells those of one seed apart.
inline FamilySet shape(const char* name, std::uint64_t seed, std::uint64_t stream) {
  GenerateOptions options;
  options.seed = Random(seed, stream).bits();
  const Generated set = generate(name, options);
  Labels truth;
  for (const int label : set.labels) truth.push_back(label - 1);
  return {name, Data(set.points), truth, 1 + *std::max_element(truth.begin(), truth.end())};
}

inline std::vector<FamilySet> noisy_sets(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const double share : {0.1, 0.2, 0.3}) {
    Random random(seed, 200 + out.size());
    const std::uint64_t first = 900 + out.size();
    std::vector<FamilySet> clean = {shape("rings", seed, first), shape("two-moons", seed, first + 1),
                                    shape("seven", seed, first + 2),
                                    balls("balls", {.n = 600, .d = 2, .k = 5, .apart = 7}, random),
                                    balls("balls-3d", {.n = 600, .d = 3, .k = 4, .apart = 7}, random)};
    for (FamilySet& set : clean) {
      set.name += "-noise-" + std::to_string(static_cast<int>(100 * share + 0.5));
      out.push_back(with_background(set, share, random));
    }
  }
  return out;
}

// As many columns again that know nothing of the clusters, as wide as the others.
inline std::vector<FamilySet> idle_column_sets(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const Balls& o : std::vector<Balls>{{400, 2, 3, 7},
                                           {600, 3, 4, 7},
                                           {800, 4, 5, 6},
                                           {600, 6, 4, 6},
                                           {1000, 10, 5, 6},
                                           {500, 5, 3, 5}}) {
    Random random(seed, 300 + out.size());
    const FamilySet set = balls("idle-" + std::to_string(out.size() + 1), o, random);
    const Matrix X = set.data.dense();
    Matrix Y(X.rows(), 2 * X.cols());
    Y << X, normals(X.rows(), X.cols(), random);
    for (Index j = 0; j < X.cols(); ++j)
      Y.col(X.cols() + j) *= std::sqrt((X.col(j).array() - X.col(j).mean()).square().mean());
    out.push_back({set.name, Data(Y), set.truth, set.clusters});
  }
  return out;
}

inline std::vector<FamilySet> uneven_sets(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const Balls& o : std::vector<Balls>{{600, 2, 3, 12, {10, 3, 1}, {1, 1, 1}},
                                           {800, 2, 4, 16, {1, 1, 1, 1}, {0.3, 0.6, 1.5, 3}},
                                           {1000, 2, 5, 16, {8, 4, 2, 1, 1}, {3, 1.5, 1, 0.5, 0.5}},
                                           {1000, 3, 4, 14, {20, 5, 2, 1}, {2, 1, 1, 0.5}},
                                           {600, 5, 3, 14, {10, 3, 1}, {2, 1, 0.5}},
                                           {1500, 2, 6, 16, {8, 4, 4, 2, 1, 1}, {1, 2, 0.5, 3, 0.5, 1}}}) {
    Random random(seed, 400 + out.size());
    out.push_back(balls("uneven-" + std::to_string(out.size() + 1), o, random));
  }
  return out;
}

inline std::vector<FamilySet> heavy_tailed_sets(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const Balls& o : std::vector<Balls>{{500, 2, 3, 10, {}, {}, 2},
                                           {800, 2, 5, 10, {}, {}, 3},
                                           {600, 4, 4, 8, {}, {}, 2},
                                           {1000, 8, 4, 7, {}, {}, 3},
                                           {800, 3, 6, 10, {}, {}, 2},
                                           {600, 10, 3, 7, {}, {}, 2}}) {
    Random random(seed, 500 + out.size());
    out.push_back(balls("heavy-" + std::to_string(out.size() + 1), o, random));
  }
  return out;
}

// Shapes of the plane, turned into many columns, each with a little noise.
inline std::vector<FamilySet> lifted_sets(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const Index d : {10, 30})
    for (const char* const name : {"rings", "two-moons", "three-moons", "spirals", "seven"}) {
      Random random(seed, 700 + out.size());
      const FamilySet set = shape(name, seed, 950 + out.size());
      Matrix X = set.data.dense();
      X.rowwise() -= X.colwise().mean().eval();
      X /= std::sqrt(X.squaredNorm() / static_cast<double>(X.size()));
      Matrix axes = normals(2, d, random);  // made orthonormal
      axes.row(0).normalize();
      axes.row(1) -= axes.row(1).dot(axes.row(0)) * axes.row(0);
      axes.row(1).normalize();
      const double deviation = 0.1 / std::sqrt(static_cast<double>(d));  // of all columns together a tenth
      const Matrix lifted = X * axes + deviation * normals(X.rows(), d, random);
      out.push_back({name + ("-" + std::to_string(d)), Data(lifted), set.truth, set.clusters});
    }
  return out;
}

// A band of the plane: its middle line is a part of a circle (radius > 0) or of a straight line.
struct Band {
  double share = 1;         // of the points
  double x = 0, y = 0;      // the centre of the circle, or the middle of the line
  double from = 0, to = 0;  // angles of its ends; of a line its direction and length
  double radius = 0;
  double width = 10;
};

// 10,000 points in shapes of different size and density that reach around each other, and noise among them.
inline FamilySet crowded(const std::string& name, const std::vector<Band>& bands, double noise_share,
                         Random& random) {
  constexpr Index n = 10000;
  const auto noisy = static_cast<Index>(noise_share * static_cast<double>(n));
  double total = 0;
  for (const Band& band : bands) total += band.share;
  Matrix X(n - noisy, 2);
  Labels truth;
  for (Index i = 0; i < X.rows(); ++i) {
    double u = total * random.uniform();
    std::size_t at = 0;
    for (; at + 1 < bands.size() && u >= bands[at].share; ++at) u -= bands[at].share;
    const Band& b = bands[at];
    const double across = b.width * (random.uniform() - 0.5);
    if (b.radius > 0) {
      const double angle = random.uniform(b.from, b.to), r = b.radius + across;
      X.row(i) << b.x + r * std::cos(angle), b.y + r * std::sin(angle);
    } else {
      const double along = b.to * (random.uniform() - 0.5), c = std::cos(b.from), s = std::sin(b.from);
      X.row(i) << b.x + along * c - across * s, b.y + along * s + across * c;
    }
    truth.push_back(static_cast<int>(at));
  }
  const FamilySet clean{name, Data(X), truth, static_cast<Index>(bands.size())};
  return with_background(clean, noise_share, random);
}

inline std::vector<FamilySet> crowded_sets(std::uint64_t seed) {
  constexpr double pi = std::numbers::pi;
  const std::vector<Band> bars = {{4, 120, 220, 0.4, 180, 0, 45},  {4, 130, 90, 0.4, 180, 0, 45},
                                  {3, 320, 250, -0.5, 150, 0, 40}, {3, 330, 70, 0, 160, 0, 40},
                                  {5, 520, 160, 0.7, 5.6, 80, 36}, {1, 520, 160, 0, 40, 0, 40}};
  const std::vector<Band> around = {
      {5, 120, 150, 0, 2 * pi, 95, 28}, {2, 120, 150, 0, 2 * pi, 40, 26}, {3, 330, 170, 0, pi, 70, 26},
      {3, 400, 145, -pi, 0, 70, 26},    {2, 560, 230, 0, 150, 0, 22},     {2, 560, 180, 0, 150, 0, 22},
      {4, 560, 90, 0.3, 150, 0, 60},    {1, 325, 192, 0, 40, 0, 30},      {2, 250, 290, 0.05, 340, 0, 14}};
  const std::vector<Band> uneven = {{8, 110, 130, 0.6, 170, 0, 70}, {1, 300, 130, 0, 2 * pi, 70, 20},
                                    {1, 300, 130, 0, 50, 0, 40},    {6, 500, 110, -0.4, 180, 0, 80},
                                    {1, 380, 270, 0, 300, 0, 20},   {2, 130, 270, 0.1, 180, 0, 36},
                                    {1, 620, 230, 1.5, 110, 0, 24}, {1, 450, 220, 0, 60, 0, 24}};
  std::vector<FamilySet> out;
  for (const auto& [name, bands, share] : {std::tuple{"bars", bars, 0.1},
                                           {"around", around, 0.1},
                                           {"uneven", uneven, 0.06},
                                           {"bars", bars, 0.2}}) {
    Random random(seed, 800 + out.size());
    out.push_back(crowded(name + std::string("-noise-") + std::to_string(static_cast<int>(100 * share + 0.5)),
                          bands, share, random));
  }
  return out;
}

// One Gaussian in two and, tilted, in eight columns; uniform in a square, in a cube of five, in a ball.
inline std::vector<FamilySet> sets_without_clusters(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const Index n : {100, 400, 1500})
    for (const std::string name : {"gaussian", "tilted", "square", "cube", "ball"}) {
      Random random(seed, 600 + out.size());
      const Index d = name == "tilted" ? 8 : name == "cube" ? 5 : name == "ball" ? 3 : 2;
      Matrix X = normals(n, d, random);
      if (name == "tilted") X = X * normals(d, d, random);
      if (name == "square" || name == "cube")
        for (Index i = 0; i < X.size(); ++i) X.data()[i] = random.uniform();
      if (name == "ball")
        for (Index i = 0; i < n; ++i) X.row(i) *= std::cbrt(random.uniform()) / X.row(i).norm();
      out.push_back({name + "-" + std::to_string(n), Data(X), Labels(static_cast<std::size_t>(n)), 1});
    }
  return out;
}

}  // namespace mercer::test
