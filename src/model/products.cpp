#include "model/products.hpp"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "core/parallel.hpp"
#include "cuda/device_gram.hpp"
#include "cuda/devices.hpp"
#include "cuda/or_processor.hpp"
#include "data/kind.hpp"
#include "data/rows.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "mercer/neighbors.hpp"
#include "model/geodesic.hpp"
#include "model/nearest_object.hpp"
#include "model/parameters.hpp"
#include "model/tree.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {
namespace {

// KW and k(z, z) by the Gram of training points, on a GPU where that is asked for or pays.
template <class T>
Products across(Query& query, std::shared_ptr<const KernelTiles<T>> tiles, const Data& Z, const Matrix& W) {
  const std::string nothing = tiles->data().is_sparse() ? "sparse data are not supported on a GPU" : "";
  const double values = static_cast<double>(Z.size()) * static_cast<double>(tiles->size());
  const auto bytes =
      device_cross_bytes(static_cast<std::uint64_t>(tiles->size()), static_cast<std::uint64_t>(Z.size()),
                         static_cast<std::uint64_t>(tiles->data().dimensions()),
                         static_cast<std::uint64_t>(W.cols()), sizeof(T));
  const auto device = choose_device(query.what.device, nothing,
                                    processor_seconds(values, tiles->data().dimensions(), 0), bytes);
  const auto by = [&](const auto& gram) {
    Products out;
    gram.cross(Z, W, out.KW, out.self);
    out.epsilon = gram.epsilon();
    query.evaluations += gram.evaluations();
    return out;
  };
  const auto here = [&] { return by(PointGram<T>(tiles)); };
  if (!device) return here();
  return or_processor(
      is_unasked(query.what.device, device->number),
      [&] {
        const DeviceGram gram(points_on_device<T>(device->number, tiles));
        Products out = by(gram);
        add_use(query.device, gram.use());
        return out;
      },
      [&](const std::string&) { return here(); });
}

template <class T>
Products products_with_points(const KnownPoints& known, Query& query, const Data& Z, const Matrix& W,
                              bool origin_free) {
  const auto tiles =
      std::make_shared<const KernelTiles<T>>(known.points, query.kernel, origin_free, known.widths);
  return across<T>(query, tiles, Z, W);
}

// The same over the nearest training points of each point.
Products by_near_points(const KnownPoints& known, Query& query, const Data& Z, const Matrix& W,
                        const ProductOptions& options) {
  const Index count = std::min(options.neighbors, known.points.size());
  const MatrixOf<int> near =
      nearest_neighbors(Z, known.points, count, {.metric = metric_of_points(query.kernel)}).indices;
  const KernelTiles<double> tiles(known.points, query.kernel, options.origin_free, known.widths);
  const Vector widths = local_widths(query.kernel, Z, known.points);
  Products out{Matrix(Z.size(), W.cols()), Vector(Z.size())};
  parallel_points(Z.size(), count * (Z.dimensions() + W.cols()), [&](Index begin, Index end) {
    PointBlock<double> own, others;
    Eigen::RowVectorXd k(count);
    for (Index i = begin; i < end; ++i) {
      const std::vector<Index> rows(near.row(i).begin(), near.row(i).end());
      tiles.pack_new(Z, widths, i, i + 1, own);
      tiles.pack(rows, others);
      tiles.evaluate(own, others, k.data(), count);
      out.KW.row(i).noalias() = k * W(rows, Eigen::all);
      out.self[i] = tiles.self(own, 0);
    }
  });
  query.evaluations += tiles.evaluations();
  return out;
}

Products products(const NothingKnown&, Query&, const Matrix&, const ProductOptions&) {
  throw Error(Fault::data, "this model keeps no training points to compare new ones with; fit it again");
}

Products products(const KnownPoints& known, Query& query, const Matrix& W, const ProductOptions& options) {
  const Data same = same_kind(query.points, known.points);
  if (options.neighbors > 0) return by_near_points(known, query, same, W, options);
  return query.precision == Precision::single_
             ? products_with_points<float>(known, query, same, W, options.origin_free)
             : products_with_points<double>(known, query, same, W, options.origin_free);
}

Vector last_column(const Data& data) {
  return data.visit([&]<class V>(const V& v) -> Vector {
    Vector last(data.size());
    for (Index i = 0; i < last.size(); ++i) {
      if constexpr (std::is_same_v<V, SparseMatrix>)
        last[i] = v.coeff(i, v.cols() - 1);
      else
        last[i] = static_cast<double>(v.row(i)[v.columns - 1]);
    }
    return last;
  });
}

// The last column, where there is one too many, or what the model knows.
Self given_self(const KnownMatrix& known, const Query& query) {
  if (query.points.dimensions() == query.columns + 1) return {last_column(query.points)};
  if (std::isfinite(known.self)) return {Vector::Constant(query.points.size(), known.self)};
  return {Vector::Zero(query.points.size()), false};
}
template <class Other>
Self given_self(const Other&, const Query&) {
  return {};
}

Products products(const KnownMatrix& known, Query& query, const Matrix& W, const ProductOptions&) {
  if (!takes_new_points(query.kernel))
    throw Error(Fault::usage,
                fmt::format("the {} kernel needs all data at once, and has no values for new points; embed "
                            "them together with the others",
                            format_choice(query.kernel)));
  Products out;
  given_cross(query.points, query.kernel, W, out.KW);
  Self self = given_self(known, query);
  out.self = std::move(self.values);
  out.self_known = self.known;
  return out;
}

Products products(const KnownTree& known, Query& query, const Matrix& W, const ProductOptions&) {
  return tree_products(known, query, W);
}

Products products(const KnownPaths& known, Query& query, const Matrix& W, const ProductOptions&) {
  return {geodesic_products(known, query, W), Vector::Zero(query.points.size())};
}

}  // namespace

Products kernel_products(Query& query, const Matrix& W, const ProductOptions& options) {
  return std::visit([&](const auto& known) { return products(known, query, W, options); }, query.known);
}

Self self_of(const Query& query) {
  return std::visit([&](const auto& known) { return given_self(known, query); }, query.known);
}

double constant_self(const Vector& self) {
  const bool constant = (self.array() - self[0]).abs().maxCoeff() <= 1e-9 * std::abs(self[0]);
  return constant ? self[0] : std::nan("");
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
