// Hostile data in other forms than points in an array: sparse points, matrices, graphs, strings; and points
// with hostile weights, in single precision, or approximated.
#pragma once

#include "hostile.hpp"

namespace mercer::test {

struct HostileForm {
  std::string name;
  Data data;
  Kernel kernel = NoKernel{};
  Vector weights = {};
  Precision precision = Precision::automatic;
  Approx approx = Exact{};
  std::uint64_t memory = 0;
};

inline Matrix hostile_points(const std::string& name) {
  for (const HostileSet& set : hostile_sets())
    if (set.name == name) return set.points;
  throw std::logic_error("no hostile set " + name);
}

inline SparseMatrix sparse(const Matrix& dense) { return dense.sparseView(0, 0); }
// One entry per row, far apart in many columns.
inline SparseMatrix wide() {
  SparseMatrix X(12, 1'000'000'000);
  for (Index i = 0; i < X.rows(); ++i) {
    X.startVec(i);
    X.insertBack(i, i * 90'000'000) = 1 + static_cast<double>(i % 3);
  }
  X.finalize();
  return X;
}
inline std::vector<HostileForm> hostile_sparse() {
  std::vector<HostileForm> all;
  for (const char* name : {"zero rows", "all zero", "lattice", "outlier", "spread", "huge", "tiny"})
    for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{}), Kernel(Cosine{})})
      all.push_back({std::string("sparse ") + name, Data(sparse(hostile_points(name))), kernel});
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{}), Kernel(Linear{})})
    all.push_back(
        {.name = "sparse, 1e9 columns in 100 MB", .data = wide(), .kernel = kernel, .memory = 100'000'000});
  return all;
}

