// More families of sets: background noise, columns that say nothing, clusters of different size and density,
// heavy tails, and no clusters at all.
#pragma once

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

inline FamilySet shape(const char* name) {
  const Generated set = generate(name);
  Labels truth;
  for (const int label : set.labels) truth.push_back(label - 1);
  return {name, Data(set.points), truth, 1 + *std::max_element(truth.begin(), truth.end())};
}

inline std::vector<FamilySet> noisy_sets(std::uint64_t seed) {
  std::vector<FamilySet> out;
  for (const double share : {0.1, 0.2, 0.3}) {
    Random random(seed, 200 + out.size());
    std::vector<FamilySet> clean = {shape("rings"), shape("two-moons"), shape("seven"),
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

// One Gaussian in two and, tilted, in eight columns; uniform in a square, in a cube of five, in a ball.
inline std::vector<FamilySet> sets_without_clusters(std::uint64_t seeds) {
  std::vector<FamilySet> out;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
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
