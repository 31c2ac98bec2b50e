#include "gram/tree_gram.hpp"

#include <Eigen/Eigenvalues>

#include "core/parallel.hpp"
#include "embed/kernel_pca.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using test::all_distances_in;
using test::random_tree;

struct TreeCase {
  std::shared_ptr<const Ultrametric> tree;
  Matrix K;  // (diameter - d) / 2
};
std::vector<TreeCase> cases() {
  std::vector<TreeCase> all;
  for (int kind = 0; kind < 4; ++kind) {
    auto tree = std::make_shared<const Ultrametric>(random_tree(70, kind, 11));
    const Matrix K = 0.5 * (tree->diameter() - all_distances_in(*tree).array());
    all.push_back({std::move(tree), K});
  }
  return all;
}

Matrix normal_matrix(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  Matrix W(rows, columns);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.normal();
  return W;
}

TEST(TreeGram, ProductsEqualTheDenseMatrix) {
  for (const TreeCase& c : cases()) {
    const TreeGram gram(c.tree);
    const Matrix W = normal_matrix(70, 5, 1);
    Matrix KW;
    gram.apply(W, KW);
    EXPECT_LT((KW - c.K * W).norm(), 1e-13 * (c.K * W).norm());
    EXPECT_EQ((gram.diagonal() - c.K.diagonal()).cwiseAbs().maxCoeff(), 0);
  }
}

TEST(TreeGram, UpdatesAddWhatChanged) {
  for (const TreeCase& c : cases()) {
    const TreeGram gram(c.tree);
    SparseRows dW;
    Matrix dense = Matrix::Zero(70, 4), KW = normal_matrix(70, 4, 2);
    const Matrix before = KW;
    Random random(3);
    for (Index i = 0; i < 70; i += 7) {
      const double value = random.normal();
      dW.add_row(i);
      dW.add(i % 4, value);
      dW.add((i + 1) % 4, -1);
      dense(i, i % 4) += value;
      dense(i, (i + 1) % 4) -= 1;
    }
    gram.update(dW, KW);
    EXPECT_LT((KW - before - c.K * dense).norm(), 1e-12);
  }
}

TEST(TreeGram, EntriesAreExact) {
  const std::vector<Index> rows = {3, 3, 0, 69, 41}, points = {5, 0, 69, 12};
  for (const TreeCase& c : cases()) {
    const TreeGram gram(c.tree);
    Matrix B;
    gram.columns(points, B);
    EXPECT_EQ((B - c.K(Eigen::all, points)).cwiseAbs().maxCoeff(), 0);
    gram.block(rows, points, B);
    EXPECT_EQ((B - c.K(rows, points)).cwiseAbs().maxCoeff(), 0);
  }
}

TEST(TreeGram, NewPointsAreAsFarAsTheirNearestObjectButNeverNearer) {
  for (const TreeCase& c : cases()) {
    const TreeGram gram(c.tree);
    const Matrix W = normal_matrix(70, 3, 4);
    const Matrix Z = (Matrix(5, 2) << 0, 0, 12, 0.05, 12, 0.4, 69, 1.5, 30, 10).finished();
    Matrix expected(5, 70);
    for (Index z = 0; z < 5; ++z)
      for (Index i = 0; i < 70; ++i) {
        const double d = c.tree->diameter() - 2 * c.K(static_cast<Index>(Z(z, 0)), i);
        expected(z, i) = 0.5 * (c.tree->diameter() - std::max(Z(z, 1), d));
      }
    Matrix KW;
    Vector self;
    gram.cross(Data(Z), W, KW, self);
    EXPECT_LT((KW - expected * W).norm(), 1e-12);
    EXPECT_EQ(self[3], 0.5 * c.tree->diameter());
  }
}

TEST(TreeGram, PrincipalComponentsEqualThoseOfTheDenseMatrix) {
  for (const TreeCase& c : cases()) {
    const Matrix H = Matrix::Identity(70, 70) - Matrix::Constant(70, 70, 1.0 / 70);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(H * c.K * H);
    const KernelPca pca = kernel_pca(TreeGram(c.tree), 4);
    for (Index a = 0; a < 4; ++a)
      EXPECT_NEAR(pca.values[a], dense.eigenvalues()[69 - a], 1e-10 * dense.eigenvalues()[69]);
  }
}

TEST(TreeGram, IsPositiveSemidefiniteAsItStands) {
  for (const TreeCase& c : cases())
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(c.K).eigenvalues().minCoeff(), -1e-12);
}

}  // namespace
}  // namespace mercer
