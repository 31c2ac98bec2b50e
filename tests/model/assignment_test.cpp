// One call for all that is asked of new points, and one evaluation of the kernel.
#include "model_files.hpp"

namespace mercer {
namespace {

using test::blobs;

constexpr What everything{true, true, true, true};

template <class F>
bool answers(F&& f) {
  try {
    f();
  } catch (const Error&) {
    return false;
  }
  return true;
}

// Whatever kind of model it is: all at once is each for itself, bit for bit.
TEST(Assignment, TogetherIsAsOneByOne) {
  int models = 0;
  for (const test::ModelFile& file : test::all_model_files()) {
    if (file.is_embedding() || file.is_unreadable()) continue;
    SCOPED_TRACE(file.name());
    const Model model = Model::load(file.path);
    const Data points = test::points_for(model, file.input);
    const What what{answers([&] { model.predict(points); }), answers([&] { model.transform(points); }),
                    answers([&] { model.memberships(points); }),
                    answers([&] { model.outlier_scores(points); })};
    if (!what.labels) continue;  // the diffusion kernel
    const Assignment all = model.assign(points, what);
    EXPECT_EQ(all.labels, model.predict(points));
    if (what.distances) EXPECT_TRUE(all.distances == model.transform(points));
    if (what.memberships) EXPECT_TRUE(all.memberships == model.memberships(points));
    if (what.outlier_scores) EXPECT_TRUE(all.outlier_scores == model.outlier_scores(points));
    ++models;
  }
  EXPECT_GT(models, 100);
}

TEST(Assignment, WhatIsNotAskedForIsEmpty) {
  const Matrix X = blobs(40, 2, 3, 6);
  const Model model = cluster(X, {.clusters = 3, .method = Possibilistic{}, .kernel = Gaussian{}}).model;
  const Assignment scores = model.assign(X, {.labels = false, .outlier_scores = true});
  EXPECT_TRUE(scores.labels.empty());
  EXPECT_EQ(scores.distances.size(), 0);
  EXPECT_EQ(scores.memberships.size(), 0);
  EXPECT_EQ(scores.outlier_scores.size(), 40);
}

// m new points, n training points, m n values of the kernel: for one answer and for four.
TEST(Assignment, EvaluatesTheKernelOnceForFourAnswers) {
  const Matrix X = blobs(60, 3, 3, 1), Z = blobs(25, 3, 3, 2);
  for (const Method& method : {Method(Possibilistic{}), Method(KSpheres{.rho = 1})}) {
    SCOPED_TRACE(format_choice(method));
    const Model model = cluster(X, {.clusters = 3, .method = method, .kernel = Gaussian{}}).model;
    const Assignment four = model.assign(Z, everything);
    EXPECT_EQ(four.evaluations, 25U * 60U);
    EXPECT_EQ(model.assign(Z).evaluations, 25U * 60U);
    EXPECT_EQ(four.labels.size(), 25U);
    EXPECT_EQ(four.distances.rows(), 25);
    EXPECT_EQ(four.memberships.rows(), 25);
    EXPECT_EQ(four.outlier_scores.size(), 25);
  }
  const Model features = cluster(X, {.clusters = 3,
                                     .method = Possibilistic{},
                                     .kernel = Gaussian{},
                                     .approx = Nystrom{.landmarks = 10}})
                             .model;
  EXPECT_LE(features.assign(Z, everything).evaluations, 25U * 10U);
  EXPECT_GT(features.assign(Z, everything).evaluations, 0U);
  const Model vectors = cluster(X, {.clusters = 3, .method = Possibilistic{}}).model;
  EXPECT_EQ(vectors.assign(Z, everything).evaluations, 0U);
}

}  // namespace
}  // namespace mercer
