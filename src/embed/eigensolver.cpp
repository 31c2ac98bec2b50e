#include "embed/eigensolver.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "core/symmetric_eigen.hpp"
#include "embed/tall.hpp"

namespace mercer {
namespace {

Matrix random_block(Index n, Index columns, Random& random) {
  Matrix X(n, columns);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = random.normal();
  return X;
}

// What is new in X beyond the orthonormal V, orthonormal: twice is enough. Directions of no size are dropped.
Matrix fresh_directions(const Matrix& V, Matrix X) {
  for (auto column : X.colwise())
    if (const double size = column.norm(); size > 0) column /= size;
  for (int pass = 0; pass < 2; ++pass) {
    if (V.cols() > 0) combine(V, -tall_product(V, X), true, X);
    // X (X'X)^-1/2, over the directions that are there
    const SymmetricEigen gram = symmetric_eigen(tall_product(X, X));
    std::vector<Index> kept;
    for (Index a = 0; a < X.cols(); ++a)
      if (gram.values[a] > 1e-20) kept.push_back(a);
    if (kept.empty()) return Matrix(X.rows(), 0);
    const Eigen::MatrixXd vectors = gram.vectors(Eigen::all, kept);
    const Vector scale = gram.values(kept).cwiseSqrt().cwiseInverse();
    Matrix next;
    combine(X, vectors * scale.asDiagonal(), false, next);
    X = std::move(next);
  }
  return X;
}

void append(Matrix& V, const Matrix& X) {
  const Index before = V.cols();
  Matrix both(X.rows(), before + X.cols());
  if (before > 0) both.leftCols(before) = V;
  both.rightCols(X.cols()) = X;
  V = std::move(both);
}

// A search space V with A V, and what it knows of the spectrum: the Ritz pairs.
struct SearchSpace {
  Matrix V, AV, H;  // H = V' A V
  Vector theta;     // descending
  Matrix S;         // Ritz vectors are V S

  void grow(const Matrix& X, const Matrix& AX) {
    append(V, X);
    append(AV, AX);
    const Matrix right = tall_product(V, AX);
    const Index before = H.rows(), all = V.cols();
    Matrix next(all, all);
    if (before > 0) next.topLeftCorner(before, before) = H;
    next.rightCols(X.cols()) = right;
    next.bottomRows(X.cols()) = right.transpose();
    next.bottomRightCorner(X.cols(), X.cols()) =
        0.5 * (right.bottomRows(X.cols()) + right.bottomRows(X.cols()).transpose());
    H = std::move(next);
    const SymmetricEigen ritz = symmetric_eigen(H);
    theta = Vector(ritz.values.reverse());  // new ones: where there is no memory the old ones stay whole
    S = Matrix(ritz.vectors.rowwise().reverse());
  }
  // Only the leading Ritz vectors stay.
  void restart(Index keep) {
    Matrix next;
    const Matrix lead = S.leftCols(keep);
    combine(V, lead, false, next);
    V = std::move(next);
    combine(AV, lead, false, next);
    AV = std::move(next);
    H = theta.head(keep).asDiagonal();
    theta = Vector(theta.head(keep));
    S = Matrix::Identity(keep, keep);
  }
  // A V s - theta V s for the first `count` pairs
  Matrix residuals(Index count) const {
    Matrix R;
    combine(AV, S.leftCols(count), false, R);
    combine(V, -(S.leftCols(count) * theta.head(count).asDiagonal()), true, R);
    return R;
  }
};

EigenSolution all_eigenpairs(Index n, const Product& product, Index count) {
  Matrix A;
  product(Matrix::Identity(n, n), A);
  const SymmetricEigen all = symmetric_eigen(0.5 * (A + A.transpose()));
  return {{all.values.reverse().head(count), all.vectors.rowwise().reverse().leftCols(count)},
          all.values[std::max<Index>(0, n - 1 - count)],
          1,
          true};
}

// The pairs that still move.
std::vector<Index> unfinished(const Matrix& R, double limit) {
  std::vector<Index> open;
  for (Index a = 0; a < R.cols(); ++a)
    if (R.col(a).norm() > limit) open.push_back(a);
  return open;
}

// Where the spectrum is dense at its upper end, many products go by before a space tells its eigenvalues
// apart. Chebyshev polynomials of A, small on [low, cut] and growing fast above, spare most of the work
// between them.
class Filter {
 public:
  Filter(const Product& product, Index degree) : product_(product), degree_(degree) {}
  bool set() const { return top_ > cut_; }
  // The spectrum ends at about `low` and `top`; what is below `cut` is to be damped.
  void learn(double low, double cut, double top) {
    low_ = low - 0.05 * (top - low);
    cut_ = cut;
    top_ = top;
  }
  // X = p(A) X; returns the number of products. With s_1 = e / (top - c), s_(t+1) = 1 / (2 / s_1 - s_t):
  //   Y_(t+1) = 2 s_(t+1) / e (A - c) Y_t - s_t s_(t+1) Y_(t-1)
  Index apply(Matrix& X) const {
    const double e = 0.5 * (cut_ - low_), c = 0.5 * (cut_ + low_), first = e / (top_ - c);
    double s = first;
    Matrix Y, AY;
    product_(X, AY);
    Y = (AY - c * X) * (s / e);
    for (Index t = 1; t < degree_; ++t) {
      const double next = 1 / (2 / first - s);
      product_(Y, AY);
      X = (2 * next / e) * (AY - c * Y) - (s * next) * X;
      X.swap(Y);
      s = next;
    }
    X.swap(Y);
    return degree_;
  }

