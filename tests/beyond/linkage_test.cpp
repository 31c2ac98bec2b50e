#include "beyond/linkage.hpp"

#include <map>

#include "gram/tree_gram.hpp"
#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test

// Ward by trying every pair of clusters, from squared distances: the growth of sum (1 / 2 size) sum_ij d2.
std::vector<double> naive_ward(const Matrix& D2) {
  std::vector<std::vector<Index>> clusters;
  for (Index i = 0; i < D2.rows(); ++i) clusters.push_back({i});
  const auto within = [&](const std::vector<Index>& c) {
    return D2(c, c).sum() / (2.0 * static_cast<double>(c.size()));
  };
  std::vector<double> heights;
  while (clusters.size() > 1) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t x = 0, y = 0;
    for (std::size_t a = 0; a < clusters.size(); ++a)
      for (std::size_t b = a + 1; b < clusters.size(); ++b) {
        auto both = clusters[a];
        both.insert(both.end(), clusters[b].begin(), clusters[b].end());
        const double growth = within(both) - within(clusters[a]) - within(clusters[b]);
        if (growth < least) {
          least = growth;
          x = a;
          y = b;
        }
      }
    clusters[x].insert(clusters[x].end(), clusters[y].begin(), clusters[y].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(y));
    heights.push_back(std::sqrt(2 * least));
  }
  return heights;
}

std::vector<double> heights_of(const Dendrogram& dendrogram) {
  std::vector<double> heights;
  for (const Merge& merge : dendrogram.merges) heights.push_back(merge.height);
  return heights;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t t = 0; t < a.size(); ++t) EXPECT_NEAR(a[t], b[t], tolerance) << t;
}

void expect_well_formed(const Dendrogram& dendrogram) {
  const auto n = dendrogram.objects();
  std::vector<char> used(static_cast<std::size_t>(2 * n - 1));
  for (std::size_t t = 0; t < dendrogram.merges.size(); ++t) {
    const Merge& merge = dendrogram.merges[t];
    EXPECT_LT(merge.left, merge.right);
    EXPECT_LT(merge.right, n + static_cast<Index>(t));
    for (const int child : {merge.left, merge.right}) {
      EXPECT_FALSE(used[static_cast<std::size_t>(child)]);
      used[static_cast<std::size_t>(child)] = 1;
    }
    EXPECT_GE(merge.height, 0);
  }
  EXPECT_EQ(dendrogram.merges.back().size, n);
}

TEST(Ward, EqualsTryingEveryPair) {
  const Matrix X = blobs(60, 3, 4, 31);
  const Matrix D2 = pair_distances(X, PathMetric::euclidean).cwiseAbs2();
  const auto expected = naive_ward(D2);
  const Vector ones = Vector::Ones(60);
  const Dendrogram by_means = ward(X, ones, nullptr);
  expect_near(heights_of(by_means), expected, 1e-9);
  expect_near(heights_of(ward(VectorSpace(Data(X)), ones, nullptr)), expected, 1e-9);
  expect_well_formed(by_means);
}

TEST(Ward, OnAnUltrametricAndOnItsKernelAgree) {
  for (int kind = 0; kind < 4; ++kind) {
    const auto tree = std::make_shared<const Ultrametric>(random_tree(50, kind, 32));
    const Vector ones = Vector::Ones(50);
    const auto expected = naive_ward(all_distances_in(*tree));
    expect_near(heights_of(ward(*tree, ones, 50, nullptr)), expected, 1e-9);
    expect_near(heights_of(ward(GramSpace(std::make_shared<TreeGram>(tree)), ones, nullptr)), expected, 1e-9);
  }
}

TEST(Ward, WithGroupsFindsTheSameFewClusters) {
  const Matrix X = blobs(1200, 2, 3, 33, 40);
  const Ultrametric tree = tree_of(X);
  const Vector ones = Vector::Ones(1200);
  const Dendrogram all = ward(tree, ones, 1200, nullptr), groups = ward(tree, ones, 150, nullptr);
  expect_well_formed(groups);
  for (const Index k : {2, 3}) EXPECT_EQ(cut(all, k), cut(groups, k));
  // What groups cost is exact: the last merges have the same heights.
  for (std::size_t t = 1197; t < 1199; ++t)
    EXPECT_NEAR(all.merges[t].height, groups.merges[t].height, 1e-9 * all.merges[t].height);
}

