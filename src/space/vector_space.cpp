#include "space/vector_space.hpp"

#include <limits>

#include "core/blas.hpp"
#include "core/distance_math.hpp"
#include "core/parallel.hpp"
#include "space/bounded_follower.hpp"
#include "space/partial_sums.hpp"

namespace mercer {
namespace {

// Adds value * row r of the block to a dense vector.
void add_row(const PointBlock<double>& block, Index r, double value, Eigen::Ref<Eigen::RowVectorXd> out) {
  if (!block.sparse) {
    out += value *
           Eigen::Map<const Eigen::RowVectorXd>(block.values.data() + r * block.dimensions, block.dimensions);
    return;
  }
  for (Index e = block.start[static_cast<std::size_t>(r)]; e < block.start[static_cast<std::size_t>(r) + 1];
       ++e)
    out[block.features[static_cast<std::size_t>(e)]] += value * block.values[static_cast<std::size_t>(e)];
}

// x.v for every row x of `values` and row v of V
void multiply_rows(const double* values, Index rows, const Matrix& V, Matrix& out) {
  out.resize(rows, V.rows());
  if (V.cols() == 0)
    out.setZero();
  else
    blas::multiply_transposed(rows, V.rows(), V.cols(), 1, values, V.cols(), V.data(), V.cols(), 0,
                              out.data(), out.cols());
}
void multiply_rows(const PointBlock<double>& block, const Matrix& V, Matrix& out) {
  if (!block.sparse) return multiply_rows(block.values.data(), block.count, V, out);
  out = Matrix::Zero(block.count, V.rows());
  for (Index r = 0; r < block.count; ++r)
    for (Index e = block.start[static_cast<std::size_t>(r)]; e < block.start[static_cast<std::size_t>(r) + 1];
         ++e)
      out.row(r) += block.values[static_cast<std::size_t>(e)] *
                    V.col(block.features[static_cast<std::size_t>(e)]).transpose();
}

// |x|^2 + |v|^2 - 2 x.v
void expand(const double* x_norms, const Vector& v_norms, Matrix& products_then_distances) {
  distance_rows(products_then_distances.data(), products_then_distances.rows(),
                products_then_distances.cols(), x_norms, v_norms.data());
}

}  // namespace

VectorSpace::VectorSpace(const Data& data) : VectorSpace(data, centre_of(data)) {
  constexpr Index few = Index{1} << 21U;  // values: 16 MB
  if (data_.is_sparse() || size() * data_.dimensions() > few) return;
  kept_.resize(size(), data_.dimensions());
  parallel_points(size(), data_.dimensions(), [&](Index begin, Index end) {
    PointBlock<double> points;
    pack_values(data_, centre_, begin, end, points);
    std::copy(points.values.begin(), points.values.end(), kept_.row(begin).data());
  });
}
VectorSpace::VectorSpace(const Data& data, AlreadyCentred)
    : VectorSpace(data, Vector(Vector::Zero(data.dimensions()))) {}

VectorSpace::VectorSpace(Data data, Vector centre)
    : data_(std::move(data)), centre_(std::move(centre)), norms_(data_.size()) {
  parallel_points(size(), data_.dimensions(), [&](Index begin, Index end) {
    PointBlock<double> points;
    pack(data_, centre_, begin, end, points);
    for (Index i = begin; i < end; ++i) norms_[i] = points.norms[static_cast<std::size_t>(i - begin)];
  });
}

const double* VectorSpace::dense_rows(Index begin, Index end, PointBlock<double>& scratch) const {
  if (kept_.size() > 0) return kept_.row(begin).data();
  pack_values(data_, centre_, begin, end, scratch);
  return scratch.values.data();
}

Prototypes VectorSpace::none(Index count) const {
  auto sums = std::make_shared<VectorSums>();
  sums->WX = Matrix::Zero(count, data_.dimensions());
  return {std::move(sums), Vector::Zero(count), Vector::Zero(count)};
}
Prototypes VectorSpace::at(Matrix vectors) {
  Prototypes P{nullptr, Vector::Ones(vectors.rows()), vectors.rowwise().squaredNorm()};
  fresh_sums<VectorSums>(P).WX = std::move(vectors);
  return P;
}

// WX = W' X,  norm_j = |WX_j|^2; while a block of W is at hand, its column sums are taken too
void VectorSpace::place(const Matrix& W, Prototypes& P, Control*) const {
  const Index d = data_.dimensions();
  Matrix sums_and_mass = Matrix::Zero(W.cols(), d + 1);
  add_in_parts(size(), points_together, sums_and_mass, [&](Index from, Index to, Matrix& sum) {
    PointBlock<double> scratch;
    for (Index begin = from; begin < to; begin += points_together) {
      const Index end = std::min(to, begin + points_together);
      const Eigen::RowVectorXd mass = W.middleRows(begin, end - begin).colwise().sum();
      sum.col(d) += mass.transpose();
      if (data_.is_sparse()) {
        pack_values(data_, centre_, begin, end, scratch);
        for (Index i = begin; i < end; ++i)
          for (Index j = 0; j < W.cols(); ++j) add_row(scratch, i - begin, W(i, j), sum.row(j).head(d));
      } else if (d > 0) {
        blas::add_transposed(W.cols(), d, end - begin, W.row(begin).data(), W.cols(),
                             dense_rows(begin, end, scratch), d, sum.data(), sum.cols());
      }
    }
  });
  Matrix& WX = fresh_sums<VectorSums>(P).WX;
  WX = sums_and_mass.leftCols(d);
  P.mass = sums_and_mass.col(d);
  P.norm = WX.rowwise().squaredNorm();
}

// WX += dW' X, norms of the prototypes that changed anew
void VectorSpace::move(const SparseRows& dW, Prototypes& P, Control*) const {
  if (dW.empty()) return;
  Matrix& WX = write_sums<VectorSums>(P).WX;
  add_in_parts(static_cast<Index>(dW.rows.size()), 4096, WX, [&](Index from, Index to, Matrix& sum) {
    PointBlock<double> points;
    for (Index begin = from; begin < to; begin += points_together) {
      const Index count = std::min(points_together, to - begin);
      pack_values(
          data_, centre_,
          std::span(dW.rows).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)),
          points);
      for (Index r = 0; r < count; ++r)
        for (Index e = dW.start[static_cast<std::size_t>(begin + r)];
             e < dW.start[static_cast<std::size_t>(begin + r) + 1]; ++e)
          add_row(points, r, dW.values[static_cast<std::size_t>(e)],
                  sum.row(dW.columns[static_cast<std::size_t>(e)]));
    }
  });
  for (std::size_t e = 0; e < dW.columns.size(); ++e) P.mass[dW.columns[e]] += dW.values[e];
  P.norm = WX.rowwise().squaredNorm();
}

