// The two potentials by which landmarks are drawn: the distance to the nearest landmark, and the distance to
// the landmarks' span.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/blas.hpp"
#include "core/parallel.hpp"
#include "core/solve_lower.hpp"
#include "embed/landmarks.hpp"

namespace mercer {
namespace {

constexpr Index potential_rows = 512;

std::vector<Index> rows_of(Index begin, Index end) {
  std::vector<Index> rows(static_cast<std::size_t>(end - begin));
  std::iota(rows.begin(), rows.end(), begin);
  return rows;
}

class DistancePotential final : public Potential {
 public:
  DistancePotential(const Gram& gram, Index first)
      : Potential(Vector::Constant(gram.size(), INFINITY)), gram_(gram), diagonal_(gram.diagonal()) {
    add({&first, 1});
  }

  std::vector<Index> take(std::span<const Index> proposals, Index most, Random& random) override {
    Matrix K;
    gram_.block(proposals, proposals, K);
    std::vector<Index> kept, positions;
    for (std::size_t p = 0; p < proposals.size() && static_cast<Index>(kept.size()) < most; ++p) {
      const Index i = proposals[p];
      double now = left_[i];
      for (const Index q : positions)
        now = std::min(now, distance(K(static_cast<Index>(p), q), i, proposals[static_cast<std::size_t>(q)]));
      if (random.uniform() * left_[i] >= now) continue;
      kept.push_back(i);
      positions.push_back(static_cast<Index>(p));
    }
    add(kept);
    return kept;
  }

 private:
  double distance(double k, Index i, Index h) const {
    return i == h ? 0 : std::max(0.0, diagonal_[i] + diagonal_[h] - 2 * k);
  }
  void add(std::span<const Index> landmarks) {
    const auto fill = [&](Index begin, Index end) {
      Matrix K;
      gram_.block(rows_of(begin, end), landmarks, K);
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < K.cols(); ++c)
          left_[i] = std::min(left_[i], distance(K(i - begin, c), i, landmarks[static_cast<std::size_t>(c)]));
    };
    divided_rows(gram_.size(), potential_rows, fill, left_);
  }

  const Gram& gram_;
  Vector diagonal_;
};

// Randomly pivoted Cholesky, K ~ F F', a block of pivots at a time. The kernel is divided by its largest
// diagonal value, so that F may be float.
class ResidualPotential final : public Potential {
 public:
  ResidualPotential(const Gram& gram, Index count)
      : Potential(gram.diagonal()), gram_(gram), scale_(left_.maxCoeff()), F_(gram.size(), count) {
    left_ = (left_ / scale_).cwiseMax(0.0);
  }

  std::vector<Index> take(std::span<const Index> proposals, Index most, Random& random) override {
    Matrix H = residual_among(proposals);
    std::vector<Index> kept, positions;
    Matrix factor = Matrix::Zero(H.rows(), H.rows());  // columns of the Cholesky factor of H, as pivots come
    for (Index p = 0; p < H.rows() && static_cast<Index>(kept.size()) < most; ++p) {
      const Index i = proposals[static_cast<std::size_t>(p)];
      if (random.uniform() * left_[i] >= H(p, p) || H(p, p) <= rounding) continue;
      // H -= l l' with l = H e_p / sqrt(H_pp): the pivot leaves the residual
      const Vector l = H.col(p) / std::sqrt(H(p, p));
      H.noalias() -= l * l.transpose();
      factor.col(static_cast<Index>(kept.size())) = l;
      kept.push_back(i);
      positions.push_back(p);
    }
    const auto a = static_cast<Index>(kept.size());
    const MatrixOf<float> C = Matrix(factor(positions, Eigen::all)).leftCols(a).cast<float>();
    if (a > 0) eliminate(kept, C);
    return kept;
  }

  MatrixOf<float> factor() override {
    const auto root = static_cast<float>(std::sqrt(scale_));
    parallel_points(F_.rows(), F_.cols(),
                    [&](Index begin, Index end) { F_.middleRows(begin, end - begin) *= root; });
    return std::move(F_);
  }

 private:
  static constexpr double rounding = 1e-7;

  // K(S, S) - F(S, :) F(S, :)'
  Matrix residual_among(std::span<const Index> points) const {
    Matrix H;
    gram_.block(points, points, H);
    const Matrix f = pivots(points).cast<double>();
    H /= scale_;
    H.noalias() -= f * f.transpose();
    return H;
  }
  MatrixOf<float> pivots(std::span<const Index> points) const {
    MatrixOf<float> f(static_cast<Index>(points.size()), rank_);
    for (Index r = 0; r < f.rows(); ++r) f.row(r) = F_.row(points[static_cast<std::size_t>(r)]).head(rank_);
    return f;
  }
  // The next columns of F are (K(:, S) - F F(S, :)') C^-T, C the Cholesky factor of the residual on S.
  void eliminate(std::span<const Index> points, const MatrixOf<float>& C) {
    const auto a = static_cast<Index>(points.size()), width = F_.cols();
    const MatrixOf<float> own = pivots(points);
    const auto fill = [&](Index begin, Index end) {
      Matrix K;
      gram_.block(rows_of(begin, end), points, K);
      auto fresh = F_.block(begin, rank_, end - begin, a);
      fresh = (K / scale_).cast<float>();
      float* out = F_.data() + begin * width;
      if (rank_ > 0)
        blas::multiply_transposed(end - begin, a, rank_, -1.0F, out, width, own.data(), rank_, 1.0F,
                                  out + rank_, width);
      solve_lower(end - begin, a, C.data(), a, out + rank_, width);
      for (Index i = begin; i < end; ++i)
        left_[i] = std::max(0.0, left_[i] - fresh.row(i - begin).cast<double>().squaredNorm());
    };
    divided_rows(gram_.size(), potential_rows, fill, left_);
    tell_columns(a);
    for (const Index i : points) left_[i] = 0;
    rank_ += a;
  }
  // Each rank has its rows of the next `count` columns; all need all rows, any of which may hold a pivot.
  void tell_columns(Index count) {
    const Ranks ranks;
    if (ranks.alone()) return;
    MatrixOf<float> fresh = F_.middleCols(rank_, count);
    ranks.gather_rows(fresh, potential_rows);
    F_.middleCols(rank_, count) = fresh;
  }

  const Gram& gram_;
  double scale_;
  MatrixOf<float> F_;  // n x count, of which the first rank_ columns are filled
  Index rank_ = 0;
};

}  // namespace

std::unique_ptr<Potential> residual_potential(const Gram& gram, Index count) {
  return std::make_unique<ResidualPotential>(gram, count);
}
std::unique_ptr<Potential> distance_potential(const Gram& gram, Index first) {
  return std::make_unique<DistancePotential>(gram, first);
}

}  // namespace mercer
