#include "mercer/blocks.hpp"

#include <fmt/format.h>

#include "core/parallel.hpp"
#include "embed/feature_map.hpp"
#include "kernels/points.hpp"
#include "model/assign.hpp"
#include "model/kinds/feature_map.hpp"
#include "space/mean_sums.hpp"

namespace mercer {
namespace {

constexpr Index tile_rows = 1024;  // whose sums are formed together
constexpr Index tiles_held = 64;   // so many sums are held at once, and then added in their order

[[noreturn]] void no_vectors(const Model& model) {
  throw Error(
      Fault::usage,
      fmt::format(
          "a model of method {} under kernel {} has no prototypes that are means of vectors, so it "
          "can't be updated block by block; use method kmeans without a kernel, or with `approx = nystrom` "
          "or `approx = rff`",
          format_choice(model.method), format_choice(model.kernel)));
}

// f(kind) for kinds with such prototypes.
template <class M, class F>
auto with_means(M& model, F&& f) {
  if (std::holds_alternative<Hard>(model.method)) {
    if (auto* vectors = std::get_if<kinds::Vectors>(&model.kind)) return f(*vectors);
    if (auto* features = std::get_if<kinds::Features>(&model.kind))
      if (features->map.projection.size() == 0) return f(*features);
  }
  no_vectors(model);
}

// Points as vectors, and what of their squared distances these miss.
struct Tile {
  Matrix vectors;
  Vector residual;
};

Tile tile_of(const kinds::Vectors& place, const Query& query, Index begin, Index end) {
  Matrix rows(end - begin, place.centre.size());
  query.points.visit([&]<class V>(const V& v) {
    for (Index i = begin; i < end; ++i)
      if constexpr (std::is_same_v<V, SparseMatrix>)
        rows.row(i - begin) = v.row(i);
      else
        for (Index c = 0; c < rows.cols(); ++c) rows(i - begin, c) = static_cast<double>(v.row(i)[c]);
  });
  rows.rowwise() -= place.centre.transpose();
  return {std::move(rows), Vector::Zero(end - begin)};
}

// (Of a given matrix k(x, x) is not known, and what is missed neither.)
template <class T>
Tile features_of(const kinds::Features& place, const Query& query, Index begin, Index end) {
  const Vector self = is_precomputed(query.kernel) ? Vector(Vector::Zero(query.points.size())) : Vector();
  Features<T> found = embed<T>(place.map, query.kernel, query.points, begin, end, self);
  return {found.values.template cast<double>(), std::move(found.residual)};
}

Tile tile_of(const kinds::Features& place, const Query& query, Index begin, Index end) {
  return query.precision == Precision::single_ ? features_of<float>(place, query, begin, end)
                                               : features_of<double>(place, query, begin, end);
}

Query ready(const kinds::Vectors&, const Model& model, const Data& points) { return query_of(model, points); }
Query ready(const kinds::Features& place, const Model& model, const Data& points) {
  Query query = query_of(model, points);
  query.points = kinds::as_landmarks(place.map, query.points);
  return query;
}

double epsilon_of(const kinds::Vectors&, const Model&) { return std::numeric_limits<double>::epsilon(); }
double epsilon_of(const kinds::Features&, const Model& model) {
  return model.precision == Precision::single_ ? std::numeric_limits<float>::epsilon()
                                               : std::numeric_limits<double>::epsilon();
}

// By their vectors.
template <class Kind>
class ByVectors {
 public:
  ByVectors(const Kind& kind, const Query& query)
      : kind_(kind), query_(query), norms_(kind.prototypes.rowwise().squaredNorm()) {}
  MeasuredRows measure(Index begin, Index end) const {
    Tile tile = tile_of(kind_, query_, begin, end);
    MeasuredRows out = measured(std::move(tile.vectors), kind_.prototypes, norms_);
    out.self += tile.residual;
    return out;
  }
  Matrix sums(Matrix sums, const Vector&) const { return sums; }

 private:
  const Kind& kind_;
  const Query& query_;
  Vector norms_;
};

// By their kernel values with landmarks.
template <class T>
class ByLandmarks {
 public:
  ByLandmarks(const kinds::Features& kind, const Query& query)
      : query_(query), means_(kind.map, query.kernel, kind.prototypes) {}
  const MeasuredRows& measure(Index begin, Index end) const {
    return means_.measure(query_.points, begin, end);
  }
  Matrix sums(const Matrix& sums, const Vector& mass) const { return means_.features_of(sums, mass); }

