// Products of the kernel between new points and those that a model keeps.
#pragma once

#include "mercer/data.hpp"
#include "mercer/kernels.hpp"
#include "mercer/model.hpp"
#include "mercer/options.hpp"

namespace mercer {

// The training points, as a model keeps them.
struct KnownPoints {
  const Kernel& kernel;  // resolved
  Precision precision;
  const Data& points;  // none where the kernel matrix was given
  const Vector& widths;
  Index columns = 0;        // of new points
  bool origin_free = true;  // only distances matter: the linear kernel may be centred
  Index neighbors = 0;      // the kernel counts among this many nearest points only; 0: among all
  const GeodesicModel* geodesic = nullptr;
  const TreeModel* tree = nullptr;  // of the connectivity kernel
};

// Those of a Model or of an EmbedModel.
template <class M>
KnownPoints known_points_of(const M& m, bool origin_free = true, Index neighbors = 0) {
  return {m.kernel,
          m.precision,
          m.points,
          m.widths,
          m.columns,
          origin_free,
          neighbors,
          m.geodesic ? &*m.geodesic : nullptr,
          m.tree.empty() ? nullptr : &m.tree};
}

// KW = k(Z, X) W and self_i = k(z_i, z_i), which is left empty where the rows of Z are similarities. The
// relative rounding error is returned.
double kernel_products(const KnownPoints& known, const Data& Z, const Matrix& W, Matrix& KW, Vector& self);

// For each of the points the first training point that equals it, or -1. None where the kernel matrix was
// given.
std::vector<Index> find_known(const Data& training, const Data& points);

}  // namespace mercer
