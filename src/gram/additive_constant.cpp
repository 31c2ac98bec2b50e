// c* is the maximum over unit vectors x orthogonal to 1 of
//   c(x) = -2 x'K~(D)x + sqrt(4 (x'K~(D)x)^2 - 2 x'K~(D^2)x),
// the larger root of x'K(c)x = 0 with K(c) = K~(D^2) + 2c K~(D) + c^2/2. It is sought in a growing Krylov
// space of K(c), c being the best so far: one pass over D gives both products of a vector, so that the
// projected problem can be solved for every c.
#include "gram/additive_constant.hpp"

#include <array>
#include <cmath>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "core/symmetric_eigen.hpp"
#include "core/vector_math.hpp"

namespace mercer {
namespace {

using Columns = Eigen::MatrixXd;  // a basis, vector by vector

constexpr Index rows_together = 32;  // of a tile: with their squares they stay in the cache

// Some rows of a tile as doubles, and their squares.
template <class T>
struct Strip {
  AlignedVector<double> values, squares;
  std::vector<const double*> rows, squared;

  void take(const T* tile, Index count, Index width) {
    squares.resize(static_cast<std::size_t>(count * width));
    if constexpr (!std::is_same_v<T, double>) values.assign(tile, tile + count * width);
    const double* from = nullptr;
    if constexpr (std::is_same_v<T, double>)
      from = tile;
    else
      from = values.data();
    for (Index e = 0; e < count * width; ++e) squares[static_cast<std::size_t>(e)] = from[e] * from[e];
    rows.clear();
    squared.clear();
    for (Index r = 0; r < count; ++r) {
      rows.push_back(from + r * width);
      squared.push_back(squares.data() + r * width);
    }
  }
};

// The share of one tile, in both directions: y_J += D_IJ' x_I,  y_I += D_IJ x_J
template <class T>
void add_tile(const Packed<T>& D, Index i, Index j, const Vector& x, Vector& y1, Vector& y2) {
  const Range I = D.range(i), J = D.range(j);
  Strip<T> strip;
  std::array<double, rows_together> sums;
  for (Index first = 0; first < I.size(); first += rows_together) {
    const Index count = std::min(rows_together, I.size() - first), at = I.begin + first;
    strip.take(D.tile(i, j) + first * J.size(), count, J.size());
    const auto add = [&](const std::vector<const double*>& rows, Vector& y) {
      add_rows(rows.data(), x.data() + at, count, y.data() + J.begin, J.size());
      if (i == j) return;
      dot_products(rows.data(), count, J.size(), x.data() + J.begin, 1, sums.data());
      for (Index r = 0; r < count; ++r) y[at + r] += sums[static_cast<std::size_t>(r)];
    };
    add(strip.rows, y1);
    add(strip.squared, y2);
  }
}

// y1 = D x, y2 = (D o D) x: every tile is read once. Tiles go to fixed groups, each with sums of its own,
// which are added in order: threads meet once a product, and the number of them changes nothing.
template <class T>
void products(const Packed<T>& D, const Vector& x, Vector& y1, Vector& y2) {
  std::vector<std::pair<Index, Index>> tiles;
  for (Index i = 0; i < D.blocks(); ++i)
    for (Index j = i; j < D.blocks(); ++j) tiles.emplace_back(i, j);
  const auto count = static_cast<Index>(tiles.size()), groups = std::min<Index>(32, count);
  std::vector<Vector> sums1(static_cast<std::size_t>(groups)), sums2(static_cast<std::size_t>(groups));
  parallel_blocks(
      groups,
      [&](Index g) {
        Vector& first = sums1[static_cast<std::size_t>(g)];
        Vector& second = sums2[static_cast<std::size_t>(g)];
        first = second = Vector::Zero(D.size());
        for (Index t = g * count / groups; t < (g + 1) * count / groups; ++t)
          add_tile(D, tiles[static_cast<std::size_t>(t)].first, tiles[static_cast<std::size_t>(t)].second, x,
                   first, second);
      },
      2.0 * static_cast<double>(D.size()) * static_cast<double>(D.size()));
  y1 = y2 = Vector::Zero(D.size());
  for (std::size_t g = 0; g < sums1.size(); ++g) {
    y1 += sums1[g];
    y2 += sums2[g];
  }
}

// The projections of K~(D) and K~(D^2) onto an orthonormal basis of a space orthogonal to 1.
template <class T>
class Projection {
 public:
  static constexpr Index most = 64;  // vectors of the basis
  explicit Projection(const Packed<T>& D)
      : D_(D),
        V_(D.size(), most),
        W1_(D.size(), most),
        W2_(D.size(), most),
        T1_(most, most),
        T2_(most, most) {}

