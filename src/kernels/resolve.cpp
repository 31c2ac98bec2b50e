#include "kernels/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/functions.hpp"
#include "kernels/points.hpp"

namespace mercer {
namespace {

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(Fault::usage, message);
}

// The width that is taken where none is given.
double usual_distance(const Data& data, const Vector& weights) {
  const double distance = median_distance(data, weights);
  if (!std::isfinite(distance))
    throw Error(
        Fault::data,
        "the points are too far apart: squares of their distances are too large to compute with; scale the "
        "data (`standardize`)");
  return distance;
}

// What is left to the program, and what the data must allow; kernels that have no `fill` have nothing of
// either.
void fill(Gaussian& g, const Data& data, const Vector& weights) {
  require(!(g.sigma && g.gamma), "gaussian takes sigma or gamma, not both; leave one out");
  require(!g.local || !(g.sigma || g.gamma),
          "gaussian:local chooses its own widths; leave sigma and gamma out");
  if (g.local) return;
  if (!g.sigma && !g.gamma) g.sigma = usual_distance(data, weights);
}
void fill(Laplacian& l, const Data& data, const Vector& weights) {
  if (!l.sigma) l.sigma = usual_distance(data, weights);
}
void fill(Sigmoid& s, const Data& data) {
  if (!s.gamma) s.gamma = 1.0 / static_cast<double>(std::max<Index>(1, data.dimensions()));
}
void fill(Connectivity& c, const Data& data) {
  require(c.min_points <= data.size(),
          fmt::format("connectivity: min_points = {} exceeds the {} points; lower it", c.min_points,
                      data.size()));
}
// Their objects have become rows before, under another kernel.
template <class OfObjects>
requires std::is_same_v<OfObjects, Spectrum> || std::is_same_v<OfObjects, Subsequence> ||
    std::is_same_v<OfObjects, WeisfeilerLehman>
void fill(OfObjects& k, const Data&) {
  require(false, fmt::format("the {} kernel compares {}, and these data are numbers; describe the objects by "
                             "rows first (mercer/objects.hpp)",
                             k.name, compares_graphs(k) ? "graphs" : "strings"));
}

void fill(Geodesic& g, const Data& data) {
  const Index n = data.size();
  if (g.landmarks) {
    require(*g.landmarks <= n,
            fmt::format("geodesic: landmarks = {} exceeds {} points; lower landmarks", *g.landmarks, n));
    require(g.shift != DistanceShift::none,
            "geodesic: landmarks need a positive definite kernel; use shift=cailliez or shift=lingoes");
  }
  if (g.metric == EdgeMetric::precomputed && data.is_sparse()) return;  // the graph is given
  require(g.neighbors < n,
          fmt::format("geodesic: neighbors = {} must be less than the {} points; lower neighbors",
                      g.neighbors, n));
}

// Squared distances between two blocks.
void block_distances(const PointBlock<double>& a, const PointBlock<double>& b, Matrix& out) {
  out.resize(a.count, b.count);
  products(a, b, out.data(), b.count);
  for (Index i = 0; i < a.count; ++i)
    for (Index j = 0; j < b.count; ++j)
      out(i, j) = squared_distance(out(i, j), a.norms[static_cast<std::size_t>(i)],
                                   b.norms[static_cast<std::size_t>(j)]);
}

// 0 when there are no values.
double median_of(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

// The same of values that count as often as their weights say.
double median_of(std::vector<std::pair<double, double>>& values) {
  std::sort(values.begin(), values.end());
  double total = 0, below = 0;
  for (const auto& [value, weight] : values) total += weight;
  for (std::size_t i = 0; i < values.size(); ++i) {
    below += values[i].second;
    if (2 * below > total) return values[i].first;
    if (2 * below == total && i + 1 < values.size()) return 0.5 * (values[i].first + values[i + 1].first);
  }
  return 0;
}

// The squared distances of pairs, each as often as its points: w_i w_j, and among w copies of one point
// w (w - 1) / 2 of length 0.
double weighted_median(const Matrix& d2, const Vector& w) {
  std::vector<std::pair<double, double>> all;
  for (Index i = 0; i < d2.rows(); ++i) {
    if (w[i] > 1) all.emplace_back(0.0, w[i] * (w[i] - 1) / 2);
    for (Index j = i + 1; j < d2.rows(); ++j) all.emplace_back(d2(i, j), w[i] * w[j]);
  }
  if (const double median = median_of(all); median > 0) return median;
  std::erase_if(all, [](const auto& pair) { return pair.first == 0; });
  return median_of(all);
}

}  // namespace

Kernel resolve(const Kernel& kernel, const Data& data, const Vector& weights) {
  check_ranges(kernel);
  Kernel out = kernel;
  std::visit(
      [&](auto& k) {
        if constexpr (requires { fill(k, data, weights); })
          fill(k, data, weights);
        else if constexpr (requires { fill(k, data); })
          fill(k, data);
      },
      out);
  return out;
}

bool is_resolved(const Kernel& kernel) {
  if (const auto* g = std::get_if<Gaussian>(&kernel)) return g->local || g->sigma || g->gamma;
  if (const auto* l = std::get_if<Laplacian>(&kernel)) return l->sigma.has_value();
  if (const auto* s = std::get_if<Sigmoid>(&kernel)) return s->gamma.has_value();
  return true;
}

bool has_automatic_width(const Kernel& kernel) {
  return !is_resolved(kernel) && !std::holds_alternative<Sigmoid>(kernel);
}

double median_distance(const Data& data, const Vector& weights) {
  constexpr Index most = 1000;
  const Index n = data.size();
  const Index m = std::min(n, most);
  std::vector<Index> rows(static_cast<std::size_t>(m));
  for (Index i = 0; i < m; ++i) rows[static_cast<std::size_t>(i)] = i * n / m;
  PointBlock<double> block;
  pack(data, centre_of(data), rows, block);
  Matrix d2;
  block_distances(block, block, d2);
  if (weights.size() > 0) {
    Vector w(m);
    for (Index i = 0; i < m; ++i) w[i] = weights[rows[static_cast<std::size_t>(i)]];
    const double median = weighted_median(d2, w);
    return median > 0 ? std::sqrt(median) : 1;
  }
  std::vector<double> all;
  for (Index i = 0; i < m; ++i) all.insert(all.end(), d2.row(i).data() + i + 1, d2.row(i).data() + m);
  if (const double median = median_of(all); median > 0) return std::sqrt(median);
  std::erase(all, 0.0);
  const double median = median_of(all);
  return median > 0 ? std::sqrt(median) : 1;
}

std::string indefinite_because(const Kernel& kernel) {
  if (std::holds_alternative<Sigmoid>(kernel)) return "the sigmoid kernel is not positive definite";
  if (const auto* g = std::get_if<Gaussian>(&kernel); g && g->local)
    return "the self-tuning gaussian kernel need not be positive definite";
  if (const auto* p = std::get_if<Polynomial>(&kernel); p && p->offset < 0)
    return "a polynomial kernel with a negative offset is not positive definite";
  if (std::holds_alternative<Precomputed>(kernel))
    return "the given kernel matrix need not be positive definite";
  if (std::holds_alternative<Dissimilarity>(kernel))
    return "the given dissimilarities need not be Euclidean distances";
  if (const auto* g = std::get_if<Geodesic>(&kernel); g && g->shift == DistanceShift::none)
    return "geodesic distances without a shift need not be Euclidean";
  return "";
}

}  // namespace mercer
