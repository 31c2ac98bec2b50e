// Every Gram equals the kernel's definition, whatever it stores, computes or is given.
#include "support.hpp"

#include <numeric>

#include "core/parallel.hpp"

namespace mercer {
namespace {

using test::blobs;

struct Case {
  std::string name;
  std::shared_ptr<Gram> gram;
  double tolerance;
};

std::vector<Case> grams(const Data& data, const Kernel& kernel) {
  return {
      {"tiled double", test::point_gram<double>(data, kernel), 1e-12},
      {"tiled float", test::point_gram<float>(data, kernel), 2e-5},
      {"stored double", std::make_shared<StoredGram<double>>(test::point_gram<double>(data, kernel)), 1e-12},
      {"stored float", std::make_shared<StoredGram<float>>(test::point_gram<float>(data, kernel)), 2e-5}};
}

Matrix centred(Matrix K) {
  const Vector mean = K.colwise().mean().transpose();
  K.rowwise() -= mean.transpose();
  K.colwise() -= Vector(K.rowwise().mean());
  return K;
}

// The linear kernel may move the origin: compared after centring, as every user of a Gram sees it.
Matrix comparable(const Matrix& K, const Kernel& kernel) {
  return std::holds_alternative<Linear>(kernel) ? centred(K) : K;
}

// The laplacian kernel takes the root of a difference: half the digits remain for near points.
double error(const Kernel& kernel, double tolerance) {
  return std::holds_alternative<Laplacian>(kernel) ? std::sqrt(tolerance) : tolerance;
}

std::vector<Index> everything(Index n) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

// Every `step`-th row changes in two of five columns.
SparseRows some_changes(Index n, Index step) {
  SparseRows dW;
  for (Index i = 0; i < n; i += step) {
    dW.add_row(i);
    dW.add(i % 5, -0.5);
    dW.add((i + 1) % 5, 2.0);
  }
  return dW;
}
Matrix dense(const SparseRows& dW, Index n) {
  Matrix W = Matrix::Zero(n, 5);
  for (std::size_t r = 0; r < dW.rows.size(); ++r)
    for (Index e = dW.start[r]; e < dW.start[r + 1]; ++e)
      W(dW.rows[r], dW.columns[static_cast<std::size_t>(e)]) += dW.values[static_cast<std::size_t>(e)];
  return W;
}

class GramOfPoints : public testing::TestWithParam<Index> {};

TEST_P(GramOfPoints, EqualsTheDefinition) {
  const Index n = GetParam();
  const Matrix X = blobs(n, 3, 4, 7);
  for (const Kernel& kernel : test::point_kernels()) {
    const Matrix K = test::reference_gram(X, kernel);
    const double scale = K.cwiseAbs().maxCoeff();
    for (const auto& [name, gram, tolerance] : grams(X, kernel)) {
      SCOPED_TRACE(format_choice(kernel) + ", " + name);
      Matrix C;
      gram->columns(everything(n), C);
      EXPECT_LE((comparable(C, kernel) - comparable(K, kernel)).cwiseAbs().maxCoeff(),
                error(kernel, tolerance) * scale);
      if (!std::holds_alternative<Linear>(kernel)) {
        EXPECT_LT((gram->diagonal() - K.diagonal()).cwiseAbs().maxCoeff(), tolerance * scale);
      }
    }
  }
}

TEST_P(GramOfPoints, ProductsUpdatesAndBlocksAgreeWithItsColumns) {
  const Index n = GetParam();
  const Matrix X = blobs(n, 3, 4, 8);
  Random random(3);
  Matrix W(n, 5);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  const SparseRows few = some_changes(n, 3), most = some_changes(n, 1);
  const std::vector<Index> some = {0, n / 2, n - 1};
  for (const Kernel& kernel : test::point_kernels())
    for (const auto& [name, gram, tolerance] : grams(X, kernel)) {
      SCOPED_TRACE(format_choice(kernel) + ", " + name);
      Matrix K, KW, sums, B;
      gram->columns(everything(n), K);
      const double scale = K.cwiseAbs().maxCoeff() * static_cast<double>(n);
      gram->apply(W, KW);
      EXPECT_LE((KW - K * W).cwiseAbs().maxCoeff(), tolerance * scale);
      for (const SparseRows& dW : {few, most}) {
        sums = Matrix::Ones(n, 5);
        gram->update(dW, sums);
        EXPECT_LE((sums - Matrix::Ones(n, 5) - K * dense(dW, n)).cwiseAbs().maxCoeff(),
                  tolerance * (scale + 1));
      }
      gram->block(some, some, B);
      EXPECT_LE((B - K(some, some)).cwiseAbs().maxCoeff(), tolerance * scale);
    }
}

TEST_P(GramOfPoints, NewPointsThatAreTrainingPointsGetTheProduct) {
  const Index n = GetParam();
  const Matrix X = blobs(n, 3, 4, 9);
  for (const Kernel& kernel : test::point_kernels())
    for (const auto& [name, gram, tolerance] : grams(X, kernel)) {
      SCOPED_TRACE(format_choice(kernel) + ", " + name);
      Matrix W = Matrix::Constant(n, 2, 0.5), KW, KZ;
      Vector self;
      gram->apply(W, KW);
      gram->cross(X, W, KZ, self);
      EXPECT_LE((KZ - KW).cwiseAbs().maxCoeff(),
                error(kernel, tolerance) * static_cast<double>(n) * gram->diagonal().maxCoeff());
      EXPECT_LE((self - gram->diagonal()).cwiseAbs().maxCoeff(), tolerance * self.cwiseAbs().maxCoeff());
    }
}

// Sizes below, at and above the width of a tile.
INSTANTIATE_TEST_SUITE_P(Sizes, GramOfPoints, testing::Values(1, 2, 37, 512, 700));

TEST(Gram, SparsePointsGiveTheSameKernelAsDenseOnes) {
  Random random(5);
  Matrix X = Matrix::Zero(90, 40);
  for (Index i = 0; i < X.size(); ++i)
    if (random.uniform() < 0.1) X.data()[i] = random.normal();
  for (Index i = 0; i < 90; ++i) X(i, i % 40) += 1;
  const SparseMatrix S = X.sparseView();
  for (const Kernel& kernel : test::point_kernels()) {
    SCOPED_TRACE(format_choice(kernel));
    Matrix K;
    test::point_gram<double>(S, kernel)->columns(everything(90), K);
    EXPECT_LT((K - test::reference_gram(X, kernel)).cwiseAbs().maxCoeff(), 1e-12 * K.cwiseAbs().maxCoeff());
  }
}

TEST(Gram, FloatPointsAreReadWithoutBeingCopied) {
  const Matrix X = blobs(60, 4, 3, 2);
  const MatrixOf<float> F = X.cast<float>();
  const Data view = Data::view(F.data(), 60, 4);
  Matrix K;
  test::point_gram<double>(view, Gaussian{.sigma = 2.0})->columns(everything(60), K);
  EXPECT_LT((K - test::reference_gram(F.cast<double>(), Gaussian{.sigma = 2.0})).cwiseAbs().maxCoeff(),
            1e-12);
}

TEST(Gram, LocalWidthsAreDistancesToANeighbour) {
  const Matrix X = blobs(80, 2, 3, 4);
  Matrix K;
  test::point_gram<double>(X, Gaussian{.local = true})->columns(everything(80), K);
  Vector s(80);
  Matrix D(80, 80);
  for (Index i = 0; i < 80; ++i) {
    for (Index j = 0; j < 80; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
    Vector sorted = D.row(i);
    std::sort(sorted.begin(), sorted.end());
    s[i] = sorted[7];  // 0 is the point itself
  }
  for (Index i = 0; i < 80; ++i)
    for (Index j = 0; j < 80; ++j) EXPECT_NEAR(K(i, j), std::exp(-D(i, j) * D(i, j) / (s[i] * s[j])), 1e-10);
}

TEST(Gram, GivenMatricesAreReadInPlaceAndDissimilaritiesTurnIntoKernels) {
  const Matrix X = blobs(50, 3, 3, 11);
  Matrix D(50, 50), K;
  for (Index i = 0; i < 50; ++i)
    for (Index j = 0; j < 50; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  GivenGram(D, Dissimilarity{2}).columns(everything(50), K);
  EXPECT_LT((K + 0.5 * D.cwiseProduct(D)).cwiseAbs().maxCoeff(), 1e-12);
  GivenGram(D, Dissimilarity{1}).columns(everything(50), K);
  EXPECT_LT((K + 0.5 * D).cwiseAbs().maxCoeff(), 1e-12);
  GivenGram(D, Precomputed{}).columns(everything(50), K);
  EXPECT_EQ(K, D);
}

TEST(Gram, ALargeOffsetOfTheDataCostsNoDigits) {
  const Matrix X = blobs(100, 3, 3, 12);
  const Kernel kernel = Gaussian{.sigma = 2.0};
  Matrix near, far;
  test::point_gram<float>(X, kernel)->columns(everything(100), near);
  test::point_gram<float>(Matrix(X.array() + 1e4), kernel)->columns(everything(100), far);
  EXPECT_LT((near - far).cwiseAbs().maxCoeff(), 1e-5);
}

// Whoever asks says who may stop it: a stop ends that product, and no other.
TEST(Gram, AStopEndsTheProductThatIsAsked) {
  const Index n = 300;
  const Matrix X = blobs(n, 3, 3, 5), W = Matrix::Ones(n, 2);
  SparseRows dW;
  for (Index i = 0; i < n; ++i) {
    dW.add_row(i);
    dW.add(i % 2, 1.0);
  }
  Control control;
  control.stop = true;
  int told = 0;
  control.progress = [&](std::string_view, std::int64_t, std::int64_t) { ++told; };
  const auto gram = test::point_gram<double>(X, Gaussian{.sigma = 2.0});
  Matrix stopped, KW, sums = Matrix::Zero(n, 2);
  gram->apply(W, stopped, &control);
  gram->update(dW, sums, &control);
  EXPECT_EQ(gram->evaluations(), 0U);
  EXPECT_EQ(told, 0);
  gram->apply(W, KW);
  EXPECT_LT((KW - test::reference_gram(X, Gaussian{.sigma = 2.0}) * W).cwiseAbs().maxCoeff(), 1e-10);
  control.stop = false;
  gram->update(dW, sums, &control);
  EXPECT_LT((sums.rowwise().sum() - KW.col(0)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_GT(told, 0);
  control.stop = true;
  const StoredGram<double> incomplete(gram, &control), whole(gram);
  whole.apply(W, stopped);
  EXPECT_LT((KW - stopped).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Gram, BitsDoNotDependOnTheNumberOfThreads) {
  const Matrix X = blobs(1300, 5, 4, 13);
  const Matrix W = Matrix::Constant(1300, 7, 0.3);
  SparseRows dW;
  for (Index i = 0; i < 1300; i += 2) {
    dW.add_row(i);
    dW.add(i % 3, 1.0);
  }
  const auto gram = test::point_gram<float>(X, Gaussian{.sigma = 2.0});
  std::vector<Matrix> products, sums;
  for (int threads : {1, 2, 3, 8}) {
    const ThreadScope scope(threads);
    products.emplace_back();
    gram->apply(W, products.back());
    sums.push_back(Matrix::Zero(1300, 3));
    gram->update(dW, sums.back());
    EXPECT_EQ(products.back(), products.front()) << threads;
    EXPECT_EQ(sums.back(), sums.front()) << threads;
  }
}

}  // namespace
}  // namespace mercer
