// Models: new points against the formula in feature space, and files that are not what they should be.
#include "mercer/model.hpp"

#include "io/temporary.hpp"
#include "mercer/embed.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::expect_error;

// k(z, x) for every new z and training x.
Matrix cross(const Matrix& Z, const Matrix& X, const Kernel& kernel) {
  Matrix both(Z.rows() + X.rows(), X.cols());
  both << Z, X;
  return test::reference_gram(both, kernel).topRightCorner(Z.rows(), X.rows());
}
// Distances to v_j = sum_h G(h, j) phi(x_h), with the columns of G summing to one.
Matrix by_definition(const Matrix& KZ, const Matrix& K, const Vector& self, const Matrix& W) {
  const Matrix G = W * W.colwise().sum().cwiseInverse().asDiagonal();
  const Vector norms = G.cwiseProduct(K * G).colwise().sum();
  const Matrix D2 = ((-2 * KZ * G).colwise() + self).rowwise() + norms.transpose();
  return D2.cwiseMax(0.0).cwiseSqrt();
}
Matrix one_hot(const Labels& labels, const Vector& weights, Index k) {
  Matrix W = Matrix::Zero(weights.size(), k);
  for (Index i = 0; i < weights.size(); ++i) W(i, labels[static_cast<std::size_t>(i)]) = weights[i];
  return W;
}
Labels argmin(const Matrix& D) {
  Labels labels;
  for (Index i = 0; i < D.rows(); ++i) {
    Index j = 0;
    D.row(i).minCoeff(&j);
    labels.push_back(static_cast<int>(j));
  }
  return labels;
}

