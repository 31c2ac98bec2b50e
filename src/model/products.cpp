#include "model/products.hpp"

#include <fmt/format.h>

#include <limits>
#include <unordered_map>

#include "core/parallel.hpp"
#include "data/kind.hpp"
#include "data/rows.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "mercer/neighbors.hpp"
#include "model/geodesic.hpp"
#include "model/tree.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {
namespace {

template <class T>
double by_points(const KnownPoints& known, const Data& Z, const Matrix& W, Matrix& KW, Vector& self) {
  const auto tiles =
      std::make_shared<const KernelTiles<T>>(known.points, known.kernel, known.origin_free, known.widths);
  const PointGram<T> gram(tiles);
  gram.cross(Z, W, KW, self);
  return gram.epsilon();
}

// The same over the nearest training points of each point.
double by_near_points(const KnownPoints& known, const Data& Z, const Matrix& W, Matrix& KW, Vector& self) {
  const Metric metric = std::holds_alternative<Cosine>(known.kernel) ? Metric::cosine : Metric::euclidean;
  const Index count = std::min(known.neighbors, known.points.size());
  const MatrixOf<int> near = nearest_neighbors(Z, known.points, count, {.metric = metric}).indices;
  const KernelTiles<double> tiles(known.points, known.kernel, known.origin_free, known.widths);
  const Vector widths = local_widths(known.kernel, Z, known.points);
  KW.resize(Z.size(), W.cols());
  self.resize(Z.size());
  parallel_points(Z.size(), count * (Z.dimensions() + W.cols()), [&](Index begin, Index end) {
    PointBlock<double> own, others;
    Eigen::RowVectorXd k(count);
    for (Index i = begin; i < end; ++i) {
      const std::vector<Index> rows(near.row(i).begin(), near.row(i).end());
      tiles.pack_new(Z, widths, i, i + 1, own);
      tiles.pack(rows, others);
      tiles.evaluate(own, others, k.data(), count);
      KW.row(i).noalias() = k * W(rows, Eigen::all);
      self[i] = tiles.self(own, 0);
    }
  });
  return std::numeric_limits<double>::epsilon();
}

}  // namespace

double kernel_products(const KnownPoints& known, const Data& Z, const Matrix& W, Matrix& KW, Vector& self) {
  if (known.geodesic) {
    KW = geodesic_products(known, Z, W);
    self = Vector::Zero(Z.size());
    return std::numeric_limits<double>::epsilon();
  }
  if (known.tree) return tree_products(known, Z, W, KW, self);
  if (comes_whole(known.kernel) || std::holds_alternative<Diffusion>(known.kernel))
    throw Error(Fault::usage,
                fmt::format("the {} kernel comes as a whole, and has no values for new points; embed "
                            "them together with the others",
                            format_choice(known.kernel)));
  if (is_precomputed(known.kernel)) {
    given_cross(Z, known.kernel, W, KW);
    return std::numeric_limits<double>::epsilon();
  }
  const Data same = same_kind(Z, known.points);
  if (known.neighbors > 0) return by_near_points(known, same, W, KW, self);
  return known.precision == Precision::single_ ? by_points<float>(known, same, W, KW, self)
                                               : by_points<double>(known, same, W, KW, self);
}

std::vector<Index> find_known(const Data& training, const Data& points) {
  std::vector<Index> found(static_cast<std::size_t>(points.size()), -1);
  if (training.size() == 0) return found;
  std::unordered_map<std::string, Index> rows;
  training.visit([&](const auto& v) {
    for (Index i = 0; i < training.size(); ++i) rows.emplace(row_bytes(v, i), i);
  });
  same_kind(points, training).visit([&](const auto& v) {
    for (std::size_t i = 0; i < found.size(); ++i)
      if (const auto it = rows.find(row_bytes(v, static_cast<Index>(i))); it != rows.end())
        found[i] = it->second;
  });
  return found;
}

}  // namespace mercer
