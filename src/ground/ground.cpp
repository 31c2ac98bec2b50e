#include "ground/ground.hpp"

#include "cuda/device_gram.hpp"
#include "cuda/device_space.hpp"
#include "cuda/devices.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "gram/sparse_gram.hpp"
#include "gram/stored_gram.hpp"
#include "gram/tree_gram.hpp"
#include "ground/geodesic.hpp"
#include "ground/near_gram.hpp"
#include "ground/vectors_on_device.hpp"
#include "kernels/functions.hpp"
#include "kernels/tiles.hpp"
#include "neighbors/local_widths.hpp"
#include "space/gram_space.hpp"
#include "space/preimage_space.hpp"

namespace mercer {
namespace {

template <class T>
void stand_on_points(const Data& data, const Kernel& kernel, const Ask& ask, Ground& out) {
  const bool origin_free = ask.use == Use::distances;
  const auto tiles = std::make_shared<const KernelTiles<T>>(data, kernel, origin_free, out.widths);
  if (ask.device >= 0) {
    const auto there = points_on_device<T>(ask.device, tiles, device_rows(data.size()));
    out.gram = std::make_shared<DeviceGram>(there);
    out.space = std::make_shared<DeviceSpace>(there, out.gram);
    out.device = there;
    return;
  }
  auto points = std::make_shared<PointGram<T>>(tiles);
  if (ask.storage == Storage::stored)
    out.gram = std::make_shared<StoredGram<T>>(points, ask.control);
  else
    out.gram = points;
}

// The Gram of each source of kernel values.
struct MakeGram {
  const Data& data;
  const Kernel& kernel;
  const Ask& ask;
  Ground& out;

  void of_points() const {
    out.widths = local_widths(kernel, data);
    if (ask.storage == Storage::sparse) {
      out.graph = near_gram(data, kernel, ask.neighbors);
      out.gram = std::make_shared<SparseGram>(out.graph);
    } else if (ask.precision == Precision::single_) {
      stand_on_points<float>(data, kernel, ask, out);
    } else {
      stand_on_points<double>(data, kernel, ask, out);
    }
  }
  void of_matrix() const {
    out.gram = given_gram(data, kernel);
    if (data.is_sparse()) out.graph = data;
  }

  template <class K>
  void operator()(const K& choice) const {
    if constexpr (K::source == KernelSource::none || K::source == KernelSource::points) {
      of_points();
    } else if constexpr (K::source == KernelSource::matrix) {
      of_matrix();
    } else if constexpr (K::source == KernelSource::tree) {
      out.gaps = std::make_shared<GapTree>(gap_tree(data, choice, ask.keep_joins, ask.control));
      if (out.gaps->tree) out.gram = std::make_shared<TreeGram>(out.gaps->tree);  // else stopped
    } else if constexpr (K::source == KernelSource::paths) {
      if (ask.precision == Precision::single_)
        stand_on_paths<float>(data, choice, ask, out);
      else
        stand_on_paths<double>(data, choice, ask, out);
    } else {
      throw Error(Fault::failure,
                  std::string("the data of the ") + std::string(K::name) + " kernel were not replaced");
    }
  }
};

void stand_on_vectors(const Data& data, const Kernel& kernel, const Ask& ask, Ground& out) {
  const Gaussian* gaussian = one_width(kernel);
  if (gaussian && ask.preimages)
    out.space = std::make_shared<PreimageSpace>(data, gamma_of(*gaussian));
  else if (ask.device >= 0)
    out.space = vectors_on_device<VectorSpace, double>(ask.device, data, true, out.device, data);
  else
    out.space = std::make_shared<VectorSpace>(data);
}

}  // namespace

Ground climb(const Data& data, const Kernel& kernel, const Ask& ask) {
  Ground out;
  if (ask.storage == Storage::vectors) {
    stand_on_vectors(data, kernel, ask, out);
  } else if (ask.storage == Storage::features) {
    stand_on_features(data, kernel, ask, out);
    out.space = out.embedded->space;
    out.device = out.embedded->device;
  } else {
    std::visit(MakeGram{data, kernel, ask, out}, kernel);
    if (!out.gram) return out;
    if (!out.space) out.space = std::make_shared<GramSpace>(out.gram);
  }
  return out;
}

}  // namespace mercer
