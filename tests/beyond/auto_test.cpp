// Method auto: each of its parts by its definition, and the whole through the front door.
#include <set>

#include "beyond/auto/contest.hpp"
#include "beyond/auto/gate.hpp"
#include "beyond/auto/polish.hpp"
#include "beyond/auto/representation.hpp"
#include "beyond/auto/separation.hpp"
#include "beyond/auto/table.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using automatic::Parts;
using test::expect_error;

Result run_auto(const Data& data, Index clusters, int threads = 0) {
  return cluster(data, {.clusters = clusters, .method = Auto{}, .threads = threads});
}
Candidate candidate(Labels labels) {
  Candidate c;
  c.clusters = 1 + *std::max_element(labels.begin(), labels.end());
  c.labels = std::move(labels);
  return c;
}

TEST(AutoRepresentation, ColumnsAreScaledTogetherOrOneByOne) {
  Matrix X = test::blobs(40, 3, 2, 1);
  X.col(1) *= 10;
  X.col(2).setConstant(7.1);
  const auto all = automatic::representations(Data(X));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "raw");
  EXPECT_EQ(all[1].name, "std");
  for (const auto& r : all) {
    const Matrix Y = r.points.dense();
    ASSERT_EQ(Y.cols(), 2) << "the constant column is dropped";
    EXPECT_NEAR(Y.colwise().mean().norm(), 0, 1e-12);
    const Vector deviation = Y.array().square().colwise().mean().sqrt();
    EXPECT_NEAR(deviation[1], 1, 1e-12);
    EXPECT_EQ(std::abs(deviation[0] - 1) < 1e-12, r.name == "std");
    EXPECT_EQ(automatic::represent(Data(X), r.name, r.centre, r.scale).dense(), Y);
  }
  X.col(1) = 1.5 * X.col(0).reverse();
  EXPECT_EQ(automatic::representations(Data(X)).size(), 1U) << "deviations are alike";
}

// On 5-point mutual reachability, all pairs compared and Kruskal by hand.
TEST(AutoSeparation, EqualsTheDefinition) {
  const Matrix X = test::blobs(60, 2, 3, 4, 6);
  const Parts parts = automatic::shared_parts(Data(X), nullptr);
  std::vector<Candidate> candidates = {candidate(test::random_labels(60, 3, 1)), candidate(Labels(60))};
  for (std::size_t i = 0; i < 60; ++i) candidates[1].labels[i] = static_cast<int>(i % 3);
  candidates[1].clusters = 3;
  automatic::InnerGaps gaps;
  automatic::judge_separation(parts, candidates, gaps);
  for (const Candidate& c : candidates) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      std::vector<Index> members;
      double out = std::numeric_limits<double>::infinity();
      for (Index i = 0; i < 60; ++i)
        if (c.labels[static_cast<std::size_t>(i)] == k) members.push_back(i);
      for (const Edge& e : parts.tree5.edges) {
        const int a = c.labels[static_cast<std::size_t>(e.a)], b = c.labels[static_cast<std::size_t>(e.b)];
        if (a != b && (a == k || b == k)) out = std::min(out, e.weight);
      }
      const auto edges = spanning_tree(Data(X).take(members), {.min_points = 5}).edges;
      Labels part(members.size());
      for (std::size_t i = 0; i < part.size(); ++i) part[i] = static_cast<int>(i);
      double in = 0;
      for (const Edge& e : edges) {
        const int a = part[static_cast<std::size_t>(e.a)], b = part[static_cast<std::size_t>(e.b)];
        if (std::min(std::count(part.begin(), part.end(), a), std::count(part.begin(), part.end(), b)) >= 2)
          in = std::max(in, e.weight);
        std::replace(part.begin(), part.end(), b, a);
      }
      if (in == 0) in = edges[(members.size() - 1) / 2].weight;
      sum += static_cast<double>(members.size()) / 60 * std::clamp(std::log(out / in), 0.0, 1.0);
    }
    EXPECT_NEAR(c.separation, sum, 1e-12);
  }
  EXPECT_GT(candidates[1].separation, candidates[0].separation);
}

