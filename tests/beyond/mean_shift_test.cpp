// Mean shift: one step by its formula, the peaks it finds, and the method at the front door.
#include "beyond/mean_shift.hpp"

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

// A peak is a place that its own step leaves where it is.
TEST(MeanShift, PeaksAreFixedPointsOfTheStep) {
  const Matrix X = test::blobs(300, 2, 3, 1, 8);
  for (const ShiftProfile profile : {ShiftProfile::gaussian, ShiftProfile::flat}) {
    const double h = profile == ShiftProfile::flat ? 2.5 : 1.2;
    const Modes modes = find_modes(X, {.bandwidth = h, .profile = profile});
    EXPECT_TRUE(modes.converged);
    EXPECT_LT(modes.seeds, 300);
    for (Index m = 0; m < modes.points.rows(); ++m) {
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(2);
      double weight = 0;
      for (Index i = 0; i < 300; ++i) {
        const double d = (X.row(i) - modes.points.row(m)).norm();
        const double w =
            profile == ShiftProfile::flat ? (d <= h ? 1.0 : 0.0) : std::exp(-d * d / (2 * h * h));
        sum += w * X.row(i);
        weight += w;
      }
      EXPECT_LT((sum / weight - modes.points.row(m)).norm(), 2e-3 * h);
      EXPECT_NEAR(weight, modes.density[m], 0.01 * weight);
    }
  }
}

TEST(MeanShift, ThePeaksOfSeparatedBlobsAreTheirCentres) {
  const Matrix X = test::blobs(600, 3, 4, 2, 12);
  for (const bool binning : {true, false}) {
    const Modes modes = find_modes(X, {.bandwidth = 1, .binning = binning});
    ASSERT_EQ(modes.points.rows(), 4);
    for (Index j = 0; j < 4; ++j) {
      Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(3);
      for (Index i = j; i < 600; i += 4) mean += X.row(i) / 150;
      EXPECT_LT((modes.points.rowwise() - mean).rowwise().norm().minCoeff(), 0.4) << binning;
    }
  }
}

// The rule of scikit-learn's estimate_bandwidth, by its definition.
TEST(MeanShift, TheAutomaticBandwidthIsAMeanDistance) {
  const Matrix X = test::blobs(100, 2, 2, 3);
  double sum = 0;
  for (Index i = 0; i < 100; ++i) {
    std::vector<double> d;
    for (Index h = 0; h < 100; ++h)
      if (h != i) d.push_back((X.row(i) - X.row(h)).norm());
    std::sort(d.begin(), d.end());
    sum += d[29];
  }
  EXPECT_NEAR(automatic_bandwidth(X, ShiftProfile::flat), sum / 100, 1e-12);
  EXPECT_NEAR(automatic_bandwidth(X, ShiftProfile::gaussian), sum / 200, 1e-12);
}

TEST(MeanShift, ClustersPredictsAndReloads) {
  const Matrix all = test::blobs(400, 3, 4, 2, 12), X = all.topRows(300), Z = all.bottomRows(100);
  Labels truth(300);
  for (std::size_t i = 0; i < truth.size(); ++i) truth[i] = static_cast<int>(i % 4);
  for (const MeanShift& method :
       {MeanShift{.bandwidth = 1.5}, MeanShift{.bandwidth = 3.0, .profile = ShiftProfile::flat}}) {
    const Result r = cluster(X, {.method = method});
    EXPECT_EQ(r.model.clusters(), 4);
    EXPECT_EQ(score(r.labels, truth).accuracy, 1);
    EXPECT_TRUE(r.converged);
    EXPECT_EQ(r.model.predict(X), r.labels);
    EXPECT_EQ(r.model.mass.sum(), 300);
    const test::TemporaryFolder folder;
    r.model.save(folder.file("m"));
    EXPECT_EQ(Model::load(folder.file("m")).predict(Z), r.model.predict(Z));
  }
}

TEST(MeanShift, TheSameBitsOnAnyNumberOfThreads) {
  const Matrix X = test::blobs(2000, 3, 4, 5, 6);
  Options o{.method = MeanShift{.bandwidth = 1.0}};
  const Result one = cluster(X, o);
  for (const int threads : {1, 2, 3}) {
    o.threads = threads;
    const Result r = cluster(X, o);
    EXPECT_TRUE(r.model.coordinates() == one.model.coordinates());
    EXPECT_EQ(r.labels, one.labels);
  }
}

TEST(MeanShift, BadInputIsNamedAndPointsMayCoincide) {
  const Matrix X = test::blobs(40, 2, 2, 6);
  expect_error(Fault::usage, {"bandwidth = 0", "above 0"},
               [&] { cluster(X, {.method = MeanShift{.bandwidth = 0.0}}); });
  expect_error(Fault::usage, {"mean-shift", "leave `kernel` out"},
               [&] { cluster(X, {.method = MeanShift{}, .kernel = Gaussian{}}); });
  expect_error(Fault::usage, {"leave `clusters` out"},
               [&] { cluster(X, {.clusters = 2, .method = MeanShift{}}); });
  const Result same = cluster(Matrix(Matrix::Ones(10, 2)), {.method = MeanShift{}});
  EXPECT_EQ(same.model.clusters(), 1);
  const Result wide = cluster(X, {.method = MeanShift{.bandwidth = 1e3}});
  EXPECT_NE(wide.warnings.at(0).what.find("one peak"), std::string::npos);
}

}  // namespace
}  // namespace mercer
