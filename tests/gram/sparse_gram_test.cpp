// A sparse matrix of similarities gives what the same matrix gives when it is stored in full.
#include "gram/sparse_gram.hpp"

#include <numeric>

#include "core/parallel.hpp"
#include "gram/given.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

// A symmetric matrix with about `degree` entries a row; some rows have none at all.
Matrix graph(Index n, Index degree, std::uint64_t seed) {
  Random random(seed);
  Matrix K = Matrix::Zero(n, n);
  for (Index e = 0; e < n * degree / 2; ++e) {
    const Index i = random.below(n), j = random.below(n);
    if (i % 17 != 3 && j % 17 != 3) K(i, j) = K(j, i) = random.uniform();
  }
  return K;
}
SparseMatrix stored(const Matrix& K) { return K.sparseView(); }

SparseRows changes(Index n, Index every, Index columns) {
  SparseRows dW;
  for (Index i = 0; i < n; i += every) {
    dW.add_row(i);
    dW.add(i % columns, 1.5);
    dW.add((i + 1) % columns, -0.5);
  }
  return dW;
}

TEST(SparseGram, EqualsTheDenseMatrix) {
  for (Index n : {1, 2, 60, 700}) {
    const Matrix K = graph(n, 8, 1), W = test::random_matrix(n, 5, 2);
    const SparseGram sparse(stored(K));
    const GivenGram dense(K, Precomputed{});
    std::vector<Index> some = {0, n / 2, n - 1};
    EXPECT_EQ(sparse.size(), n);
    EXPECT_EQ(sparse.diagonal(), dense.diagonal());
    Matrix a, b;
    sparse.columns(some, a);
    dense.columns(some, b);
    EXPECT_EQ(a, b);
    sparse.block(some, some, a);
    dense.block(some, some, b);
    EXPECT_EQ(a, b);
    sparse.apply(W, a);
    EXPECT_LT((a - K * W).cwiseAbs().maxCoeff(), 1e-12);
    for (Index every : {1, 3, 50}) {  // many rows are gathered, few are scattered
      const SparseRows dW = changes(n, every, 5);
      a = b = test::random_matrix(n, 5, 3);
      sparse.update(dW, a);
      dense.update(dW, b);
      EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-12) << every;
    }
  }
}

TEST(SparseGram, NewPointsMayBeDenseOrSparseRows) {
  const Matrix K = graph(90, 8, 4), Z = graph(90, 5, 5).topRows(20), W = test::random_matrix(90, 3, 6);
  Matrix longer(20, 91);  // k(z, z) behind: not part of the product
  longer << Z, Vector::Ones(20);
  const SparseGram sparse(stored(K));
  Matrix KW;
  Vector self;
  for (const Data& rows : {Data(Z), Data(stored(Z)), Data(longer), Data(stored(longer))}) {
    sparse.cross(rows, W, KW, self);
    EXPECT_LT((KW - Z * W).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_EQ(self.size(), 20);
  }
}

TEST(SparseGram, BitsDoNotDependOnTheNumberOfThreads) {
  const SparseGram gram(stored(graph(3000, 10, 7)));
  const Matrix W = test::random_matrix(3000, 7, 8);
  std::vector<Matrix> products;
  for (int threads : {1, 2, 8}) {
    const ThreadScope scope(threads);
    Matrix KW;
    gram.apply(W, KW);
    gram.update(changes(3000, 2, 7), KW);
    gram.update(changes(3000, 100, 7), KW);
    products.push_back(KW);
    EXPECT_EQ(products.back(), products.front()) << threads;
  }
}

TEST(SparseGram, WhatIsNoKernelMatrixIsRefused) {
  Matrix K = graph(30, 6, 9);
  EXPECT_NO_THROW(check_given(stored(K), Precomputed{}));
  expect_error(Fault::data, {"sparse", "dissimilarities", "dense"},
               [&] { check_given(stored(K), Dissimilarity{}); });
  expect_error(Fault::data, {"29 rows", "30 columns", "square"},
               [&] { check_given(stored(K.topRows(29)), Precomputed{}); });
  K(4, 7) += 0.25;
  const std::string here = "row 5, column 8 is " + grammar::format(K(4, 7));
  expect_error(Fault::data, {"not symmetric", here, "row 8, column 5"},
               [&] { check_given(stored(K), Precomputed{}); });
  // stored on one side of the diagonal only
  expect_error(Fault::data, {"not symmetric"},
               [&] { check_given(stored(graph(30, 6, 9).triangularView<Eigen::Lower>()), Precomputed{}); });
}

}  // namespace
}  // namespace mercer