TEST(AutoGate, OpensForGaussiansAndClosesForRings) {
  const Matrix blobs = test::blobs(600, 2, 3, 2, 6);
  Labels labels;
  for (int i = 0; i < 600; ++i) labels.push_back(i % 3);
  EXPECT_GT(automatic::gaussian_gate({blobs, 1}, labels, 3).value, 0.9);
  const Generated rings = generate("rings");
  Labels ring;
  for (const int label : rings.labels) ring.push_back(label - 1);
  EXPECT_LT(automatic::gaussian_gate({rings.points, 1}, ring, 2).value, 0.1);
}

TEST(AutoPolish, FollowsTheNeighboursAndKeepsClusters) {
  // Two triangles, an edge between them, and a point of the second that is labelled as the first.
  SparseMatrix A(6, 6);
  for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {2, 3}}) {
    A.insert(i, j) = 1;
    A.insert(j, i) = 1;
  }
  A.makeCompressed();
  Labels labels = {0, 0, 0, 1, 1, 0};
  EXPECT_EQ(automatic::polish(A, 2, labels), 1);
  EXPECT_EQ(labels, (Labels{0, 0, 0, 1, 1, 1}));
  Labels lone = {0, 0, 0, 0, 0, 1};
  EXPECT_EQ(automatic::polish(A, 2, lone), 0) << "the cluster would vanish";
  EXPECT_EQ(lone.back(), 1);
}

// One list, in the order in which ties are broken; the names are those that are printed and kept in models.
TEST(AutoSpecs, SayWhatIsTried) {
  const auto names = [](const Parts& parts) {
    std::vector<std::string> out;
    for (const CandidateSpec& spec : automatic::specs_for(parts)) out.push_back(spec.name());
    return out;
  };
  Parts parts;
  parts.points = Data(test::blobs(20, 2, 2, 1));
  const std::vector<std::string> of_points = {
      "genie-0.1",        "genie-0.3",       "genie-0.5",       "genie5-0.3",     "tree-cut",
      "tree-cut5",        "cells-volume-10", "cells-root-10",   "cells-volume-5", "graph-root-20",
      "graph-average-10", "graph-volume-10", "graph-average-5", "spectral",       "kmeans",
      "mixture",          "mixture-best"};
  EXPECT_EQ(names(parts), of_points);
  const std::vector<std::string> of_graph = {"genie-0.1",    "genie-0.3",  "genie-0.5",  "tree-cut",
                                             "cells-volume", "cells-root", "graph-root", "graph-average",
                                             "graph-volume", "spectral"};
  EXPECT_EQ(names(Parts{}), of_graph);
  const auto method = [](const CandidateSpec& spec) { return spec.method(); };
  EXPECT_EQ(method({.kind = CandidateKind::genie, .g = 0.3, .min_points = 5}),
            "genie:g=0.3 `kernel = connectivity:min_points=5`");
  EXPECT_EQ(
      method(
          {.kind = CandidateKind::graph_linkage, .neighbors = 20, .linkage = GraphSimilarity::root_volume}),
      "graph-linkage:neighbors=20,linkage=root-volume");
  EXPECT_EQ(method({.kind = CandidateKind::graph_linkage, .linkage = GraphSimilarity::volume}),
            "graph-linkage");
  for (const CandidateSpec& start : automatic::mixture_starts(parts)) {
    const auto specs = automatic::specs_for(parts);
    EXPECT_NE(std::find(specs.begin(), specs.end(), start), specs.end()) << start.name();
  }
}

TEST(AutoContest, ScoresAreTheSumOfTheirParts) {
  const Parts parts = automatic::shared_parts(Data(test::blobs(120, 2, 3, 3, 5)), nullptr);
  automatic::Shared shared(parts, 3, 3, 1);
  const Contest contest = automatic::hold_contest(shared, 3, nullptr, automatic::specs_for(parts)).contest;
  ASSERT_EQ(contest.candidates.size(), 17U);
  std::set<std::string> names;
  const Candidate& mixture = contest.candidates.back();
  double most = -1;
  for (const Candidate& c : contest.candidates) {
    EXPECT_TRUE(c.failure.empty()) << c.name << c.failure;
    names.insert(c.name);
    double agreement = 0;
    for (const Candidate& other : contest.candidates) agreement += score(c.labels, other.labels).ari / 17;
    EXPECT_NEAR(c.agreement, agreement, 1e-12);
    EXPECT_NEAR(c.mixture, score(c.labels, mixture.labels).ari, 1e-12);
    EXPECT_NEAR(c.score, agreement + 0.35 * contest.gate * c.mixture + 0.4 * c.separation, 1e-12);
    if (c.clusters == 3) most = std::max(most, c.score);
  }
  EXPECT_EQ(names.size(), 17U);
  EXPECT_EQ(contest.candidates[static_cast<std::size_t>(contest.winner)].score, most);
}