 private:
  const Query& query_;
  SumsAtLandmarks<T> means_;
};

// f(measuring) with the shortest way from points to sums.
template <class F>
ClusterSums with_measuring(const kinds::Vectors& kind, const Query& query, F&& f) {
  return f(ByVectors<kinds::Vectors>(kind, query));
}
template <class F>
ClusterSums with_measuring(const kinds::Features& kind, const Query& query, F&& f) {
  if (kind.map.landmarks.size() == 0) return f(ByVectors<kinds::Features>(kind, query));
  return query.precision == Precision::single_ ? f(ByLandmarks<float>(kind, query))
                                               : f(ByLandmarks<double>(kind, query));
}

template <class Kind>
ClusterSums sums_of(const Kind& kind, const Model& model, const Data& block, const Vector& weights) {
  if (is_precomputed(model.kernel)) no_vectors(model);
  const Query query = ready(kind, model, block);
  const Index n = block.size();
  if (weights.size() > 0 && weights.size() != n)
    throw Error(Fault::usage,
                fmt::format("{} weights were given for a block of {} points", weights.size(), n));
  const Matrix& V = kind.prototypes;
  const Vector norms = V.rowwise().squaredNorm();
  const double epsilon = epsilon_of(kind, model);
  return with_measuring(kind, query, [&](const auto& measuring) {
    ClusterSums out{Labels(static_cast<std::size_t>(n)), Matrix::Zero(V.rows(), V.cols()),
                    Vector::Zero(V.rows())};
    for (Index first = 0; first < n; first += tile_rows * tiles_held) {
      const Index rows = std::min(n - first, tile_rows * tiles_held);
      std::vector<MeanSums> parts(static_cast<std::size_t>((rows + tile_rows - 1) / tile_rows));
      parallel_rows(rows, tile_rows, [&](Index begin, Index end) {
        parts[static_cast<std::size_t>(begin / tile_rows)] = sums_at_nearest(
            measuring.measure(first + begin, first + end), norms, epsilon,
            weights.size() > 0 ? weights.data() + first + begin : nullptr, out.labels.data() + first + begin);
      });
      for (const MeanSums& part : parts) {
        out.sums += part.sums;
        out.mass += part.mass;
        out.objective += part.objective;
      }
    }
    out.sums = measuring.sums(std::move(out.sums), out.mass);
    return out;
  });
}

}  // namespace

ClusterSums block_sums(const Model& model, const Data& block, const Vector& weights, int threads) {
  const ThreadScope scope(threads);
  return with_means(model, [&](const auto& kind) { return sums_of(kind, model, block, weights); });
}

Matrix block_vectors(const Model& model, const Data& points, int threads) {
  const ThreadScope scope(threads);
  return with_means(model, [&](const auto& kind) {
    const Query query = ready(kind, model, points);
    Matrix out(points.size(), kind.prototypes.cols());
    parallel_rows(points.size(), tile_rows, [&](Index begin, Index end) {
      out.middleRows(begin, end - begin) = tile_of(kind, query, begin, end).vectors;
    });
    return out;
  });
}

Matrix prototype_vectors(const Model& model) {
  return with_means(model, [](const auto& kind) { return Matrix(kind.prototypes); });
}

Model with_prototypes(Model model, Matrix vectors, Vector mass) {
  with_means(model, [&](auto& kind) {
    if (vectors.cols() != kind.prototypes.cols() || vectors.rows() != mass.size() || mass.size() == 0)
      throw Error(Fault::usage,
                  fmt::format("prototypes of {} x {} numbers and {} masses don't fit vectors of length {}",
                              vectors.rows(), vectors.cols(), mass.size(), kind.prototypes.cols()));
    if (!vectors.allFinite() || !mass.allFinite() || mass.minCoeff() <= 0)
      throw Error(Fault::data, "a prototype is not finite or has no points; use fewer clusters");
    model.norm = vectors.rowwise().squaredNorm().cwiseProduct(mass.cwiseAbs2());
    kind.prototypes = std::move(vectors);
  });
  model.mass = std::move(mass);
  model.labels.clear();  // of points that are no longer those of the fit
  return model;
}

}  // namespace mercer
