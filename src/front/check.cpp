#include "front/check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <unordered_set>

#include "data/finite.hpp"
#include "data/rows.hpp"
#include "front/approximate.hpp"
#include "front/check_beyond.hpp"
#include "front/paths.hpp"
#include "gram/given.hpp"
#include "mercer/cluster.hpp"
#include "neighbors/unit_rows.hpp"

namespace mercer {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

// "fuzzy: m = 1 must be above 1"
template <class Rule>
void require(bool good, const char* key, double value, const char* must) {
  if (!good) refuse(fmt::format("{}: {} = {:g} must be {}", Rule::name, key, value, must));
}
template <class Rule>
void require_positive(const char* key, double value) {
  require<Rule>(value > 0 && std::isfinite(value), key, value, "positive");
}
template <class Rule>
void check_fuzziness(const Rule& rule) {
  if (rule.m) require<Rule>(*rule.m > 1 && std::isfinite(*rule.m), "m", *rule.m, "above 1");
}
template <class Rule>
void check_schedule(const Rule& rule) {
  require<Rule>(rule.steps >= 1, "steps", rule.steps, "at least 1");
  require<Rule>(rule.passes >= 1, "passes", rule.passes, "at least 1");
  for (const auto& [key, value] :
       {std::pair("epsilon_initial", rule.epsilon_initial), std::pair("epsilon_final", rule.epsilon_final)})
    require<Rule>(value > 0 && value <= 1, key, value, "above 0 and at most 1");
}

void check_rule(const Hard&) {}
void check_rule(const Softmax& rule) {
  if (rule.beta) require<Softmax>(*rule.beta > 0, "beta", *rule.beta, "positive");
}
void check_rule(const Fuzzy& rule) { check_fuzziness(rule); }
void check_rule(const Possibilistic& rule) {
  check_fuzziness(rule);
  if (rule.eta) require_positive<Possibilistic>("eta", *rule.eta);
}
void check_rule(const KHarmonic& rule) { require_positive<KHarmonic>("p", rule.p); }
void check_rule(const InverseWeighted& rule) {
  if (rule.b) require_positive<InverseWeighted>("b", *rule.b);
}
void check_rule(const NeuralGas& rule) {
  check_schedule(rule);
  if (rule.lambda_initial) require_positive<NeuralGas>("lambda_initial", *rule.lambda_initial);
  require_positive<NeuralGas>("lambda_final", rule.lambda_final);
}
void check_rule(const Som& rule) {
  check_schedule(rule);
  if (rule.sigma_initial) require_positive<Som>("sigma_initial", *rule.sigma_initial);
  require_positive<Som>("sigma_final", rule.sigma_final);
}

void check_rule(const Spectral& method) {
  require<Spectral>(method.neighbors >= 0, "neighbors", method.neighbors, "0 (all points) or more");
}
void check_rule(const OneClass& method) {
  if (method.nu && method.C)
    refuse("one-class: nu and C say the same (C = 1 / (nu n)); leave one of them out");
  if (method.nu) require<OneClass>(*method.nu > 0 && *method.nu <= 1, "nu", *method.nu, "above 0, at most 1");
}
void check_rule(const KSpheres& method) { require_positive<KSpheres>("rho", method.rho); }
void check_rule(const SupportVectorClustering& method) {
  require<SupportVectorClustering>(method.outliers >= 0 && method.outliers < 1, "outliers", method.outliers,
                                   "at least 0 and below 1");
  require<SupportVectorClustering>(method.sweep >= 0, "sweep", method.sweep, "0 (none) or more");
}
void check_rule(const MeanShift& method) {
  if (method.bandwidth) require_positive<MeanShift>("bandwidth", *method.bandwidth);
}

void check_rule(const Mixture& method) {
  require<Mixture>(method.prior >= 0 && std::isfinite(method.prior), "prior", method.prior, "0 or more");
  require_positive<Mixture>("tolerance", method.tolerance);
}

void check_rule(const GraphLinkage& method) {
  require<GraphLinkage>(method.neighbors >= 1, "neighbors", method.neighbors, "at least 1");
}
void check_rule(const Auto&) {}

// What they refuse depends on more than the method: check_paths.
void check_rule(const TreeCut&) {}
void check_rule(const SingleLinkage&) {}
void check_rule(const Ward&) {}
void check_rule(const Genie&) {}
void check_rule(const Hdbscan&) {}

void check_embedding(const Data& data, const Options& o) {
  const auto* pca = std::get_if<PrincipalComponents>(&o.embed);
  if (!pca) return;
  if (pca->dimensions && (*pca->dimensions < 1 || *pca->dimensions >= data.size()))
    refuse(fmt::format("pca: dimensions = {} must be at least 1 and less than the {} points",
                       *pca->dimensions, data.size()));
  if (prototypes_in_input(o.method))
    refuse("--embed and prototypes = input exclude each other; leave one of them out");
  if (!std::holds_alternative<Exact>(o.approx))
    refuse("--embed and --approx exclude each other; leave one of them out");
}

void check_method(const Options& o) {
  std::visit([](const auto& method) { check_rule(method); }, o.method);
  const auto* g = std::get_if<Gaussian>(&o.kernel);
  if (prototypes_in_input(o.method) && !std::holds_alternative<NoKernel>(o.kernel) && !(g && !g->local))
    refuse(
        "prototypes = input needs the gaussian kernel with one width; leave prototypes out or change the "
        "kernel");
  if (const auto* swap = std::get_if<Swap>(&o.search)) {
    if (swap->trials < 1) refuse(fmt::format("swap: trials = {} must be at least 1", swap->trials));
    if (!std::holds_alternative<Hard>(o.method))
      refuse("search = swap works with method kmeans; leave search out for other methods");
  }
}

void check_weights(Index n, const Vector& weights) {
  if (weights.size() == 0) return;
  if (weights.size() != n)
    throw Error(Fault::data, fmt::format("{} weights for {} points; give one a point", weights.size(), n));
  for (Index i = 0; i < n; ++i)
    if (!(weights[i] > 0) || !std::isfinite(weights[i]))
      throw Error(Fault::data,
                  fmt::format("weight {} of point {} is not a positive number; leave the point out instead",
                              weights[i], i + 1));
}

// Distinct rows, counted up to `enough`.
Index distinct_rows(const Data& data, Index enough) {
  std::unordered_set<std::string> seen;
  data.visit([&](const auto& v) {
    for (Index i = 0; i < data.size() && static_cast<Index>(seen.size()) < enough; ++i)
      seen.insert(row_bytes(v, i));
  });
  return static_cast<Index>(seen.size());
}

// The squarest grid of k nodes.
GridSize squarest(Index k) {
  auto rows = static_cast<Index>(std::sqrt(static_cast<double>(k)));
  while (rows > 1 && k % rows != 0) --rows;
  return {static_cast<int>(rows), static_cast<int>(k / rows)};
}

// Nodes of a map may outnumber the points, when its start needs none.
bool may_exceed_points(const Method& method) {
  const auto* som = std::get_if<Som>(&method);
  return som && som->start == MapStart::plane;
}

void settle_grid(Options& o, Som& som) {
  constexpr Index most = 1'000'000;
  if (!som.grid) {
    if (o.clusters == clusters_by_method) refuse("som needs a grid; write som:grid=6x8, or give clusters");
    if (o.clusters >= 1 && o.clusters <= most) som.grid = squarest(o.clusters);
    return;
  }
  const Index rows = som.grid->rows, columns = som.grid->columns;
  if (rows < 1 || columns < 1 || rows * columns > most)
    refuse(fmt::format("som: grid = {}x{} must have at least 1 and at most {} nodes", rows, columns, most));
  if (o.clusters != clusters_by_method && o.clusters != rows * columns)
    refuse(fmt::format("clusters = {} contradicts the grid of {}x{} = {} nodes; leave one of them out",
                       o.clusters, rows, columns, rows * columns));
  o.clusters = rows * columns;
}

}  // namespace