TEST(AutoTable, RoundedColumnsAreSmearedAndOthersLeft) {
  Matrix X = test::blobs(200, 2, 2, 1);
  for (double& value : X.col(1)) value = std::round(value);
  const Matrix Y = automatic::smeared(X, 1);
  EXPECT_TRUE(Y.col(0) == X.col(0));
  EXPECT_FALSE(Y.col(1) == X.col(1));
  EXPECT_LE((Y.col(1) - X.col(1)).cwiseAbs().maxCoeff(), 0.5);
  EXPECT_TRUE(automatic::smeared(X, 1) == Y);
}

TEST(AutoTable, NormalScoresAreOfRanks) {
  Matrix X = test::blobs(999, 1, 1, 1);
  Matrix skewed = X.array().exp();
  const Matrix Z = automatic::normal_scores(X);
  EXPECT_TRUE(automatic::normal_scores(skewed) == Z);
  EXPECT_NEAR(Z.mean(), 0, 1e-6);
  EXPECT_NEAR(Z.squaredNorm() / 999, 1, 0.01);
  Vector sorted = Z.col(0);
  std::sort(sorted.begin(), sorted.end());
  EXPECT_NEAR(sorted[499], 0, 1e-3);
  EXPECT_NEAR(sorted[974], 1.96, 0.01);  // 97.55 % lie below
}

TEST(AutoTable, IndicatorsMakeATable) {
  Matrix X = test::blobs(60, 3, 2, 1);
  EXPECT_FALSE(automatic::is_table(X));
  EXPECT_EQ(automatic::numeric_columns(X), (std::vector<Index>{0, 1, 2}));
  // A small indicator is a column like any other; a large one is not.
  Matrix one(60, 4);
  one << X, Vector::Zero(60);
  for (Index i = 0; i < 60; ++i) one(i, 3) = i % 3 == 0 ? 0.1 : 0;
  EXPECT_FALSE(automatic::is_table(one));
  EXPECT_EQ(automatic::numeric_columns(one), (std::vector<Index>{0, 1, 2}));
  Matrix large = one;
  large.col(3) *= 100;
  EXPECT_TRUE(automatic::is_table(large));
  // All levels of a category: their indicators sum to one, however small.
  Matrix levels(60, 6);
  levels << X, Matrix::Zero(60, 3);
  for (Index i = 0; i < 60; ++i) levels(i, 3 + i % 3) = 0.1;
  EXPECT_TRUE(automatic::is_table(levels));
  // Tables are taken as they are scaled.
  X.col(0) *= 20;
  EXPECT_EQ(automatic::representations(Data(X)).size(), 2U);
  EXPECT_EQ(automatic::representations(Data(X), true).size(), 1U);
  EXPECT_TRUE(automatic::representations(Data(X), true)[0].table);
  EXPECT_EQ(automatic::representations(Data(large)).size(), 1U);
}

// Clusters that overlap: the model is taken, and labels new points. Shapes: it is not even fitted.
TEST(AutoModel, IsTakenWhereClustersOverlap) {
  const Matrix X = test::blobs(600, 4, 3, 11, 2.2);
  Labels truth;
  for (int i = 0; i < 600; ++i) truth.push_back(i % 3);
  const Result r = run_auto(Data(X), 3);
  const Contest& contest = r.choice->contest();
  EXPECT_TRUE(contest.by_model);
  EXPECT_GT(contest.model_delta, 0);
  EXPECT_EQ(r.choice->winner().name, "model");
  EXPECT_EQ(contest.candidates.size(), 18U);
  EXPECT_EQ(r.choice->moved, 0);
  EXPECT_EQ(r.labels, r.choice->winner().labels);
  const Labels means = cluster(Data(X), {.clusters = 3}).labels;
  EXPECT_GE(score(r.labels, truth).ari, score(means, truth).ari - 0.01);
  EXPECT_EQ(Model::parse(r.model.serialise()).predict(Data(X)), r.labels);
  const Result one = run_auto(Data(X), 3, 1);
  EXPECT_EQ(one.labels, r.labels);
  EXPECT_EQ(one.choice->contest().model_delta, contest.model_delta);
  const Generated rings = generate("rings");
  const Result shapes = run_auto(Data(rings.points), 2);
  EXPECT_FALSE(shapes.choice->contest().by_model);
  EXPECT_EQ(shapes.choice->contest().candidates.size(), 17U);
}

