#include "embed/landmark_kernel.hpp"

#include "core/parallel.hpp"

namespace mercer {

LandmarkMeans landmark_means(const Matrix& distances, const ShiftedSquare& square) {
  Matrix D2 = distances.unaryExpr(square);
  D2.diagonal().setZero();
  LandmarkMeans means;
  means.each = D2.colwise().mean().transpose();
  means.all = means.each.mean();
  return means;
}

LandmarkKernel landmark_kernel(Matrix distances, const ShiftedSquare& square, const LandmarkMeans& means,
                               const Labels& same) {
  LandmarkKernel out{std::move(distances), Vector(static_cast<Index>(same.size()))};
  parallel_points(out.K.rows(), 4 * out.K.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      auto row = out.K.row(i);
      row = row.unaryExpr(square).eval();
      if (const int own = same[static_cast<std::size_t>(i)]; own >= 0) row[own] = 0;
      const double mean = row.mean();
      out.self[i] = mean - means.all / 2;
      row = -0.5 * (row.array() - mean - means.each.transpose().array() + means.all).matrix();
    }
  });
  return out;
}

}  // namespace mercer