TEST(Ward, WeightsCountAsCopies) {
  const Matrix X = blobs(20, 2, 3, 34);
  Matrix twice(25, 2);
  twice.topRows(20) = X;
  twice.bottomRows(5) = X.topRows(5);
  Vector weights = Vector::Ones(20);
  weights.head(5).setConstant(2);
  auto copied = heights_of(ward(twice, Vector::Ones(25), nullptr));
  copied.erase(copied.begin(), copied.begin() + 5);  // copies join at 0
  expect_near(heights_of(ward(X, weights, nullptr)), copied, 1e-9);
}

// Genie by recomputing everything in every step.
Labels naive_genie(const std::vector<Edge>& edges, Index clusters, double g) {
  const auto n = static_cast<Index>(edges.size()) + 1;
  Labels label(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < label.size(); ++i) label[i] = static_cast<int>(i);
  std::vector<char> done(edges.size());
  for (Index count = n; count > clusters; --count) {
    std::map<int, int> size;
    for (const int l : label) ++size[l];
    std::vector<double> sizes;
    for (const auto& [l, s] : size) sizes.push_back(s);
    std::sort(sizes.begin(), sizes.end());
    double gini = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i)
      gini += (2.0 * static_cast<double>(i + 1) - static_cast<double>(count) - 1) * sizes[i];
    gini /= static_cast<double>(count - 1) * static_cast<double>(n);
    std::size_t taken = 0;
    for (;; ++taken) {
      if (done[taken]) continue;
      const double a = size[label[static_cast<std::size_t>(edges[taken].a)]],
                   b = size[label[static_cast<std::size_t>(edges[taken].b)]];
      if (!(gini > g) || a == sizes[0] || b == sizes[0]) break;
    }
    done[taken] = 1;
    const int from = label[static_cast<std::size_t>(edges[taken].b)],
              to = label[static_cast<std::size_t>(edges[taken].a)];
    std::replace(label.begin(), label.end(), from, to);
  }
  number_by_first(label);
  return label;
}

TEST(Genie, EqualsRecomputingEverything) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const auto edges = spanning_tree(Data(blobs(150, 2, 4, seed)), {}).edges;
    for (const double g : {0.0, 0.1, 0.3, 0.5, 1.0}) {
      const Dendrogram dendrogram = genie(edges, g);
      expect_well_formed(dendrogram);
      for (const Index k : {2, 3, 7, 40})
        EXPECT_EQ(cut(dendrogram, k), naive_genie(edges, k, g)) << g << " " << k;
    }
  }
}

TEST(Genie, WithoutLimitIsSingleLinkage) {
  const auto edges = spanning_tree(Data(blobs(200, 2, 3, 7)), {}).edges;
  expect_near(heights_of(genie(edges, 1)), heights_of(single_linkage(edges)), 0);
}

TEST(Hdbscan, FindsClustersAndNoise) {
  // Two tight groups and four points far from both and from each other.
  Matrix X = Matrix::Zero(44, 2);
  Random random(9);
  for (Index i = 0; i < 40; ++i) {
    X(i, 0) = (i < 20 ? 0.0 : 10.0) + 0.3 * random.normal();
    X(i, 1) = 0.3 * random.normal();
  }
  X.bottomRows(4) << 5, 30, -30, 5, 40, -30, -40, -40;
  Labels labels = persistent_clusters(tree_of(X, {.min_points = 5}), 5);
  number_by_first(labels);
  for (std::size_t i = 0; i < 44; ++i) EXPECT_EQ(labels[i], i < 20 ? 0 : i < 40 ? 1 : -1) << i;
}

TEST(Hdbscan, OneBlobOrEqualPointsAreAllNoise) {
  const Matrix same = Matrix::Constant(30, 2, 1.0);
  for (const int label : persistent_clusters(tree_of(same, {.min_points = 5}), 5)) EXPECT_EQ(label, -1);
  const Ultrametric few = tree_of(blobs(6, 2, 2, 1));
  for (const int label : persistent_clusters(few, 10)) EXPECT_EQ(label, -1);
}

// The nearest object decides on labels; distances are those to the means.
TEST(Ward, ModelsMeasureDistancesToTheMeans) {
  const Matrix X = test::blobs(60, 2, 3, 2, 20).array() + 100;
  const Result r = cluster(Data(X), {.clusters = 3, .method = Ward{}});
  const Matrix distances = r.model.transform(Data(X));
  for (int k = 0; k < 3; ++k) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(2);
    double n = 0;
    for (Index i = 0; i < 60; ++i)
      if (r.labels[static_cast<std::size_t>(i)] == k) {
        mean += X.row(i);
        ++n;
      }
    for (Index i = 0; i < 60; ++i) EXPECT_NEAR(distances(i, k), (X.row(i) - mean / n).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace mercer
