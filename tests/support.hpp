// What several tests share: small data, all the Grams of a kernel, and where the data lie.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/random.hpp"
#include "every_method.hpp"
#include "gram/given_gram.hpp"
#include "gram/point_gram.hpp"
#include "gram/stored_gram.hpp"
#include "kernels/resolve.hpp"
#include "mercer/mercer.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer::test {

// `clusters` Gaussian blobs of unit deviation, centres spread over a box.
inline Matrix blobs(Index n, Index d, Index clusters, std::uint64_t seed, double spread = 5) {
  Random random(seed);
  Matrix centres(clusters, d), X(n, d);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = random.uniform(-spread, spread);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j) X(i, j) = centres(i % clusters, j) + random.normal();
  return X;
}

// Values between 0 and 1.
inline Matrix random_matrix(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  Matrix M(rows, columns);
  for (Index i = 0; i < M.size(); ++i) M.data()[i] = random.uniform();
  return M;
}

inline Labels random_labels(Index n, Index clusters, std::uint64_t seed) {
  Random random(seed);
  Labels labels(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i)
    labels[static_cast<std::size_t>(i)] = static_cast<int>(i < clusters ? i : random.below(clusters));
  return labels;
}

// K(i,j) straight from the definition, pair by pair.
inline Matrix reference_gram(const Matrix& X, const Kernel& kernel) {
  const Index n = X.rows();
  Matrix K(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double xy = X.row(i).dot(X.row(j)), d = (X.row(i) - X.row(j)).norm();
      if (const auto* g = std::get_if<Gaussian>(&kernel))
        K(i, j) = std::exp(-d * d / (2 * *g->sigma * *g->sigma));
      else if (const auto* p = std::get_if<Polynomial>(&kernel))
        K(i, j) = std::pow(xy + p->offset, p->degree);
      else if (const auto* l = std::get_if<Laplacian>(&kernel))
        K(i, j) = std::exp(-d / *l->sigma);
      else if (const auto* s = std::get_if<Sigmoid>(&kernel))
        K(i, j) = std::tanh(*s->gamma * xy + s->offset);
      else if (std::holds_alternative<Cosine>(kernel))
        K(i, j) = xy / X.row(i).norm() / X.row(j).norm();
      else
        K(i, j) = xy;
    }
  return K;
}

inline std::vector<Kernel> point_kernels() {
  return {Linear{},
          Gaussian{.sigma = 2.0},
          Polynomial{.degree = 3, .offset = 0.5},
          Laplacian{.sigma = 1.5},
          Sigmoid{.gamma = 0.01, .offset = 0.1},
          Cosine{}};
}

// Whether the clusters of a method may end empty, or its prototypes coincide.
inline bool may_lose_clusters(const Method& method) {
  const auto* iwc = std::get_if<InverseWeighted>(&method);
  return !std::holds_alternative<Hard>(method) && !(iwc && iwc->polish);
}

template <class T>
std::shared_ptr<PointGram<T>> point_gram(const Data& data, const Kernel& kernel) {
  return std::make_shared<PointGram<T>>(
      std::make_shared<const KernelTiles<T>>(data, kernel, true, local_widths(kernel, data)));
}

// The path of a file of data, "data/NAME": in the repository (there it may be compressed), or else in the
// shared folder beside it, which not every clone has.
inline std::string shared_file(const std::string& path) {
  for (const std::string& own : {path, path + ".gz"})
    if (std::filesystem::exists(own)) return own;
  return MERCER_SHARED + path;
}
// Skips the test, and says so, where the file is in neither.
#define MERCER_NEED_SHARED(path)                                                        \
  do {                                                                                  \
    if (!std::filesystem::exists(::mercer::test::shared_file(path)))                    \
      GTEST_SKIP() << "needs the shared data file " << (path) << ", which is not here"; \
  } while (false)

inline Data features(const Table& table) {
  return std::visit([](const auto& values) { return Data(values); }, table.features);
}

struct Labelled {
  Data data;
  Labels truth;
};
inline Labelled read_labelled(const std::string& path) {
  TableRequest request;
  request.truth = "label";
  const Table table = read_table(shared_file(path), request);
  return {features(table), encode(table.truth)};
}

}  // namespace mercer::test