 private:
  const Product& product_;
  Index degree_;
  double low_ = 0, cut_ = 0, top_ = 0;
};

// The Krylov space, block by block; of a full one the leading Ritz vectors stay.
class BlockLanczos {
 public:
  BlockLanczos(Index n, const Product& product, Index count, const EigenOptions& o)
      : product_(product),
        options_(o),
        random_(o.seed),
        filter_(product_, 10),
        progress_(o.control, "eigenvectors", o.max_products),
        n_(n),
        count_(count),
        block_(count + std::min<Index>(3, count + 1)),
        most_(std::min(n, 8 * block_)) {}

  EigenSolution solve() {
    Matrix X = random_directions();
    while (out_.products < options_.max_products && X.cols() > 0) {
      Matrix AX;
      product_(X, AX);
      if (progress_.stopped()) break;
      count_products(1);
      grow(X, AX);
      const Matrix R = space_.residuals(std::min(block_, space_.V.cols()));
      const double limit = options_.tolerance * space_.theta.cwiseAbs().maxCoeff();
      out_.converged = R.cols() >= count_ && R.leftCols(count_).colwise().norm().maxCoeff() <= limit;
      if (out_.converged) break;
      X = next_directions(R, unfinished(R, limit));
      if (progress_.stopped()) break;
    }
    return finish();
  }

 private:
  void count_products(Index products) {
    out_.products += products;
    progress_.done(products);
  }
  void grow(const Matrix& X, const Matrix& AX) {
    if (space_.V.cols() + X.cols() > most_) {
      const Index keep = std::min<Index>(2 * block_, space_.V.cols());
      filter_.learn(space_.theta.minCoeff(), space_.theta[keep - 1], space_.theta[0]);
      space_.restart(keep);
    }
    space_.grow(X, AX);
  }
  Matrix random_directions() { return fresh_directions(space_.V, random_block(n_, block_, random_)); }
  // Residuals lead on from block to block; once a space was full, filtered Ritz vectors do.
  Matrix next_directions(const Matrix& R, const std::vector<Index>& open) {
    Matrix X;
    if (filter_.set()) {
      combine(space_.V, space_.S(Eigen::all, open), false, X);
      count_products(filter_.apply(X));
    } else {
      X = R(Eigen::all, open);
    }
    X = fresh_directions(space_.V, std::move(X));
    // An invariant space that is too small: anything orthogonal to it leads on.
    return X.cols() > 0 ? X : random_directions();
  }
  EigenSolution finish() {
    const Index found = std::min(count_, space_.V.cols());
    if (found == 0) return std::move(out_);
    out_.pairs.values = space_.theta.head(found);
    out_.next = space_.theta[std::min(found, space_.theta.size() - 1)];
    combine(space_.V, space_.S.leftCols(found), false, out_.pairs.vectors);
    return std::move(out_);
  }

  const Product& product_;
  const EigenOptions& options_;
  Random random_;
  Filter filter_;
  Progress progress_;
  Index n_, count_, block_, most_;
  SearchSpace space_;
  EigenSolution out_;
};

}  // namespace

EigenSolution top_eigenpairs(Index n, const Product& product, Index count, const EigenOptions& options) {
  constexpr Index small = 96;  // up to this size all eigenvalues are as cheap as a few
  count = std::min(count, n);
  EigenSolution out = n <= small || 8 * (2 * count + 1) >= n
                          ? all_eigenpairs(n, product, count)
                          : BlockLanczos(n, product, count, options).solve();
  fix_signs(out.pairs.vectors);
  return out;
}

Product centred_product(const Gram& gram, Control* control) {
  return [&gram, control](const Matrix& X, Matrix& KX) {
    const Matrix centred = X.rowwise() - X.colwise().mean();
    apply_all(gram, centred, KX, control);
    KX.rowwise() -= KX.colwise().mean().eval();
  };
}

}  // namespace mercer
