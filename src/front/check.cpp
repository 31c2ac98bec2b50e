#include "front/check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "core/refuse.hpp"
#include "core/reserve.hpp"
#include "data/finite.hpp"
#include "data/rows.hpp"
#include "engine/fewer_points.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "gram/given.hpp"
#include "kernels/resolve.hpp"
#include "mercer/machine.hpp"
#include "neighbors/unit_rows.hpp"

namespace mercer {
namespace {

// Components, which a method on anything but a space has no use for.
void check_embedding(const Shape& shape, const Options& o, const Needs& needs) {
  const auto* pca = components_of(o.embed);
  if (!pca) return;
  if (needs.base != Base::space)
    refuse(fmt::format("method {} works on the {} itself; leave `embed` out", choice_name(method_of(o)),
                       needs.base == Base::tree ? "tree" : "kernel"));
  if (pca->dimensions && *pca->dimensions >= shape.points)
    refuse(fmt::format("pca: dimensions = {} must be less than the {} points; lower dimensions",
                       *pca->dimensions, shape.points));
  if (prototypes_in_input(method_of(o)))
    refuse("`embed` and prototypes = input exclude each other; leave one of them out");
  if (!is_exact(o.approx)) refuse("`embed` and `approx` exclude each other; leave one of them out");
}

void check_search(const Options& o, const Needs& needs) {
  const auto* swap = swaps_of(o.search);
  if (!swap) return;
  if (!needs.search) refuse("search = swap works with method kmeans; leave search out for other methods");
}

// The kernel must give what the method works on.
void check_kernel(const Options& o, const Needs& needs) {
  const KernelSource source = source_of(o.kernel);
  const bool whole = source == KernelSource::paths || source == KernelSource::tree;
  const bool takes_whole =
      needs.base == Base::space || needs.base == Base::affinity || needs.base == Base::tree;
  if (whole && !takes_whole)
    refuse(fmt::format(
        "method {} needs a kernel of two points, but `kernel = {}` needs all data at once; use another "
        "kernel",
        choice_name(method_of(o)), format_choice(o.kernel)));
  if (prototypes_in_input(method_of(o)) && !is_none(o.kernel) && !one_width(o.kernel))
    refuse(
        "prototypes = input needs the gaussian kernel with one width; leave prototypes out or change the "
        "kernel");
}

void check_weights_taken(const Options& o, const Needs& needs) {
  if (o.weights.size() == 0 || needs.weights) return;
  const std::string_view name = choice_name(method_of(o));
  if (needs.base == Base::tree)
    refuse(fmt::format(
        "method {} takes no weights, since it only uses which points are near each other; leave them out",
        name));
  refuse(fmt::format("method {} takes no weights of points; leave them out", name));
}

void check_range(const Shape& shape, const Options& o) {
  if (o.most_clusters == 0) return;
  if (!shows(o).range)
    refuse(fmt::format("a range of numbers of clusters needs method {}; give one number",
                       methods_with(&Shows::range)));
  if (o.most_clusters <= o.clusters)
    refuse(fmt::format("clusters = {}..{} is not a range; give the smaller number first", o.clusters,
                       o.most_clusters));
  if (o.most_clusters > shape.points)
    refuse(fmt::format("clusters = {} exceeds {} points; lower `clusters`", o.most_clusters, shape.points));
}

// Their squares and sums are to be numbers.
void check_weights(Index n, const Vector& weights) {
  constexpr double largest = 1e100;
  if (weights.size() == 0) return;
  if (weights.size() != n)
    throw Error(Fault::data, fmt::format("{} weights for {} points; give one per point", weights.size(), n));
  for (Index i = 0; i < n; ++i)
    if (!(weights[i] > 0) || !std::isfinite(weights[i]))
      throw Error(Fault::data,
                  fmt::format("weight {} of point {} is not a positive number; leave the point out instead",
                              weights[i], i + 1));
  for (Index i = 0; i < n; ++i)
    if (weights[i] > largest || weights[i] < 1 / largest)
      throw Error(
          Fault::data,
          fmt::format("weight {:g} of point {} is not between {:g} and {:g}, where sums can be computed; "
                      "divide all weights by the same number",
                      weights[i], i + 1, 1 / largest, largest));
}

[[noreturn]] void negative(Index i, Index j, double value) {
  throw Error(Fault::data,
              fmt::format("the affinity in row {}, column {} is {}: it can't be negative; set it to 0 or "
                          "shift the matrix",
                          i + 1, j + 1, value));
}

void check_not_negative(const Data& matrix) {
  matrix.visit([]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows(); ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it)
          if (it.value() < 0 && it.col() != i) negative(i, it.col(), it.value());
    } else {
      for (Index i = 0; i < v.rows; ++i)
        for (Index j = 0; j < v.columns; ++j)
          if (v.row(i)[j] < 0 && i != j) negative(i, j, static_cast<double>(v.row(i)[j]));
    }
  });
}

}  // namespace