  Index size() const { return size_; }
  Index passes() const { return passes_; }
  auto projected_first() const { return T1_.topLeftCorner(size_, size_); }
  auto projected_second() const { return T2_.topLeftCorner(size_, size_); }

  // Adds what of v is new; false when nothing is.
  bool add(Vector v) {
    const double before = v.norm();
    for (int twice = 0; twice < 2; ++twice) {
      v.array() -= v.mean();
      v -= V_.leftCols(size_) * (V_.leftCols(size_).transpose() * v);
    }
    const double left = v.norm();
    if (!(left > 1e-12 * before)) return false;
    V_.col(size_) = v / left;
    Vector y1, y2;
    products(D_, V_.col(size_), y1, y2);
    ++passes_;
    W1_.col(size_) = -0.5 * (y1.array() - y1.mean());
    W2_.col(size_) = -0.5 * (y2.array() - y2.mean());
    ++size_;
    extend(T1_, W1_);
    extend(T2_, W2_);
    return true;
  }

  // K(c) V y
  Vector image(double c, const Vector& y) const {
    return W2_.leftCols(size_) * y + 2 * c * (W1_.leftCols(size_) * y) + c * c / 2 * (V_.leftCols(size_) * y);
  }
  // K(c) times the last vector of the basis
  Vector last_image(double c) const { return image(c, Vector::Unit(size_, size_ - 1)); }

  // The basis becomes V Y, for orthonormal columns Y.
  void reduce(const Columns& Y) {
    for (Columns* basis : {&V_, &W1_, &W2_}) basis->leftCols(Y.cols()) = Columns(basis->leftCols(size_) * Y);
    for (Columns* projected : {&T1_, &T2_})
      projected->topLeftCorner(Y.cols(), Y.cols()) =
          Columns(Y.transpose() * projected->topLeftCorner(size_, size_) * Y);
    size_ = Y.cols();
  }

 private:
  void extend(Columns& projected, const Columns& images) const {
    const Vector column = V_.leftCols(size_).transpose() * images.col(size_ - 1);
    projected.block(0, size_ - 1, size_, 1) = column;
    projected.block(size_ - 1, 0, 1, size_) = column.transpose();
  }

