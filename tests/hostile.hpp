// Data that break naive arithmetic, and what every method owes a user who has them: an answer of numbers, or
// one sentence that says what to do.
#pragma once

#include <unistd.h>

#include <cctype>
#include <cmath>
#include <csignal>
#include <limits>

#include "support.hpp"

namespace mercer::test {

struct HostileSet {
  std::string name;
  Matrix points;
};

// Twenty points of unit scale and one far away.
inline Matrix with_outlier(double far) {
  Matrix X(21, 2);
  X.topRows(20) = blobs(20, 2, 1, 3, 0);
  X.row(20).setConstant(far);
  return X;
}
// From 1e-200 to 1e200.
inline Matrix spread_out(Index n) {
  Matrix X(n, 2);
  const auto power = [&](Index at) {
    return std::pow(10, -200 + 400 * static_cast<double>(at) / static_cast<double>(n - 1));
  };
  for (Index i = 0; i < n; ++i) {
    X(i, 0) = power(i);
    X(i, 1) = -power(7 * i % n);
  }
  return X;
}
// Corners of a lattice, several times over: most distances are equal to others.
inline Matrix lattice(Index n) {
  Matrix X(n, 2);
  for (Index i = 0; i < n; ++i) X.row(i) << static_cast<double>(i % 5), static_cast<double>(i / 5 % 4);
  return X;
}
inline Matrix some_zero_rows(Matrix X) {
  for (Index i = 0; i < X.rows(); i += 4) X.row(i).setZero();
  return X;
}
inline Matrix one_constant_column(Matrix X) {
  X.col(0).setConstant(7);
  return X;
}

inline std::vector<HostileSet> hostile_sets() {
  const Matrix unit = blobs(20, 2, 3, 5), five = (Matrix(5, 1) << 0, 1, 1, 2, 9).finished();
  const Matrix two = lattice(2), columns = blobs(5, 30, 2, 6);
  return {{"one point", Matrix::Constant(1, 2, 3)},
          {"two points", two},
          {"all equal", Matrix::Constant(15, 2, 0.1)},
          {"all zero", Matrix::Zero(15, 3)},
          {"five in a column", five},
          {"two places", two.replicate(10, 1)},
          {"lattice", lattice(40)},
          {"constant column", one_constant_column(unit)},
          {"zero rows", some_zero_rows(unit)},
          {"more columns than points", columns},
          {"far from zero", Matrix(unit.array() + 1e16)},
          {"outlier", with_outlier(1e12)},
          {"spread", spread_out(15)},
          {"huge", unit.topRows(15) * 1e300},
          {"tiny", unit.topRows(15) * 1e-300},
          {"below all ordinary numbers", unit.topRows(15) * 1e-310},
          {"at the limit", Matrix(unit / unit.cwiseAbs().maxCoeff() * 1.7e308)}};
}

inline std::vector<Kernel> hostile_kernels() {
  return {NoKernel{},
          Linear{},
          Gaussian{},
          Gaussian{.sigma = 1e-8},
          Gaussian{.sigma = 1e8},
          Gaussian{.local = true},
          Polynomial{.degree = 3},
          Laplacian{},
          Sigmoid{},
          Cosine{},
          Geodesic{.neighbors = 3},
          Connectivity{}};
}

inline std::vector<Method> hostile_methods() {
  return {Hard{},
          Hard{.refine = false},
          Softmax{},
          Fuzzy{},
          Possibilistic{},
          KHarmonic{},
          InverseWeighted{},
          NeuralGas{},
          NeuralGas{.online = true, .passes = 2},
          Som{},
          Som{.online = true, .passes = 2},
          TreeCut{},
          SingleLinkage{},
          Ward{},
          Genie{},
          Hdbscan{},
          Spectral{},
          Spectral{.neighbors = 4},
          OneClass{},
          KSpheres{},
          SupportVectorClustering{},
          MeanShift{},
          Mixture{},
          GraphLinkage{},
          Auto{}};
}

// What is wrong with an answer, one sentence each; none if it keeps its promises.
class Complaints {
 public:
  template <class... Parts>
  void add(const Parts&... parts) {
    testing::Message all;
    ((all << parts), ...);
    list.push_back(all.GetString());
  }
  void finite(const char* what, const Matrix& values) {
    if (!values.allFinite()) add(what, " is not finite");
  }
  std::vector<std::string> list;
  std::string refused;  // what a refusal says
};

inline bool says_what_to_do(const std::string& message) {
  for (const char* advice :
       {"use ", "give", "scale", "choose", "lower", "raise", "leave", "try", "prefer", "remove", "set ",
        "add ", "divide", "widen", "ask for", "embed the", "or left out"})
    if (message.find(advice) != std::string::npos) return true;
  return false;
}

// Whether one of its words is what an infinity or a NaN is printed as.
inline bool says_no_number(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = ' ';
  text = " " + text + " ";
  return text.find(" nan ") != std::string::npos || text.find(" inf ") != std::string::npos;
}

inline void check_warnings(const Result& r, Complaints& wrong) {
  for (const Warning& warning : r.warnings) {
    if (says_no_number(warning.what) || says_no_number(warning.remedy))
      wrong.add("a warning says: ", warning.what, "; ", warning.remedy);
    if (warning.remedy.empty()) wrong.add("a warning without advice: ", warning.what);
  }
}

// Labels of all points in range, and every number is one.
inline void check_values(const Result& r, Index n, Complaints& wrong) {
  if (std::ssize(r.labels) != n) return wrong.add(r.labels.size(), " labels of ", n, " points");
  const Index clusters = r.model.clusters();
  for (const int label : r.labels)
    if (label < -1 || label >= clusters) return wrong.add("label ", label, " of ", clusters);
  wrong.finite("memberships", r.memberships);
  if (r.memberships.size() > 0 && (r.memberships.minCoeff() < 0 || r.memberships.maxCoeff() > 1 + 1e-9))
    wrong.add("memberships from ", r.memberships.minCoeff(), " to ", r.memberships.maxCoeff());
  wrong.finite("outlier scores", r.outlier_scores);
  if (!std::isfinite(r.objective)) wrong.add("the objective is ", r.objective);
  for (const double step : r.history)
    if (!std::isfinite(step)) return wrong.add("the history holds ", step);
  if (r.dendrogram)
    for (const Merge& merge : r.dendrogram->merges)
      if (!std::isfinite(merge.height)) return wrong.add("a merge at height ", merge.height);
  if (r.map) wrong.finite("heights of the map", r.map->heights);
  for (const Finding& found : r.findings)
    for (const double value : found.values)
      if (std::isnan(value)) wrong.add("finding ", found.name, " is not a number");
}

inline bool has_warning(const Result& r, const char* about) {
  return std::any_of(r.warnings.begin(), r.warnings.end(),
                     [&](const Warning& w) { return w.what.find(about) != std::string::npos; });
}

// Some clusters have no prototypes, or a matrix lacks k(z, z), and their models say so.
inline void check_distances(const Model& model, const Data& data, Complaints& wrong) {
  try {
    wrong.finite("predicted distances", model.transform(data));
  } catch (const Error& e) {
    if (e.fault() != Fault::usage && !says_what_to_do(e.what())) throw;
  }
}

// The training points as new ones: rows of a dense kernel matrix, and k(z, z) after them.
inline Data as_new(const Model& model, const Data& data) {
  if (!std::holds_alternative<Precomputed>(model.kernel) || data.is_sparse()) return data;
  const Matrix K = data.dense();
  Matrix rows(K.rows(), K.cols() + 1);
  rows << K, K.diagonal();
  return rows;
}

// The model in a file is the model, and says of the training points what the labels say, or that it can't.
inline void check_model(const Result& r, const Data& training, Complaints& wrong) {
  if (std::holds_alternative<Diffusion>(r.model.kernel)) return;  // takes no new vertices
  const Data data = as_new(r.model, training);
  if (has_warning(r, "can't predict its own")) return;
  const Model read = Model::parse(r.model.serialise());
  What what{.memberships = r.memberships.size() > 0};
  what.outlier_scores = scores_outliers(r.model.method);
  const Assignment now = r.model.assign(data, what), then = read.assign(data, what);
  if (now.labels != then.labels) wrong.add("the model in a file predicts other labels");
  wrong.finite("predicted memberships", now.memberships);
  wrong.finite("predicted outlier scores", now.outlier_scores);
  check_distances(r.model, data, wrong);
  Index differ = 0;
  for (std::size_t i = 0; i < r.labels.size(); ++i) differ += now.labels[i] != r.labels[i];
  if (differ > 0 && !has_warning(r, "another label"))
    wrong.add("predict differs from the labels at ", differ, " of ", r.labels.size(), " training points");
}

inline Options hostile_options(const Method& method, const Kernel& kernel, Index clusters) {
  Options o{.clusters = clusters, .method = method, .kernel = kernel};
  if (finds_clusters(method)) o.clusters = clusters_by_method;
  if (std::holds_alternative<Som>(method)) {
    std::get<Som>(*o.method).grid = GridSize{1, static_cast<int>(clusters)};
    o.clusters = clusters_by_method;
  }
  o.restarts = 2;
  o.max_iterations = 30;
  o.threads = 1;
  return o;
}

inline Complaints complaints_of(const Data& data, const Options& options) {
  Complaints wrong;
  bool fitted = false;
  try {
    const Result r = cluster(data, options);
    fitted = true;
    check_values(r, data.size(), wrong);
    check_warnings(r, wrong);
    check_model(r, data, wrong);
  } catch (const Error& e) {
    wrong.refused = e.what();
    if (fitted) wrong.add("the model is refused: ", e.what());
    if (!says_what_to_do(e.what())) wrong.add("a refusal without advice: ", e.what());
    if (e.fault() == Fault::failure) wrong.add("a failure: ", e.what());
  } catch (const std::exception& e) {
    wrong.add("an exception that is no Error: ", e.what());
  }
  return wrong;
}

// Ends the program, and so fails the test, if a run takes longer. The name of the run is printed.
class Watch {
 public:
  explicit Watch(const std::string& name) {
    current() = name + ": does not end\n";
    signal(SIGALRM, [](int) {
      [[maybe_unused]] const auto written = write(STDERR_FILENO, current().data(), current().size());
      _exit(1);
    });
    alarm(60);
  }
  ~Watch() { alarm(0); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  static std::string& current() {
    static std::string name;
    return name;
  }
};

}  // namespace mercer::test
