#include "mercer/generate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>

#include "core/random.hpp"
#include "mercer/error.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

GenerateOptions sized(Index size) {
  GenerateOptions options;
  options.size = size;
  return options;
}

std::map<int, Index> counts(const Generated& data) {
  std::map<int, Index> all;
  for (const int label : data.labels) ++all[label];
  return all;
}

Eigen::RowVectorXd mean_of(const Matrix& points, const std::vector<int>& labels, int label) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(points.cols());
  double count = 0;
  for (Index i = 0; i < points.rows(); ++i)
    if (labels[static_cast<std::size_t>(i)] == label) {
      sum += points.row(i);
      ++count;
    }
  return sum / count;
}

std::string message(const std::string& shape, const GenerateOptions& options = {}) {
  try {
    generate(shape, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  ADD_FAILURE() << shape << " was drawn";
  return "";
}

TEST(Generate, DrawsTheSizesOfTheSpecification) {
  using Sizes = std::map<int, Index>;
  EXPECT_EQ(counts(generate("rings")), (Sizes{{1, 150}, {2, 150}}));
  EXPECT_EQ(counts(generate("two-moons")), (Sizes{{1, 104}, {2, 96}}));
  EXPECT_EQ(counts(generate("three-moons")), (Sizes{{1, 100}, {2, 100}, {3, 100}}));
  EXPECT_EQ(counts(generate("icassp")), (Sizes{{1, 35}, {2, 35}, {3, 56}, {4, 41}, {5, 53}, {6, 60}}));
  EXPECT_EQ(counts(generate("spirals")), (Sizes{{1, 150}, {2, 150}, {3, 150}}));
  const auto delta = counts(generate("delta"));
  EXPECT_NEAR(static_cast<double>(delta.at(1)), 198, 4);
  EXPECT_NEAR(static_cast<double>(delta.at(2)), 93, 6);
}

// Proportions are kept and the sizes add up, whatever the size.
TEST(Generate, ScalesInProportion) {
  for (const auto& [shape, about] : shapes()) {
    const Generated own = generate(shape);
    EXPECT_EQ(own.points.rows(), static_cast<Index>(own.labels.size()));
    EXPECT_TRUE(own.points.allFinite());
    for (const Index size : {50, 137, 1000}) {
      SCOPED_TRACE(shape + " " + std::to_string(size));
      const Generated data = generate(shape, sized(size));
      ASSERT_EQ(data.points.rows(), size);
      ASSERT_EQ(data.labels.size(), static_cast<std::size_t>(size));
      const double factor = static_cast<double>(size) / static_cast<double>(own.points.rows());
      const double slack = shape == "delta" ? 2 + 0.03 * static_cast<double>(size) : 1;
      for (const auto& [label, count] : counts(own))
        EXPECT_NEAR(static_cast<double>(counts(data).at(label)), factor * static_cast<double>(count), slack);
    }
  }
}

TEST(Generate, EqualSeedEqualPoints) {
  for (const auto& [shape, about] : shapes()) {
    GenerateOptions options;
    options.outliers = 5;
    const Generated first = generate(shape, options);
    EXPECT_EQ(first.points, generate(shape, options).points) << shape;
    options.seed = 2;
    EXPECT_NE(first.points.row(0), generate(shape, options).points.row(0)) << shape;
  }
}

// The order in which a compiler evaluates arguments must not decide which number is x and which is y.
TEST(Generate, DrawsCoordinatesInOneOrder) {
  Random random(1);
  const double x = random.normal(), y = random.normal();
  const Matrix stretched = generate("stretched").points;
  EXPECT_DOUBLE_EQ(stretched(0, 0), 1.5 * x);
  EXPECT_DOUBLE_EQ(stretched(0, 1), -1 + 0.15 * y);
}

// Without noise every point lies on its curve.
TEST(Generate, FollowsTheCurves) {
  GenerateOptions exact;
  exact.noise = 0;
  const Generated rings = generate("rings", exact);
  for (Index i = 0; i < rings.points.rows(); ++i)
    ASSERT_NEAR(rings.points.row(i).norm(), rings.labels[static_cast<std::size_t>(i)] == 1 ? 1 : 3, 1e-12);
  const Generated moons = generate("two-moons", exact);
  for (Index i = 0; i < moons.points.rows(); ++i) {
    const bool first = moons.labels[static_cast<std::size_t>(i)] == 1;
    const double x = moons.points(i, 0) - (first ? 0 : 1), y = moons.points(i, 1) - (first ? 0 : 0.5);
    ASSERT_NEAR(std::hypot(x, y), 1, 1e-12);
    ASSERT_GE(first ? y : -y, 0);
  }
  const Generated spirals = generate("spirals", exact);
  for (Index i = 0; i < spirals.points.rows(); ++i) {
    const double r = spirals.points.row(i).norm(), u = (r - 0.15) / 0.85;
    const double arm = spirals.labels[static_cast<std::size_t>(i)] - 1;
    const double angle = 1.5 * std::numbers::pi * u + 2 * std::numbers::pi * arm / 3;
    ASSERT_NEAR(spirals.points(i, 0), r * std::cos(angle), 1e-9);
  }
  exact.size = 200;
  const Generated delta = generate("delta", exact);
  for (Index i = 0; i < delta.points.rows(); ++i) {
    const double x = delta.points(i, 0), y = delta.points(i, 1);
    ASSERT_NEAR(x, delta.labels[static_cast<std::size_t>(i)] == 1 ? 1 - y * y : 0.45 - 2 * y * y, 1e-12);
    ASSERT_TRUE(x > 0 && std::abs(y) < 1);
  }
}

TEST(Generate, BlobsAreAsManyAndAsWideAsAskedFor) {
  GenerateOptions options;
  options.clusters = 5;
  options.dimensions = 4;
  options.size = 2000;
  const Generated data = generate("blobs", options);
  EXPECT_EQ(data.points.cols(), 4);
  ASSERT_EQ(counts(data).size(), 5U);
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b < a; ++b)
      EXPECT_GT((mean_of(data.points, data.labels, a) - mean_of(data.points, data.labels, b)).norm(), 5);
  const Eigen::RowVectorXd mean = mean_of(data.points, data.labels, 1);
  EXPECT_NEAR(std::sqrt((data.points.topRows(400).rowwise() - mean).squaredNorm() / 1600), 1, 0.1);
}

TEST(Generate, OutliersSurroundTheData) {
  for (const auto& [shape, about] : shapes()) {
    SCOPED_TRACE(shape);
    GenerateOptions options;
    options.outliers = 40;
    const Generated plain = generate(shape), data = generate(shape, options);
    const Index size = plain.points.rows();
    ASSERT_EQ(data.points.rows(), size + 40);
    EXPECT_EQ(data.points.topRows(size), plain.points);
    EXPECT_EQ(counts(data).at(0), 40);
    Eigen::RowVectorXd low = plain.points.colwise().minCoeff(), high = plain.points.colwise().maxCoeff();
    const Eigen::RowVectorXd margin = 0.1 * (high - low);
    if (shape == "spirals") {
      low.setConstant(-1.2);
      high.setConstant(1.2);
    } else {
      low -= margin;
      high += margin;
    }
    for (Index i = size; i < size + 40; ++i)
      EXPECT_TRUE((data.points.row(i).array() >= low.array()).all() &&
                  (data.points.row(i).array() <= high.array()).all());
  }
}

TEST(Generate, RefusesBadValues) {
  EXPECT_EQ(message("rngs"), "unknown shape 'rngs'; did you mean 'rings'?");
  const auto with = [](auto set) {
    GenerateOptions options;
    set(options);
    return options;
  };
  EXPECT_NE(message("rings", with([](auto& o) { o.noise = -0.5; })).find("noise = -0.5"), std::string::npos);
  EXPECT_NE(message("rings", with([](auto& o) { o.noise = std::nan(""); })).find("noise"), std::string::npos);
  EXPECT_NE(message("rings", with([](auto& o) { o.size = -1; })).find("size = -1"), std::string::npos);
  EXPECT_NE(message("rings", with([](auto& o) { o.outliers = -1; })).find("outliers = -1"),
            std::string::npos);
  EXPECT_NE(message("blobs", with([](auto& o) { o.clusters = 0; })).find("clusters = 0"), std::string::npos);
  EXPECT_NE(message("blobs", with([](auto& o) { o.dimensions = 0; })).find("dimensions = 0"),
            std::string::npos);
}

// The size that the message asks for is enough, and one less is not.
TEST(Generate, SaysTheLeastSize) {
  for (const auto& [shape, about] : shapes()) {
    const std::string text = message(shape, sized(1));
    EXPECT_NE(text.find("size = 1 is too small"), std::string::npos) << text;
    const auto at = text.find("give ");
    ASSERT_NE(at, std::string::npos) << text;
    const Index least = std::stol(text.substr(at + 5));
    EXPECT_EQ(generate(shape, sized(least)).points.rows(), least) << shape;
    message(shape, sized(least - 1));
  }
}

// Our draws have the clusters where the files of data/ have them.
TEST(Generate, AgreesWithTheFilesOfTheRepository) {
  const std::string folder = "data/synthetic/";
  const std::vector<std::tuple<std::string, std::string, int, double>> cases = {
      {"two-moons", "two_moons_0", 0, 0.06},
      {"three-moons", "three_moons_0", 0, 0.08},
      {"icassp", "icassp_0", 0, 0.06},
      {"spirals", "spirals_0", 0, 0.15},
      {"seven", "seven", 1, 0.4},
      {"delta", "delta291", 1, 0.06},
      {"rings", "rings300", 1, 0.4}};
  for (const auto& [shape, file, shift, tolerance] : cases) {
    SCOPED_TRACE(shape);
    const Table table = read_table(folder + file + ".csv", {"label", "", {}, {}});
    const auto& points = std::get<Matrix>(table.features);
    std::vector<int> labels;
    for (const auto& label : table.truth) labels.push_back(std::stoi(label) + shift);
    const Generated ours = generate(shape);
    for (const auto& [label, count] : counts(ours)) {
      const auto theirs = mean_of(points, labels, label), mine = mean_of(ours.points, ours.labels, label);
      EXPECT_LT((theirs - mine).norm(), tolerance)
          << "cluster " << label << ": " << theirs << " and " << mine;
    }
    EXPECT_LT((points.colwise().maxCoeff() - ours.points.colwise().maxCoeff()).norm(), 4 * tolerance + 0.2);
  }
}

}  // namespace
}  // namespace mercer