VectorSpace::Means VectorSpace::means_of(const Prototypes& P, Range columns) {
  Matrix V = read_sums<VectorSums>(P).WX.middleRows(columns.begin, columns.size());
  Vector norms(columns.size());
  for (Index j = 0; j < columns.size(); ++j) {
    const double mass = P.mass[columns.begin + j];
    if (mass > 0) V.row(j) /= mass;
    norms[j] = mass > 0 ? V.row(j).squaredNorm() : std::numeric_limits<double>::infinity();
  }
  return {std::move(V), std::move(norms)};
}

void VectorSpace::block(const Prototypes& P, Range points, Range columns, Matrix& D2) const {
  const auto [V, norms] = means_of(P, columns);
  PointBlock<double> scratch;
  const double* own_norms = norms_.data() + points.begin;
  if (!data_.is_sparse() && V.cols() <= few_dimensions) {
    D2.resize(points.size(), V.rows());
    return distances_to(dense_rows(points.begin, points.end, scratch), points.size(), own_norms, V, norms,
                        D2.data());
  }
  if (data_.is_sparse()) {
    pack_values(data_, centre_, points.begin, points.end, scratch);
    multiply_rows(scratch, V, D2);
  } else {
    multiply_rows(dense_rows(points.begin, points.end, scratch), points.size(), V, D2);
  }
  expand(own_norms, norms, D2);
}