// Symmetric; what lies below the diagonal is ignored.
inline Matrix mirrored(Matrix K) {
  K.triangularView<Eigen::StrictlyLower>() = K.transpose().triangularView<Eigen::StrictlyLower>();
  return K;
}
// Distances among 15 points, two groups of them.
inline Matrix some_distances() {
  const Matrix X = blobs(15, 2, 2, 4);
  Matrix D(15, 15);
  for (Index i = 0; i < 15; ++i)
    for (Index j = 0; j < 15; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  return D;
}
inline std::vector<HostileSet> hostile_matrices() {
  const Matrix D = some_distances(), unit = Matrix::Identity(15, 15);
  Matrix lopsided = D, missing = D, endless = D, one_far = D;
  lopsided(3, 5) += 1;
  missing(2, 2) = std::numeric_limits<double>::quiet_NaN();
  endless(2, 3) = std::numeric_limits<double>::infinity();
  one_far.row(14).setConstant(1e300);
  one_far.col(14).setConstant(1e300);
  one_far(14, 14) = 0;
  return {{"1 x 1", Matrix::Ones(1, 1)},
          {"zeros", Matrix::Zero(15, 15)},
          {"ones", Matrix::Ones(15, 15)},
          {"identity", unit},
          {"negative identity", -unit},
          {"distances", D},
          {"negative distances", -D},
          {"identity of 1e300", 1e300 * unit},
          {"distances of 1e300", 1e300 * D / D.maxCoeff()},
          {"negative 1e300", Matrix::Constant(15, 15, -1e300)},
          {"distances of 1e-300", 1e-300 * D},
          {"one far away", one_far},
          {"from 1e-200 to 1e200", mirrored(spread_out(15) * Matrix::Ones(2, 15))},
          {"lopsided", lopsided},
          {"NaN", missing},
          {"infinity", endless},
          {"not square", Matrix::Ones(15, 14)}};
}
inline std::vector<HostileForm> hostile_given() {
  std::vector<HostileForm> all;
  for (const HostileSet& set : hostile_matrices())
    for (const Kernel& kernel :
         {Kernel(Precomputed{}), Kernel(Dissimilarity{}), Kernel(Dissimilarity{.power = 1}),
          Kernel(Connectivity{.metric = PathMetric::precomputed}),
          Kernel(Geodesic{.neighbors = 3, .metric = EdgeMetric::precomputed})})
      all.push_back({set.name, Data(set.points), kernel});
  for (const Kernel& kernel :
       {Kernel(Precomputed{}), Kernel(Connectivity{.metric = PathMetric::precomputed})}) {
    all.push_back({"sparse zeros", Data(SparseMatrix(15, 15)), kernel});
    all.push_back({"sparse identity", Data(sparse(Matrix::Identity(15, 15))), kernel});
  }
  return all;
}

// Two rings of six vertices, joined or not.
inline Matrix rings(double edge, double joint) {
  Matrix A = Matrix::Zero(12, 12);
  for (Index i = 0; i < 12; ++i) {
    const Index next = i / 6 * 6 + (i + 1) % 6;
    A(i, next) = A(next, i) = edge;
  }
  A(0, 6) = A(6, 0) = joint;
  return A;
}
inline std::vector<HostileForm> hostile_graphs() {
  const std::vector<HostileSet> graphs = {
      {"no edges", Matrix::Zero(12, 12)},  {"two parts", rings(1, 0)},
      {"edges of 1e300", rings(1e300, 1)}, {"edges of 1e-300", rings(1e-300, 1)},
      {"a negative edge", rings(1, -1)},   {"only loops", Matrix::Identity(12, 12)}};
  std::vector<HostileForm> all;
  for (const HostileSet& graph : graphs)
    for (const Diffusion& kernel :
         {Diffusion{}, Diffusion{.time = 1e300}, Diffusion{.time = 1e-300}, Diffusion{.normalized = true},
          Diffusion{.time = 1e300, .form = DiffusionForm::regularized}})
      all.push_back({graph.name, Data(sparse(graph.points)), kernel});
  return all;
}

inline Documents strings_of(std::vector<std::string> texts) {
  Documents out;
  out.texts = std::move(texts);
  for (std::size_t i = 0; i < out.texts.size(); ++i) out.places.push_back("line " + std::to_string(i + 1));
  return out;
}
inline Graphs graphs_of(std::vector<Graph> graphs) {
  Graphs out;
  out.graphs = std::move(graphs);
  for (std::size_t i = 0; i < out.graphs.size(); ++i) out.places.push_back("line " + std::to_string(i + 1));
  return out;
}
// The rows that stand for objects; a refusal is to say what to do.
template <class Objects>
void add_objects(std::vector<HostileForm>& all, const std::string& name, const Objects& objects,
                 const Kernel& kernel) {
  const Description described = Description::learn(objects, kernel);
  all.push_back({name + ", " + format_choice(kernel), described.rows(objects), among_rows(kernel)});
}
inline std::vector<HostileForm> hostile_objects() {
  const Graph edge{{"C", "O"}, {{0, 1}}}, lone{{"C"}, {}}, loop{{"C"}, {{0, 0}}};
  std::vector<HostileForm> all;
  for (const Kernel& kernel : {Kernel(Spectrum{.length = 1}), Kernel(Spectrum{}), Kernel(Subsequence{}),
                               Kernel(Subsequence{.decay = 1})}) {
    add_objects(all, "equal strings", strings_of({"abcabc", "abcabc", "abcabc", "abcabc"}), kernel);
    add_objects(all, "nothing shared", strings_of({"aaaa", "bbbb", "cccc", "dddd"}), kernel);
    add_objects(all, "one long string",
                strings_of({std::string(400, 'a'), "aaaa", "aaab", "abab", "bbbbb", "ba\u00e4\u00f6\u00fc"}),
                kernel);
  }
  for (const int depth : {0, 3, 50}) {
    const Kernel kernel = WeisfeilerLehman{.depth = depth};
    add_objects(all, "equal graphs", graphs_of({edge, edge, edge, edge}), kernel);
    add_objects(all, "small graphs", graphs_of({edge, lone, loop, edge, lone}), kernel);
  }
  return all;
}

inline std::vector<HostileForm> hostile_weights() {
  const Matrix X = hostile_points("lattice"), far = hostile_points("outlier");
  const auto with = [](Index n, double usual, double first) {
    Vector w = Vector::Constant(n, usual);
    w[0] = first;
    return w;
  };
  std::vector<HostileForm> all;
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{}), Kernel(Geodesic{.neighbors = 3})})
    for (const auto& [usual, first] :
         std::initializer_list<std::pair<double, double>>{{0, 0},
                                                          {1, 0},
                                                          {1e300, 1e300},
                                                          {1.7e308, 1.7e308},
                                                          {1, 1e300},
                                                          {1e300, 1},
                                                          {1e-300, 1e-300},
                                                          {1, 1e-300},
                                                          {1e-300, 1e300},
                                                          {1, -1},
                                                          {1, std::numeric_limits<double>::quiet_NaN()}}) {
      const std::string name = "weights of " + std::to_string(usual) + " and " + std::to_string(first);
      all.push_back({name, Data(X), kernel, with(X.rows(), usual, first)});
      all.push_back({name + ", outlier", Data(far), kernel, with(far.rows(), usual, first)});
    }
  return all;
}

inline std::vector<HostileForm> hostile_approximations() {
  std::vector<HostileForm> all;
  for (const char* name :
       {"one point", "all equal", "all zero", "lattice", "outlier", "spread", "huge", "tiny"})
    for (const Approx& approx : {Approx(Nystrom{}), Approx(Nystrom{.sampler = LandmarkSampler::plus_plus}),
                                 Approx(RandomFeatures{.features = 20}), Approx(AutoApprox{})})
      for (const Kernel& kernel :
           {Kernel(Gaussian{}), Kernel(Gaussian{.sigma = 1e-8}), Kernel(Laplacian{}), Kernel(Polynomial{})})
        all.push_back({name, Data(hostile_points(name)), kernel, {}, Precision::automatic, approx});
  return all;
}

inline std::vector<HostileForm> hostile_single() {
  std::vector<HostileForm> all;
  for (const HostileSet& set : hostile_sets())
    for (const Kernel& kernel : {Kernel(Linear{}), Kernel(Gaussian{}), Kernel(Polynomial{.degree = 3})})
      all.push_back({set.name + ", single precision", Data(set.points), kernel, {}, Precision::single_});
  return all;
}

inline std::vector<HostileForm> hostile_forms() {
  std::vector<HostileForm> all;
  for (const auto& some : {hostile_sparse(), hostile_given(), hostile_graphs(), hostile_objects(),
                           hostile_weights(), hostile_approximations(), hostile_single()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace mercer::test