  const Packed<T>& D_;
  Columns V_, W1_, W2_, T1_, T2_;
  Index size_ = 0, passes_ = 0;
};

struct Ritz {
  double c = 0;      // shift at which the least eigenvalue was taken
  double least = 0;  // that eigenvalue
  Columns vectors;   // all of them, from the least eigenvalue on
};

// Of the projected K(c).
Ritz eigen(const Columns& T1, const Columns& T2, double c) {
  const Columns K = T2 + 2 * c * T1 + c * c / 2 * Columns::Identity(T1.rows(), T1.rows());
  SymmetricEigen all = symmetric_eigen(0.5 * (K + K.transpose()));
  return {c, all.values[0], std::move(all.vectors)};
}

// c(x) of the projected problem; 0 where there is no such root.
double root(const Columns& T1, const Columns& T2, const Vector& y) {
  const double a = y.dot(T1 * y), b = y.dot(T2 * y), under = 4 * a * a - 2 * b;
  return under > 0 ? std::max(0.0, -2 * a + std::sqrt(under)) : 0;
}

// Below c* there may be other c that do; so it starts from the largest root of some vectors: those that
// K~(D) itself makes most negative.
double first_root(const Columns& T1, const Columns& T2, double c) {
  const Columns vectors = eigen(T2, T1, 0).vectors;
  for (Index j = 0; j < std::min<Index>(4, vectors.cols()); ++j)
    c = std::max(c, root(T1, T2, vectors.col(j)));
  return c;
}

// c rises from below to the largest c(x) of the projected problem: x is the eigenvector of the least
// eigenvalue of K(c), which is negative until then.
Ritz solve(const Columns& T1, const Columns& T2, double c, DistanceShift shift) {
  if (shift != DistanceShift::cailliez) return eigen(T1, T2, 0);
  Ritz ritz = eigen(T1, T2, first_root(T1, T2, c));
  const double scale = T2.diagonal().cwiseAbs().maxCoeff();
  for (int step = 0; step < 50 && ritz.least < -1e-13 * scale; ++step) {
    const double next = root(T1, T2, ritz.vectors.col(0));
    if (!(next > ritz.c * (1 + 1e-14))) break;
    ritz = eigen(T1, T2, next);
  }
  return ritz;
}

Vector random_vector(Index n, Random& random) {
  Vector v(n);
  for (Index i = 0; i < n; ++i) v[i] = random.normal();
  return v;
}

// When the value sought has come to rest: two rounds in a row that change it by less than a relative 1e-8.
class Rest {
 public:
  bool reached(double value, double floor) {
    still_ = std::abs(value - before_) <= 1e-8 * std::max(std::abs(value), floor) ? still_ + 1 : 0;
    before_ = value;
    return still_ == 2;
  }

 private:
  double before_ = 0;
  int still_ = 0;
};

// The Ritz vectors of a space that grows by eight vectors between two looks at it, and is cut back to twelve
// Ritz vectors when it is full. It goes on from the residual of the best vector; where there is none, as in a
// space that one K(c) maps into itself, from a random one; where nothing is left, the answer is exact.
template <class T>
Ritz search(Projection<T>& space, Index n, DistanceShift shift, const Progress& progress, bool& converged) {
  constexpr Index kept = 12, stride = 8, most_passes = 2000;
  Random random(1);
  Ritz ritz;
  Rest rest;
  space.add(random_vector(n, random));
  while (!converged && space.passes() < most_passes && !progress.stopped()) {
    for (Index step = 0; step < stride && space.add(space.last_image(ritz.c)); ++step) {
    }
    ritz = solve(space.projected_first(), space.projected_second(), ritz.c, shift);
    const double scale = space.projected_second().diagonal().cwiseAbs().maxCoeff();
    converged = ritz.c > 0 ? rest.reached(ritz.c, 0) : rest.reached(ritz.least, 1e-4 * scale);
    if (converged) break;
    const Vector image = space.image(ritz.c, ritz.vectors.col(0));  // its new part is the residual
    if (space.size() + stride + 1 > Projection<T>::most) space.reduce(ritz.vectors.leftCols(kept));
    converged = !space.add(image) && !space.add(random_vector(n, random));
  }
  return ritz;
}

}  // namespace

template <class T>
AdditiveConstant additive_constant(const Packed<T>& D, DistanceShift shift, Control* control) {
  if (D.size() < 2) return {0, 0, 0, true};
  AdditiveConstant out;
  Projection<T> space(D);
  const Progress progress(control, "additive constant", 0);
  const Ritz ritz = search(space, D.size(), shift, progress, out.converged);
  if (shift == DistanceShift::cailliez)
    out.constant = ritz.c;
  else
    out.least = ritz.least;
  if (shift == DistanceShift::lingoes) out.constant = std::max(0.0, -ritz.least);
  out.products = space.passes();
  return out;
}

template AdditiveConstant additive_constant(const Packed<float>&, DistanceShift, Control*);
template AdditiveConstant additive_constant(const Packed<double>&, DistanceShift, Control*);

}  // namespace mercer