Options settle_clusters(Options o) {
  if (auto* som = std::get_if<Som>(&o.method)) settle_grid(o, *som);
  o = settle_beyond(settle_paths(std::move(o)));
  if (o.clusters == clusters_by_method) o.clusters = 2;
  if (auto* pca = std::get_if<PrincipalComponents>(&o.embed); pca && !pca->dimensions)
    pca->dimensions = o.clusters;
  return o;
}

Index cluster_count(const Options& options) { return settle_clusters(options).clusters; }

void check_options(const Data& data, const Options& o) {
  const Index n = data.size();
  if (n == 0) throw Error(Fault::data, "there are no points to cluster");
  if (o.clusters < 1) refuse(fmt::format("clusters = {} must be at least 1", o.clusters));
  if (o.clusters > n && !may_exceed_points(o.method))
    refuse(fmt::format("clusters = {} exceeds {} points; lower clusters", o.clusters, n));
  if (o.restarts < 1) refuse(fmt::format("restarts = {} must be at least 1", o.restarts));
  if (o.max_iterations < 1) refuse(fmt::format("max_iterations = {} must be at least 1", o.max_iterations));
  if (o.threads < 0) refuse(fmt::format("threads = {} must be 0 (all cores) or more", o.threads));
  check_method(o);
  check_beyond(data, o);
  check_paths(data, o);
  check_embedding(data, o);
  check_approx(data, o);
  check_weights(n, o.weights);
}

void check_data(const Data& data, const Options& o) {
  check_finite(data);
  if (is_precomputed(o.kernel)) {
    check_given(data, o.kernel);
    return check_given_beyond(data, o);
  }
  if (std::holds_alternative<Cosine>(o.kernel)) check_directions(data);
  if (may_exceed_points(o.method)) return;
  const Index distinct = distinct_rows(data, o.clusters);
  if (distinct < o.clusters)
    refuse(fmt::format("clusters = {} exceeds the {} distinct points; lower clusters", o.clusters, distinct));
}

}  // namespace mercer
