#include "front/check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <unordered_set>

#include "data/finite.hpp"
#include "front/approximate.hpp"
#include "gram/given.hpp"

namespace mercer {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

bool wants_preimage(const Method& method) {
  const auto* soft = std::get_if<Softmax>(&method);
  return soft && soft->prototypes == PrototypesIn::input;
}

void check_method(const Options& o) {
  if (const auto* soft = std::get_if<Softmax>(&o.method); soft && soft->beta && !(*soft->beta > 0))
    refuse(fmt::format("soft: beta = {} must be positive", *soft->beta));
  const auto* g = std::get_if<Gaussian>(&o.kernel);
  if (wants_preimage(o.method) && !std::holds_alternative<NoKernel>(o.kernel) && !(g && !g->local))
    refuse(
        "prototypes = input needs the gaussian kernel with one width; leave prototypes out or change the "
        "kernel");
  if (const auto* swap = std::get_if<Swap>(&o.search)) {
    if (swap->trials < 1) refuse(fmt::format("swap: trials = {} must be at least 1", swap->trials));
    if (!std::holds_alternative<Hard>(o.method))
      refuse("search = swap works with method kmeans; leave search out for soft methods");
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

// The bytes of a row; equal rows have equal bytes (sparse rows: columns and values).
template <class T>
std::string row_bytes(const DenseView<T>& v, Index i) {
  std::string bytes;
  for (Index j = 0; j < v.columns; ++j) {
    const T value = v.row(i)[j] + T(0);  // -0 becomes 0
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  return bytes;
}
std::string row_bytes(const SparseMatrix& v, Index i) {
  std::string bytes;
  for (SparseMatrix::InnerIterator it(v, i); it; ++it) {
    if (it.value() == 0) continue;
    const Index column = it.col();
    const double value = it.value();
    bytes.append(reinterpret_cast<const char*>(&column), sizeof(column));
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  return bytes;
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

}  // namespace

void check_options(const Data& data, const Options& o) {
  const Index n = data.size();
  if (n == 0) throw Error(Fault::data, "there are no points to cluster");
  if (o.clusters < 1) refuse(fmt::format("clusters = {} must be at least 1", o.clusters));
  if (o.clusters > n) refuse(fmt::format("clusters = {} exceeds {} points; lower clusters", o.clusters, n));
  if (o.restarts < 1) refuse(fmt::format("restarts = {} must be at least 1", o.restarts));
  if (o.max_iterations < 1) refuse(fmt::format("max_iterations = {} must be at least 1", o.max_iterations));
  if (o.threads < 0) refuse(fmt::format("threads = {} must be 0 (all cores) or more", o.threads));
  check_method(o);
  check_approx(data, o);
  check_weights(n, o.weights);
}

void check_data(const Data& data, const Options& o) {
  check_finite(data);
  if (is_precomputed(o.kernel)) return check_given(data, o.kernel);
  const Index distinct = distinct_rows(data, o.clusters);
  if (distinct < o.clusters)
    refuse(fmt::format("clusters = {} exceeds the {} distinct points; lower clusters", o.clusters, distinct));
}

}  // namespace mercer