void VectorSpace::distances_of(std::span<const Index> points, const PointBlock<double>& rows,
                               const Means& means, Matrix& D2) const {
  const Vector own_norms = norms_(points);
  if (!rows.sparse && means.vectors.cols() <= few_dimensions) {
    D2.resize(own_norms.size(), means.vectors.rows());
    return distances_to(rows.values.data(), own_norms.size(), own_norms.data(), means.vectors, means.norms,
                        D2.data());
  }
  if (rows.sparse)
    multiply_rows(rows, means.vectors, D2);
  else
    multiply_rows(rows.values.data(), own_norms.size(), means.vectors, D2);
  expand(own_norms.data(), means.norms, D2);
}

void VectorSpace::pack_points(std::span<const Index> points, PointBlock<double>& rows) const {
  if (kept_.size() == 0) return pack_values(data_, centre_, points, rows);
  rows.count = std::ssize(points);
  rows.dimensions = kept_.cols();
  rows.values.resize(static_cast<std::size_t>(rows.count * rows.dimensions));
  for (Index r = 0; r < rows.count; ++r)
    std::copy_n(kept_.row(points[static_cast<std::size_t>(r)]).data(), kept_.cols(),
                rows.values.data() + r * kept_.cols());
}

void VectorSpace::rows_of(const Prototypes& P, std::span<const Index> points, Range columns,
                          Matrix& D2) const {
  PointBlock<double> rows;
  pack_points(points, rows);
  distances_of(points, rows, means_of(P, columns), D2);
}

// Bounds are kept where they fit into a part of the memory that the points take anyway.
std::unique_ptr<Follower> VectorSpace::follow(Index starts) const {
  constexpr Index most_bytes = Index{1} << 28U, few = 1024;
  const Index bytes = most_bytes / std::max<Index>(1, starts * size());
  const Index groups = std::min(BoundedFollower::useful_groups, bytes / 4 - 2);
  if (data_.is_sparse() || data_.dimensions() == 0 || size() < few || groups < 1 || !ranks().alone())
    return HostSpace::follow(starts);
  return std::make_unique<BoundedFollower>(*this, groups);
}

void VectorSpace::nudge(Index point, const Vector& step, Prototypes& P) const {
  Matrix& WX = write_sums<VectorSums>(P).WX;
  PointBlock<double> packed;
  pack(data_, centre_, point, point + 1, packed);
  for (Index j = 0; j < P.count(); ++j) {
    if (!(step[j] > 0)) continue;
    WX.row(j) *= 1 - step[j];
    add_row(packed, 0, step[j], WX.row(j));
    P.norm[j] = WX.row(j).squaredNorm();
  }
}

// W' X = H' (Z' X)
Prototypes VectorSpace::spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>&,
                               const Vector&) const {
  const Matrix& ZX = read_sums<VectorSums>(Z).WX;
  const Index k = H.rows();
  Prototypes P{nullptr, spread_mass(Z.mass, H), {}};
  Matrix& WX = fresh_sums<VectorSums>(P).WX;
  WX.resize(ZX.rows(), ZX.cols());
  for (Index s = 0; s < Z.count(); s += k)
    WX.middleRows(s, k).noalias() = H.transpose() * ZX.middleRows(s, k);
  P.norm = WX.rowwise().squaredNorm();
  return P;
}