TEST(Model, NewPointsFollowTheFormulaOfTheFeatureSpace) {
  const Matrix X = blobs(70, 3, 3, 1), Z = blobs(25, 3, 3, 1).array() + 0.3;
  const Vector weights = Vector::LinSpaced(70, 0.5, 2);
  for (const Kernel& kernel : test::point_kernels()) {
    SCOPED_TRACE(format_choice(kernel));
    Options o{.clusters = 3, .kernel = kernel, .restarts = 2, .weights = weights};
    const Matrix K = test::reference_gram(X, kernel), KZ = cross(Z, X, kernel);
    const Vector self = test::reference_gram(Z, kernel).diagonal();
    const double tolerance = 1e-6 * (1 + std::sqrt(K.cwiseAbs().maxCoeff()));

    const Result hard = cluster(X, o);
    const Matrix expected = by_definition(KZ, K, self, one_hot(hard.labels, weights, 3));
    EXPECT_LT((hard.model.transform(Z) - expected).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_EQ(hard.model.predict(Z), argmin(expected));

    o.method = Softmax{};
    const Result soft = cluster(X, o);
    if (soft.model.coefficients().size() == 0) continue;  // linear: the prototypes are vectors
    const Matrix distances = by_definition(KZ, K, self, soft.model.coefficients());
    EXPECT_LT((soft.model.transform(Z) - distances).cwiseAbs().maxCoeff(), tolerance);
    // memberships are softmax(-beta d^2)
    const double beta = *std::get<Softmax>(soft.model.method).beta;
    const Matrix E = (-beta * distances.array().square()).exp();
    const Matrix R = E.rowwise().sum().cwiseInverse().asDiagonal() * E;
    if (std::holds_alternative<Sigmoid>(kernel)) continue;  // negative squares are lost in `distances`
    EXPECT_LT((soft.model.memberships(Z) - R).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(Model, NewPointsOfTheInputSpaceAreMeasuredToTheMeans) {
  const Matrix X = blobs(70, 3, 3, 2).array() + 1e4, Z = X.topRows(9).array() + 0.5;
  const Result r = cluster(X, {.clusters = 3, .method = Hard{}});
  for (Index j = 0; j < 3; ++j) {
    Vector mean = Vector::Zero(3);
    double count = 0;
    for (Index i = 0; i < 70; ++i)
      if (r.labels[static_cast<std::size_t>(i)] == j) {
        mean += X.row(i).transpose();
        ++count;
      }
    EXPECT_LT((r.model.coordinates().row(j).transpose() - mean / count).norm(), 1e-9);
    const Matrix D = r.model.transform(Z);
    for (Index i = 0; i < 9; ++i) EXPECT_NEAR(D(i, j), (Z.row(i).transpose() - mean / count).norm(), 1e-7);
  }
}

TEST(Model, AGivenKernelTakesOneMoreColumnForTheSelfSimilarity) {
  const Matrix X = blobs(60, 3, 3, 3), Z = blobs(10, 3, 3, 4);
  const Kernel kernel = Polynomial{};  // k(x, x) varies
  const Matrix K = test::reference_gram(X, kernel), KZ = cross(Z, X, kernel);
  const Vector self = test::reference_gram(Z, kernel).diagonal();
  const Result r = cluster(K, {.clusters = 3, .kernel = Precomputed{}});
  const Matrix expected = by_definition(KZ, K, self, one_hot(r.labels, Vector::Ones(60), 3));
  Matrix with_self(10, 61);
  with_self << KZ, self;
  EXPECT_LT((r.model.transform(with_self) - expected).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(r.model.predict(with_self), argmin(expected));
  EXPECT_EQ(r.model.predict(KZ), argmin(expected));  // labels don't need it
  expect_error(Fault::data, {"k(z, z)", "column 61"}, [&] { r.model.transform(KZ); });
  expect_error(Fault::data, {"62 columns", "60"}, [&] { r.model.predict(Matrix(Matrix::Ones(2, 62))); });
}

TEST(Model, AConstantDiagonalNeedsNoExtraColumn) {
  const Matrix X = blobs(60, 3, 3, 3), Z = blobs(10, 3, 3, 4);
  const Kernel kernel = Gaussian{.sigma = 3.0};
  const Matrix K = test::reference_gram(X, kernel), KZ = cross(Z, X, kernel);
  const Result r = cluster(K, {.clusters = 3, .kernel = Precomputed{}});
  const Matrix expected = by_definition(KZ, K, Vector::Ones(10), one_hot(r.labels, Vector::Ones(60), 3));
  EXPECT_LT((r.model.transform(KZ) - expected).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(Model, TheStandardizerIsAppliedToNewPoints) {
  const Matrix X = blobs(60, 2, 3, 5) * Vector::LinSpaced(2, 1, 1000).asDiagonal();
  const Standardizer s = Standardizer::learn(X);
  Result r = cluster(s.apply(X), {.clusters = 3, .kernel = Gaussian{}});
  r.model.standardizer = s;
  EXPECT_EQ(r.model.predict(X), r.labels);
}

// A model to spoil.
struct Saved {
  test::TemporaryFolder folder;
  Matrix X = blobs(40, 2, 3, 6);
  std::string path = folder.file("some.model");
  Saved() { cluster(X, {.clusters = 3, .kernel = Gaussian{}}).model.save(path); }
};

TEST(Model, OtherFilesAndDamagedOnesAreNamed) {
  const Saved saved;
  const std::string bytes = test::content(saved.path);
  const auto expect_refused = [&](const std::string& name, const std::string& content,
                                  const std::string& word) {
    const std::string path = saved.folder.with(name, content);
    expect_error(Fault::data, {name, word}, [&] { Model::load(path); });
  };
  expect_refused("points.csv", "x,y\n1,2\n", "is not a mercer model");
  expect_refused("empty", "", "is not a mercer model");
  for (std::size_t length : {std::size_t{9}, std::size_t{40}, bytes.size() / 2, bytes.size() - 1})
    expect_refused("cut", bytes.substr(0, length), "truncated");
  for (std::size_t at : {std::size_t{40}, bytes.size() / 2, bytes.size() - 3}) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    expect_refused("flipped", flipped, "checksum");
  }
  std::string newer = bytes;
  newer[8] = 2;
  expect_refused("newer", newer, "newer mercer");
  expect_error(Fault::no_input, {"absent.model"}, [&] { Model::load(saved.folder.file("absent.model")); });
}

TEST(Model, ItsBytesAreThoseOfItsFile) {
  const Saved saved;
  const std::string bytes = Model::load(saved.path).serialise();
  EXPECT_EQ(bytes, test::content(saved.path));
  EXPECT_EQ(Model::parse(bytes).predict(saved.X), Model::load(saved.path).predict(saved.X));
  expect_error(Fault::data, {"truncated"}, [&] { Model::parse(bytes.substr(0, bytes.size() / 2)); });
  expect_error(Fault::data, {"not a mercer model"}, [] { Model::parse("x,y"); });

  const EmbedModel axes = embed(saved.X, {}).model;
  axes.save(saved.folder.file("axes.model"));
  EXPECT_EQ(axes.serialise(), test::content(saved.folder.file("axes.model")));
  EXPECT_EQ(EmbedModel::parse(axes.serialise()).transform(saved.X), axes.transform(saved.X));
}

TEST(Model, PartsThatDoNotFitAreRefused) {
  const Saved saved;
  const Model good = Model::load(saved.path);
  const auto expect_refused = [&](auto spoil) {
    Model bad = good;
    spoil(bad);
    const std::string path = saved.folder.file("bad.model");
    bad.save(path);
    expect_error(Fault::data, {"bad.model", "don't fit together"}, [&] { Model::load(path); });
  };
  expect_refused([](Model& m) { m.labels[3] = 3; });
  expect_refused([](Model& m) { m.labels[3] = -1; });
  expect_refused([](Model& m) { m.labels.pop_back(); });
  expect_refused([](Model& m) { m.mass[0] = 0; });
  expect_refused([](Model& m) { m.mass[0] = NAN; });
  expect_refused([](Model& m) { m.norm = Vector::Ones(2); });
  expect_refused([](Model& m) { m.columns = 3; });
  expect_refused([](Model& m) { m.norm[1] = INFINITY; });
  expect_refused([](Model& m) { std::get<kinds::Expansion>(m.kind).weights = Vector::Ones(7); });
  expect_refused([](Model& m) { std::get<kinds::Expansion>(m.kind).coefficients = Matrix::Ones(40, 2); });
  expect_refused([](Model& m) { m.kind = kinds::Vectors{Matrix::Ones(2, 2), Vector::Ones(2)}; });
  expect_refused([](Model& m) { std::get<KnownPoints>(m.known).widths = Vector::Ones(40); });
  expect_refused([](Model& m) { std::get<KnownPoints>(m.known).points = Data(Matrix(Matrix::Ones(39, 2))); });
  expect_refused([](Model& m) { m.known = NothingKnown{}; });
  expect_refused([](Model& m) { m.kernel = Gaussian{.local = true}; });
  expect_refused([](Model& m) { m.standardizer = {Vector::Ones(2), Vector::Ones(3)}; });
}

TEST(Model, ANumberOutOfItsRangeIsNamed) {
  const Saved saved;
  Model bad = Model::load(saved.path);
  bad.kernel = Gaussian{.sigma = -1.0};
  const std::string path = saved.folder.file("bad.model");
  bad.save(path);
  expect_error(Fault::data, {"bad.model", "sigma = -1", "above 0", "fit it again"},
               [&] { Model::load(path); });
}

TEST(Model, AnUnwritablePlaceIsNamedAndNothingIsLeft) {
  const Saved saved;
  const Model model = Model::load(saved.path);
  const std::string nowhere = saved.folder.file("no/such/folder.model");
  expect_error(Fault::cannot_write, {"folder.model"}, [&] { model.save(nowhere); });
  EXPECT_EQ(saved.folder.count(), 1U);
}

}  // namespace
}  // namespace mercer