// Heavy tails are kept in the model file.
TEST(AutoModel, KeepsItsTails) {
  Random random(2);
  Matrix centres(4, 10), X(1000, 10);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = 1.5 * random.normal();
  for (Index i = 0; i < 1000; ++i)
    for (Index j = 0; j < 10; ++j) {
      double chi = 0;
      for (int t = 0; t < 3; ++t) chi += std::pow(random.normal(), 2) / 3;
      X(i, j) = centres(i % 4, j) + random.normal() / std::sqrt(chi);
    }
  const Result r = run_auto(Data(X), 4);
  ASSERT_TRUE(r.choice->contest().by_model);
  EXPECT_NE(r.choice->winner().method.find("tails=student"), std::string::npos) << r.choice->winner().method;
  EXPECT_EQ(Model::parse(r.model.serialise()).predict(Data(X)), r.labels);
}

TEST(Auto, FindsShapesOfManyKinds) {
  for (const char* shape : {"rings", "two-moons", "seven", "spirals", "bridge"}) {
    const Generated set = generate(shape);
    const Index k = *std::max_element(set.labels.begin(), set.labels.end());
    EXPECT_GE(score(run_auto(Data(set.points), k).labels, set.labels).accuracy, 0.98) << shape;
  }
}

TEST(Auto, IsTheSameOnAnyNumberOfThreads) {
  Matrix X = test::blobs(400, 3, 4, 8, 3);
  X.col(2) *= 5;
  const Result one = run_auto(Data(X), 4, 1);
  for (const int threads : {2, 3}) {
    const Result more = run_auto(Data(X), 4, threads);
    EXPECT_EQ(one.labels, more.labels);
    EXPECT_EQ(one.choice->contest().gate, more.choice->contest().gate);
    for (std::size_t c = 0; c < one.choice->contests.size(); ++c)
      for (std::size_t i = 0; i < one.choice->contests[c].candidates.size(); ++i) {
        EXPECT_EQ(one.choice->contests[c].candidates[i].labels, more.choice->contests[c].candidates[i].labels)
            << i;
        EXPECT_EQ(one.choice->contests[c].candidates[i].score, more.choice->contests[c].candidates[i].score)
            << i;
      }
  }
}

// The winner's own rule, or the neighbours' vote: old points keep their labels, new ones join theirs.
TEST(Auto, ModelsLabelNewPoints) {
  std::set<std::string> winners;
  for (const char* shape : {"rings", "blobs", "stretched"}) {
    GenerateOptions options;
    const Generated set = generate(shape, options);
    const Index k = *std::max_element(set.labels.begin(), set.labels.end());
    const Result r = run_auto(Data(set.points), k);
    winners.insert(r.choice->winner().name);
    const test::TemporaryFolder folder;
    r.model.save(folder.file("m"));
    const Model m = Model::load(folder.file("m"));
    EXPECT_EQ(m.predict(Data(set.points)), r.labels) << shape;
    Matrix nearby = set.points;
    nearby.array() += 1e-6;
    EXPECT_GT(score(m.predict(Data(nearby)), r.labels).ari, 0.98) << shape;
  }
  EXPECT_GT(winners.size(), 1U);
}