Prototypes VectorSpace::select(const Prototypes& P, std::span<const Index> columns) const {
  Prototypes some{nullptr, P.mass(columns), P.norm(columns)};
  fresh_sums<VectorSums>(some).WX = read_sums<VectorSums>(P).WX(columns, Eigen::all);
  return some;
}
void VectorSpace::put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const {
  if (columns.empty()) return;
  const Matrix& WX = read_sums<VectorSums>(from).WX;
  Matrix& own = write_sums<VectorSums>(to).WX;
  for (const Index j : columns) {
    own.row(j) = WX.row(j);
    to.mass[j] = from.mass[j];
    to.norm[j] = from.norm[j];
  }
}

Matrix VectorSpace::apart(const Matrix&, const Prototypes& P) const {
  const Matrix V = means(P);
  Matrix D2(P.count(), P.count());
  for (Index j = 0; j < P.count(); ++j) D2.row(j) = (V.rowwise() - V.row(j)).rowwise().squaredNorm();
  return D2;
}

void VectorSpace::to_points(std::span<const Index> points, Matrix& D2, Control*) const {
  D2.resize(size(), static_cast<Index>(points.size()));
  PointBlock<double> across;
  pack(data_, centre_, points, across);
  const Index d = data_.dimensions(), count = across.count;
  const Vector norms = Eigen::Map<const Vector>(across.norms.data(), count);
  const bool few = !data_.is_sparse() && d <= few_dimensions;
  const Matrix V = few ? Matrix(Eigen::Map<const Matrix>(across.values.data(), count, d)) : Matrix();
  parallel_points(size(), d * count, [&](Index begin, Index end) {
    PointBlock<double> scratch;
    double* out = D2.row(begin).data();
    if (few) {
      distances_to(dense_rows(begin, end, scratch), end - begin, norms_.data() + begin, V, norms, out);
    } else {
      pack_values(data_, centre_, begin, end, scratch);
      products(scratch, across, out, count);
      distance_rows(out, end - begin, count, norms_.data() + begin, norms.data());
    }
  });
  for (Index h = 0; h < D2.cols(); ++h) D2(points[static_cast<std::size_t>(h)], h) = 0;
}

void VectorSpace::between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const {
  PointBlock<double> down, across;
  pack(data_, centre_, rows, down);
  pack(data_, centre_, points, across);
  D2.resize(down.count, across.count);
  products(down, across, D2.data(), across.count);
  expand(down.norms.data(), Eigen::Map<const Vector>(across.norms.data(), across.count), D2);
  for (Index r = 0; r < D2.rows(); ++r)
    for (Index h = 0; h < D2.cols(); ++h)
      if (rows[static_cast<std::size_t>(r)] == points[static_cast<std::size_t>(h)]) D2(r, h) = 0;
}

Matrix VectorSpace::vectors(std::span<const Index> points) const {
  constexpr Index few = 256;
  if (data_.is_sparse() || data_.dimensions() > few || data_.dimensions() == 0) return {};
  PointBlock<double> packed;
  pack(data_, centre_, points, packed);
  return Eigen::Map<const Matrix>(packed.values.data(), packed.count, packed.dimensions);
}

Matrix VectorSpace::means(const Prototypes& P) const {
  Matrix V = read_sums<VectorSums>(P).WX;
  for (Index j = 0; j < P.count(); ++j)
    if (P.mass[j] > 0) V.row(j) /= P.mass[j];
  return V;
}
Matrix VectorSpace::coordinates(const Prototypes& P) const {
  return means(P).rowwise() + centre_.transpose();
}

void distances_to_vectors(const Data& data, Range rows, const Vector& centre, const Matrix& vectors,
                          Matrix& D2, Vector& self) {
  // Sparse points stay where they are, and the vectors go to them.
  Matrix V = vectors;
  if (data.is_sparse()) V.rowwise() += centre.transpose();
  PointBlock<double> points;
  pack(data, centre, rows.begin, rows.end, points);
  multiply_rows(points, V, D2);
  expand(points.norms.data(), V.rowwise().squaredNorm(), D2);
  self = Eigen::Map<const Vector>(points.norms.data(), points.count);
}

}  // namespace mercer