void check_options(const Shape& shape, const Options& o) {
  const Index n = shape.points;
  const Needs needs = needs_of(o);
  if (n == 0) throw Error(Fault::data, "there are no points to cluster");
  if (o.clusters < 1) refuse(fmt::format("clusters = {} must be at least 1", o.clusters));
  if (o.clusters > n && !needs.more_clusters)
    refuse(
        fmt::format("clusters = {} exceeds {} point{}; lower `clusters`", o.clusters, n, n == 1 ? "" : "s"));
  if (o.restarts < 1) refuse(fmt::format("restarts = {} must be at least 1", o.restarts));
  if (o.max_iterations < 1) refuse(fmt::format("max_iterations = {} must be at least 1", o.max_iterations));
  check_threads(o.threads);
  check_ranges(method_of(o));
  check_ranges(o.init);
  check_ranges(o.search);
  check_ranges(o.approx);
  check_ranges(o.embed);
  check_search(o, needs);
  check_weights_taken(o, needs);
  check_kernel(o, needs);
  check_embedding(shape, o, needs);
  door(method_of(o)).check(shape, o);
  check_range(shape, o);
  check_approx(shape, o);
  check_weights(n, o.weights);
}

// What every method keeps of sparse points is dense: a mean, and what is subtracted from it.
void check_columns(const Data& data, const Options& o) {
  if (!data.is_sparse() || is_precomputed(o.kernel)) return;
  const std::uint64_t needed = 16 * static_cast<std::uint64_t>(data.dimensions()), budget = memory_budget(o);
  if (needed > budget)
    throw Error(
        Fault::memory,
        fmt::format("the mean of {} columns takes {} of memory and the budget is {}; raise `memory`, or "
                    "leave out columns that are empty",
                    data.dimensions(), format_bytes(needed), format_bytes(budget)));
}

void check_data(const Data& data, const Options& o) {
  const Needs needs = needs_of(o);
  check_columns(data, o);
  check_finite(data);
  if (is_precomputed(o.kernel)) {
    check_given(data, o.kernel);
    if (needs.base == Base::affinity || needs.base == Base::graph) check_not_negative(data);
    return;
  }
  if (std::holds_alternative<Cosine>(o.kernel)) check_directions(data);
  if (needs.more_clusters) return;
  const Index distinct = distinct_rows(data, o.clusters);
  if (distinct < o.clusters)
    throw FewerPoints(Fault::usage,
                      fmt::format("clusters = {} exceeds the {} distinct point{}; lower `clusters`",
                                  o.clusters, distinct, distinct == 1 ? "" : "s"));
}

void check_threads(int threads) {
  if (threads < 0) refuse(fmt::format("threads = {} must be 0 (all cores) or more", threads));
  if (threads > threads_at_most)
    refuse(fmt::format("threads = {} must be at most {}; 0 takes all cores", threads, threads_at_most));
}

Index distinct_rows(const Data& data, Index enough) {
  std::unordered_set<std::string> seen;
  data.visit([&](const auto& v) {
    for (Index i = 0; i < data.size() && static_cast<Index>(seen.size()) < enough; ++i)
      seen.insert(row_bytes(v, i));
  });
  return static_cast<Index>(seen.size());
}

Kernel resolve_alone(const Data& data, const Kernel& kernel) {
  if (data.size() == 0) throw Error(Fault::data, "there are no points");
  check_data(data, {.clusters = 1, .method = Hard{}, .kernel = kernel});
  return resolve(is_none(kernel) ? Kernel(Linear{}) : kernel, data);
}

}  // namespace mercer
