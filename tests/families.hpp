// Families of sets with known clusters, other than shapes: clusters that overlap, and tables of numbers and
// categories.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "mercer/mercer.hpp"

namespace mercer::test {

struct FamilySet {
  std::string name;
  Data data;
  Labels truth;
  Index clusters;
};

inline Matrix normals(Index rows, Index columns, Random& random) {
  Matrix X(rows, columns);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = random.normal();
  return X;
}

// Balls of unit deviation around random centres; in some sets with heavy tails, unequal sizes, whole numbers,
// common directions, or columns that say nothing.
inline std::vector<FamilySet> overlapping_sets(std::uint64_t seed) {
  enum class Noise { plain, heavy, unequal, whole, correlated };
  struct Case {
    Index n, d, k;
    double separation;
    Index idle;
    Noise noise = Noise::plain;
  };
  const std::vector<Case> cases = {{500, 5, 4, 1.5, 0},
                                   {500, 10, 4, 1.2, 0},
                                   {1000, 20, 5, 1.0, 0},
                                   {1000, 10, 3, 1.0, 10},
                                   {500, 30, 4, 0.9, 0},
                                   {2000, 8, 6, 1.3, 0},
                                   {1000, 10, 4, 1.2, 0, Noise::heavy},
                                   {1000, 10, 4, 1.2, 0, Noise::unequal},
                                   {500, 6, 4, 1.5, 0, Noise::whole},
                                   {1000, 15, 4, 1.0, 0, Noise::correlated},
                                   {1000, 4, 5, 1.6, 0},
                                   {1000, 3, 4, 1.8, 0}};
  const std::vector<double> share = {0.6, 0.25, 0.1, 0.05};
  std::vector<FamilySet> out;
  for (const Case& c : cases) {
    Random random(seed, out.size());
    Labels truth;
    for (Index i = 0; i < c.n; ++i) {
      double u = random.uniform();
      int label = static_cast<int>(u * static_cast<double>(c.k));
      if (c.noise == Noise::unequal)
        for (label = 0; label < 3 && u >= share[static_cast<std::size_t>(label)]; ++label)
          u -= share[static_cast<std::size_t>(label)];
      truth.push_back(label);
    }
    Matrix E = normals(c.n, c.d, random);
    if (c.noise == Noise::heavy)  // Student's t with 3 degrees of freedom
      for (Index i = 0; i < E.size(); ++i) {
        const double a = random.normal(), b = random.normal(), e = random.normal();
        E.data()[i] /= std::sqrt((a * a + b * b + e * e) / 3);
      }
    if (c.noise == Noise::correlated)
      E = E * (Matrix::Identity(c.d, c.d) + normals(c.d, c.d, random) / std::sqrt(static_cast<double>(c.d)));
    const Matrix centres = c.separation * normals(c.k, c.d, random);
    Matrix X(c.n, c.d + c.idle);
    for (Index i = 0; i < c.n; ++i)
      X.row(i).head(c.d) = centres.row(truth[static_cast<std::size_t>(i)]) + E.row(i);
    if (c.noise == Noise::whole) X = (1.5 * X).array().round().matrix().eval();
    X.rightCols(c.idle) = normals(c.n, c.idle, random);
    out.push_back({"overlapping-" + std::to_string(out.size() + 1), Data(X), truth, c.k});
  }
  return out;
}

// How a category becomes columns: an indicator a level, all of one size, such that every category varies as
// much as a number, or weighed by their rareness (multiple correspondence).
enum class Encoding { one_hot, equal, rare };

inline std::vector<FamilySet> mixed_sets(std::uint64_t seed) {
  struct Case {
    Index n, k, numbers, categories;
    std::vector<Index> levels;
    double separation, purity;
    Index idle;
  };
  const std::vector<Case> cases = {
      {400, 3, 4, 3, {3, 5}, 1.5, 0.8, 0},    {400, 4, 2, 6, {2, 4, 6}, 1.5, 0.7, 0},
      {600, 3, 8, 2, {3}, 1.0, 0.8, 0},       {500, 5, 3, 5, {4, 8}, 1.5, 0.75, 2},
      {300, 2, 5, 5, {2, 3}, 0.8, 0.7, 3},    {800, 6, 4, 4, {5, 10}, 1.8, 0.8, 0},
      {400, 3, 1, 8, {2, 3, 4}, 1.5, 0.7, 0}, {500, 4, 10, 1, {4}, 1.2, 0.9, 0}};
  std::vector<FamilySet> out;
  for (std::size_t at = 0; at < cases.size(); ++at) {
    const Case& c = cases[at];
    Random random(seed, 100 + at);
    Labels truth;
    for (Index i = 0; i < c.n; ++i) truth.push_back(static_cast<int>(random.below(c.k)));
    const Matrix centres = c.separation * normals(c.k, c.numbers, random);
    Matrix N = normals(c.n, c.numbers + c.idle, random);
    for (Index i = 0; i < c.n; ++i)
      N.row(i).head(c.numbers) += centres.row(truth[static_cast<std::size_t>(i)]);
    for (auto column : N.colwise()) {
      column.array() -= column.mean();
      column /= std::sqrt(column.squaredNorm() / static_cast<double>(c.n));
    }
    std::vector<Matrix> indicators;
    for (Index j = 0; j < c.categories; ++j) {
      const Index levels = c.levels[static_cast<std::size_t>(j) % c.levels.size()];
      std::vector<Index> favourite;
      for (Index k = 0; k < c.k; ++k) favourite.push_back(random.below(levels));
      Matrix I = Matrix::Zero(c.n, levels);
      for (Index i = 0; i < c.n; ++i) {
        const Index own = favourite[static_cast<std::size_t>(truth[static_cast<std::size_t>(i)])];
        I(i, random.uniform() < c.purity ? own : random.below(levels)) = 1;
      }
      indicators.push_back(std::move(I));
    }
    for (const Encoding encoding : {Encoding::one_hot, Encoding::equal, Encoding::rare}) {
      std::vector<Vector> columns;
      for (const auto& column : N.colwise()) columns.emplace_back(column);
      for (const Matrix& I : indicators) {
        const Vector share = I.colwise().mean();
        for (Index l = 0; l < I.cols(); ++l) {
          if (share[l] == 0) continue;
          const double scale = encoding == Encoding::one_hot ? 1
                               : encoding == Encoding::equal ? 1 / std::sqrt(1 - share.squaredNorm())
                                                             : 1 / std::sqrt(share[l]);
          columns.emplace_back(I.col(l) * scale);
        }
      }
      Matrix X(c.n, static_cast<Index>(columns.size()));
      for (Index j = 0; j < X.cols(); ++j) X.col(j) = columns[static_cast<std::size_t>(j)];
      const char* const name = encoding == Encoding::one_hot ? "-one-hot"
                               : encoding == Encoding::equal ? "-equal"
                                                             : "-rare";
      out.push_back({"mixed-" + std::to_string(at + 1) + name, Data(X), truth, c.k});
    }
  }
  return out;
}

// Adjusted Rand index of a method on a set.
inline double index_on(const FamilySet& set, const Method& method) {
  return score(cluster(set.data, {.clusters = set.clusters, .method = method}).labels, set.truth).ari;
}

}  // namespace mercer::test
