#include "embed/feature_map.hpp"

#include <algorithm>
#include <cmath>

#include "core/angle_math.hpp"
#include "core/blas.hpp"
#include "core/parallel.hpp"
#include "core/solve_lower.hpp"
#include "embed/landmark_values.hpp"

namespace mercer {
namespace {

constexpr Index rows_together = 256;

// f(begin, end) fills rows; ranks fill some each. (For random features every rank fills all: sending them
// over a network may take longer than making them.)
template <class T, class F>
void fill_rows(Features<T>& out, F&& f) {
  divided_rows(out.values.rows(), rows_together, f, out.values, out.residual);
}

// z = L^-1 k, row by row and in place; the residual from k(x, x)
template <class T>
void solve(const MatrixOf<T>& L, Index begin, Index end, Features<T>& out) {
  const Index m = L.rows();
  solve_lower(end - begin, m, L.data(), m, out.values.data() + begin * m, m);
  for (Index i = begin; i < end; ++i)
    out.residual[i] -= out.values.row(i).template cast<double>().squaredNorm();
}

template <class T>
void by_landmarks(const FeatureMap& map, const Kernel& kernel, const Data& points, Index first,
                  Features<T>& out) {
  const LandmarkValues<T> values(map, kernel);
  const MatrixOf<T> L = map.factor.cast<T>();
  fill_rows(out, [&](Index begin, Index end) {
    values.fill(points, first + begin, first + end, out.values.data() + begin * L.rows(),
                out.residual.data() + begin);
    solve(L, begin, end, out);
  });
}

// The kernel matrix was given: its columns at the landmarks.
template <class T>
void by_columns(const FeatureMap& map, const Data& points, Index first, const Vector& self,
                Features<T>& out) {
  const MatrixOf<T> L = map.factor.cast<T>();
  fill_rows(out, [&](Index begin, Index end) {
    points.visit([&]<class V>(const V& v) {
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < L.rows(); ++c) {
          const Index column = map.columns[static_cast<std::size_t>(c)];
          if constexpr (std::is_same_v<V, SparseMatrix>)
            out.values(i, c) = static_cast<T>(v.coeff(first + i, column));
          else
            out.values(i, c) = static_cast<T>(v.row(first + i)[column]);
        }
    });
    out.residual.segment(begin, end - begin) = self.segment(first + begin, end - begin);
    solve(L, begin, end, out);
  });
}

// Rows of similarities to the landmarks, projected.
template <class T>
void by_projection(const FeatureMap& map, const Data& points, Index first, const Vector& self,
                   Features<T>& out) {
  points.visit([&]<class V>(const V& v) {
    if constexpr (!std::is_same_v<V, SparseMatrix>)
      fill_rows(out, [&](Index begin, Index end) {
        Matrix rows(end - begin, v.columns);
        for (Index i = begin; i < end; ++i)
          for (Index c = 0; c < v.columns; ++c) rows(i - begin, c) = static_cast<double>(v.row(first + i)[c]);
        const Matrix z = rows * map.projection;
        out.values.middleRows(begin, end - begin) = z.template cast<T>();
        out.residual.segment(begin, end - begin) =
            self.segment(first + begin, end - begin) - z.rowwise().squaredNorm();
      });
  });
}

// x.w for every row x of the block and column w of the frequencies
template <class T>
MatrixOf<T> angles(const PointBlock<T>& block, const MatrixOf<T>& frequencies) {
  const Index d = frequencies.rows(), m = frequencies.cols();
  MatrixOf<T> out = MatrixOf<T>::Zero(block.count, m);
  if (!block.sparse) {
    if (d > 0)
      blas::multiply(block.count, m, d, block.values.data(), d, frequencies.data(), m, out.data(), m);
    return out;
  }
  for (Index r = 0; r < block.count; ++r)
    for (Index e = block.start[static_cast<std::size_t>(r)]; e < block.start[static_cast<std::size_t>(r) + 1];
         ++e)
      out.row(r) += block.values[static_cast<std::size_t>(e)] *
                    frequencies.row(block.features[static_cast<std::size_t>(e)]);
  return out;
}

// z = (cos w_1.x ... cos w_m.x, sin w_1.x ... sin w_m.x) / sqrt(m), so that z(x).z(y) = mean of cos w.(x - y)
template <class T>
void by_frequencies(const FeatureMap& map, const Data& points, Index first, Features<T>& out) {
  const MatrixOf<T> frequencies = map.frequencies.cast<T>();
  const Index m = frequencies.cols();
  const T scale = T(1) / std::sqrt(static_cast<T>(m));
  // Sparse points stay where they are, and what the centre does to the angles is subtracted.
  Eigen::Matrix<T, 1, Eigen::Dynamic> shift = Eigen::Matrix<T, 1, Eigen::Dynamic>::Zero(m);
  if (points.is_sparse()) shift = (map.centre.transpose() * map.frequencies).template cast<T>();
  parallel_rows(out.values.rows(), rows_together, [&](Index begin, Index end) {
    PointBlock<T> block;
    pack(points, map.centre, first + begin, first + end, block);
    MatrixOf<T> t = angles(block, frequencies);
    t.rowwise() -= shift;
    for (Index i = begin; i < end; ++i) {
      T* z = out.values.data() + i * out.values.cols();
      cosines_and_sines(t.data() + (i - begin) * m, m, scale, z, z + m);
    }
  });
  out.residual.setZero();
}

template <class T>
void subtract(const Vector& mean, MatrixOf<T>& features) {
  const Eigen::Matrix<T, 1, Eigen::Dynamic> m = mean.transpose().cast<T>();
  parallel_points(features.rows(), features.cols(),
                  [&](Index begin, Index end) { features.middleRows(begin, end - begin).rowwise() -= m; });
}

}  // namespace

template <class T>
void centre_features(FeatureMap& map, MatrixOf<T>& features) {
  map.mean = Vector::Zero(features.cols());
  for (Index i = 0; i < features.rows(); ++i) map.mean += features.row(i).transpose().template cast<double>();
  map.mean /= static_cast<double>(features.rows());
  subtract(map.mean, features);
}

template <class T>
Features<T> embed(const FeatureMap& map, const Kernel& kernel, const Data& points, Index begin, Index end,
                  const Vector& self) {
  Features<T> out{MatrixOf<T>(end - begin, map.rank()), Vector(end - begin)};
  if (map.frequencies.cols() > 0)
    by_frequencies(map, points, begin, out);
  else if (map.projection.cols() > 0)
    by_projection(map, points, begin, self, out);
  else if (map.columns.empty())
    by_landmarks(map, kernel, points, begin, out);
  else
    by_columns(map, points, begin, self, out);
  if (map.mean.size() > 0) subtract(map.mean, out.values);
  return out;
}

template void centre_features(FeatureMap&, MatrixOf<float>&);
template void centre_features(FeatureMap&, MatrixOf<double>&);
template Features<float> embed(const FeatureMap&, const Kernel&, const Data&, Index, Index, const Vector&);
template Features<double> embed(const FeatureMap&, const Kernel&, const Data&, Index, Index, const Vector&);

}  // namespace mercer