TEST(Auto, FewPointsOneClusterOneColumnAndCopies) {
  EXPECT_EQ(run_auto(Data(test::blobs(30, 2, 2, 1)), 1).labels, Labels(30, 0));
  const Result few = run_auto(Data(test::blobs(8, 2, 2, 3, 50)), 2);
  EXPECT_EQ(few.labels, (Labels{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_FALSE(few.choice);
  const test::TemporaryFolder folder;
  few.model.save(folder.file("m"));
  EXPECT_EQ(Model::load(folder.file("m")).predict(Data(test::blobs(8, 2, 2, 3, 50))), few.labels);
  Matrix line = test::blobs(60, 1, 2, 2, 40);
  EXPECT_EQ(score(run_auto(Data(line), 2).labels,
                  [] {
                    Labels l;
                    for (int i = 0; i < 60; ++i) l.push_back(i % 2);
                    return l;
                  }())
                .ari,
            1);
  Matrix copies(60, 2);
  for (Index i = 0; i < 60; ++i) copies.row(i) << static_cast<double>(i % 3), static_cast<double>(i % 3) * 2;
  EXPECT_EQ(std::set<int>([&] {
              const Labels l = run_auto(Data(copies), 3).labels;
              return std::set<int>(l.begin(), l.end());
            }())
                .size(),
            3U);
  expect_error(Fault::usage, {"3 distinct points"}, [&] { run_auto(Data(copies), 4); });
}

TEST(Auto, RefusesWhatMakesNoSense) {
  const Data data(test::blobs(40, 2, 2, 1));
  const auto run = [&](Options o) { return [=] { cluster(data, o); }; };
  expect_error(Fault::usage, {"leave `kernel` out"},
               run({.clusters = 2, .method = Auto{}, .kernel = Gaussian{}}));
  expect_error(Fault::usage, {"weights"},
               run({.clusters = 2, .method = Auto{}, .weights = Vector::Ones(40)}));
  Matrix hole = test::blobs(40, 2, 2, 1);
  hole(3, 1) = std::nan("");
  expect_error(Fault::data, {""}, [&] { run_auto(Data(hole), 2); });
}

TEST(Auto, SuggestsTheNumberThatIsNotGiven) {
  const Result r = cluster(Data(test::blobs(200, 2, 3, 5, 12)), {.method = Auto{}});
  EXPECT_EQ(r.model.clusters(), 3);
  EXPECT_EQ(r.findings.at(0).name, "suggested");
  EXPECT_EQ(r.findings.at(0).values.at(0), 3);
}

// Each candidate can be had by its name, with the labels of its picture, in the scaling that won.
TEST(Auto, TakesTheCandidateThatIsNamed) {
  Matrix X = test::blobs(200, 2, 3, 7, 3);
  X.col(1) *= 20;
  const Result r = run_auto(Data(X), 3);
  const auto takes = [&](const std::string& name) {
    return cluster(Data(X), {.clusters = 3, .method = Auto{.take = name}});
  };
  ASSERT_EQ(r.choice->contests.size(), 2U) << "two scalings";
  std::set<Labels> different;
  for (const Candidate& one : r.choice->contest().candidates) {
    if (!one.failure.empty() || one.clusters != 3) continue;
    const Result taken = takes(one.name);
    different.insert(taken.labels);
    EXPECT_EQ(taken.labels, one.labels) << one.name;
    EXPECT_EQ(taken.choice->winner().name, one.name);
    EXPECT_EQ(taken.choice->contest().representation, r.choice->contest().representation);
    EXPECT_GT(score(Model::parse(taken.model.serialise()).predict(Data(X)), taken.labels).ari, 0.99)
        << one.name;
  }
  EXPECT_GT(different.size(), 2U);
  expect_error(Fault::usage, {"`take = genie`", "genie-0.1, genie-0.3", "mixture-best, model"},
               [&] { takes("genie"); });
  expect_error(Fault::usage, {"no candidates for one cluster", "leave `take` out"},
               [&] { cluster(Data(X), {.clusters = 1, .method = Auto{.take = "kmeans"}}); });
}

// Directions of sparse points; no mixture has coordinates there.
TEST(Auto, SparsePointsAreDirections) {
  Random random(3);
  SparseMatrix X(90, 300);
  Labels truth;
  for (int i = 0; i < 90; ++i) {
    truth.push_back(i % 3);
    std::set<int> words;
    while (words.size() < 12) words.insert(i % 3 * 100 + static_cast<int>(random.below(40)));
    for (const int w : words) X.insert(i, w) = 1 + random.uniform();
  }
  X.makeCompressed();
  const Result r = run_auto(Data(X), 3);
  EXPECT_EQ(score(r.labels, truth).ari, 1);
  EXPECT_EQ(r.choice->contest().representation, "cosine");
  EXPECT_EQ(r.choice->contest().candidates.size(), 15U);
  EXPECT_EQ(r.model.predict(Data(X)), r.labels);
}

// Groups of 20 vertices: edges within are frequent, between them rare.
SparseMatrix planted(Index groups, double within, double between, std::uint64_t seed) {
  Random random(seed);
  const Index n = 20 * groups;
  std::vector<Eigen::Triplet<double, int>> edges;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (random.uniform() < (i / 20 == j / 20 ? within : between)) {
        edges.emplace_back(i, j, 1);
        edges.emplace_back(j, i, 1);
      }
  SparseMatrix A(n, n);
  A.setFromTriplets(edges.begin(), edges.end());
  return A;
}

// A graph is taken as it is: no candidate needs coordinates, and new vertices follow their edges.
TEST(Auto, GraphsAreTakenAsTheyAre) {
  Labels truth;
  for (int i = 0; i < 80; ++i) truth.push_back(i / 20);
  // With edges between the groups, and without any: four pieces
  for (const double between : {0.02, 0.0}) {
    const Data graph(planted(4, 0.4, between, 5));
    const Options options{.clusters = 4, .method = Auto{}, .kernel = Precomputed{}};
    const Result r = cluster(graph, options);
    EXPECT_EQ(score(r.labels, truth).ari, 1) << between;
    EXPECT_EQ(r.choice->contest().representation, "graph");
    EXPECT_EQ(r.choice->contest().candidates.size(), 10U);
    EXPECT_EQ(Model::parse(r.model.serialise()).predict(graph), r.labels);
    EXPECT_GE(r.objective, 0);
    EXPECT_LT(r.objective, 1);
    const Result joined = cluster(graph, {.clusters = 4, .method = GraphLinkage{}, .kernel = Precomputed{}});
    EXPECT_EQ(score(joined.labels, truth).ari, 1);
    EXPECT_EQ(Model::parse(joined.model.serialise()).predict(graph), joined.labels);
    expect_error(Fault::usage, {"no prototypes"}, [&] { r.model.transform(graph); });
  }
  expect_error(Fault::usage, {"`take = kmeans`", "tree-cut"}, [&] {
    cluster(Data(planted(3, 0.5, 0.01, 6)),
            {.clusters = 3, .method = Auto{.take = "kmeans"}, .kernel = Precomputed{}});
  });
  const Result found = cluster(Data(planted(3, 0.5, 0.01, 6)), {.method = Auto{}, .kernel = Precomputed{}});
  EXPECT_EQ(found.model.clusters(), 3);
  // Few vertices, and one edge
  SparseMatrix pair(4, 4);
  pair.insert(0, 2) = pair.insert(2, 0) = 1;
  const Result few = cluster(Data(pair), {.clusters = 3, .method = Auto{}, .kernel = Precomputed{}});
  EXPECT_EQ(few.labels[0], few.labels[2]);
  expect_error(Fault::data, {"new point 1", "no edge"}, [&] { few.model.predict(Data(SparseMatrix(1, 4))); });
  expect_error(Fault::data, {"no edges"}, [&] {
    cluster(Data(SparseMatrix(9, 9)), {.clusters = 3, .method = Auto{}, .kernel = Precomputed{}});
  });
  expect_error(Fault::usage, {"method auto", "read_edges"}, [&] {
    cluster(Data(Matrix(Matrix::Identity(9, 9))), {.clusters = 3, .method = Auto{}, .kernel = Precomputed{}});
  });
}

// Many points in many columns: a sample, and votes for the rest.
TEST(Auto, LargeSetsAreSampled) {
  const Matrix X = test::blobs(21000, 9, 3, 6, 20);
  const Result r = run_auto(Data(X), 3);
  EXPECT_EQ(r.choice->sampled, 20000);
  Labels truth;
  for (int i = 0; i < 21000; ++i) truth.push_back(i % 3);
  EXPECT_EQ(score(r.labels, truth).ari, 1);
}

}  // namespace
}  // namespace mercer
