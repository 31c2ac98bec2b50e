#include "front/spaces.hpp"

#include "core/parallel.hpp"
#include "embed/spectrum.hpp"
#include "front/check.hpp"
#include "front/geodesic.hpp"
#include "front/vertices.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "gram/sparse_gram.hpp"
#include "gram/stored_gram.hpp"
#include "gram/tree_gram.hpp"
#include "kernels/functions.hpp"
#include "kernels/resolve.hpp"
#include "kernels/tiles.hpp"
#include "mercer/cluster.hpp"
#include "neighbors/local_widths.hpp"
#include "space/gram_space.hpp"
#include "space/preimage_space.hpp"

namespace mercer {
namespace {

template <class T>
void build_points(const Data& data, const Kernel& kernel, bool origin_free, bool stored, Control* control,
                  Built& built) {
  built.widths = local_widths(kernel, data);
  const auto tiles = std::make_shared<const KernelTiles<T>>(data, kernel, origin_free, built.widths);
  auto points = std::make_shared<PointGram<T>>(tiles);
  if (stored)
    built.gram = std::make_shared<StoredGram<T>>(points, control);
  else
    built.gram = points;
}

// The kernel between near points alone.
void build_graph(const Data& data, Kernel kernel, Index neighbors, Built& built) {
  built.widths = local_widths(kernel, data);
  built.graph = neighbor_gram(data, kernel, neighbors, thread_count());
  built.gram = std::make_shared<SparseGram>(built.graph);
}

// Prototypes are means, and see distances only; an affinity is the value of the kernel itself.
bool is_origin_free(const Method& method) { return !std::holds_alternative<Spectral>(method); }

}  // namespace

Built build(const Data& data, const Kernel& kernel, const Options& options, const Plan& plan,
            Control* control) {
  Built built;
  if (plan.storage == Storage::vectors) {
    const auto* g = std::get_if<Gaussian>(&kernel);
    if (g && prototypes_in_input(options.method))
      built.space = std::make_shared<PreimageSpace>(data, gamma_of(*g));
    else
      built.space = std::make_shared<VectorSpace>(data);
    return built;
  }
  const bool stored = plan.storage == Storage::stored;
  if (const auto* paths = std::get_if<Connectivity>(&kernel)) {
    built.paths = std::make_shared<const PathTree>(path_tree(data, *paths, control));
    if (!built.paths->tree) return built;  // stopped
    built.gram = std::make_shared<TreeGram>(built.paths->tree);
  } else if (const auto* geodesic = std::get_if<Geodesic>(&kernel)) {
    build_geodesic(
        data, *geodesic, options.clusters, plan.precision, control, built,
        std::holds_alternative<Spectral>(options.method) ? GeodesicUse::affinity : GeodesicUse::kernel);
  } else if (is_precomputed(kernel)) {
    built.gram = given_gram(data, kernel);
    if (data.is_sparse()) built.graph = data;
  } else if (plan.storage == Storage::sparse) {
    build_graph(data, kernel, std::get<Spectral>(options.method).neighbors, built);
  } else if (plan.precision == Precision::single_) {
    build_points<float>(data, kernel, is_origin_free(options.method), stored, control, built);
  } else {
    build_points<double>(data, kernel, is_origin_free(options.method), stored, control, built);
  }
  built.space = std::make_shared<GramSpace>(built.gram);
  return built;
}

Kernel resolve_alone(const Data& data, const Kernel& kernel) {
  if (data.size() == 0) throw Error(Fault::data, "there are no points");
  Options options;
  options.kernel = kernel;
  options.clusters = 1;
  check_data(data, options);
  return resolve(std::holds_alternative<NoKernel>(kernel) ? Kernel(Linear{}) : kernel, data);
}

Matrix gram(const Data& data, Kernel& kernel, int threads) {
  const ThreadScope scope(threads);
  if (const auto* diffusion = std::get_if<Diffusion>(&kernel))
    return vertex_kernel(data, *diffusion, 0, nullptr).dense();
  kernel = resolve_alone(data, kernel);
  std::vector<Index> all(static_cast<std::size_t>(data.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  Matrix K;
  if (const auto* paths = std::get_if<Connectivity>(&kernel)) {
    TreeGram(path_tree(data, *paths, nullptr).tree).columns(all, K);
  } else if (const auto* geodesic = std::get_if<Geodesic>(&kernel)) {
    Built built;
    build_geodesic(data, *geodesic, 1, Precision::double_, nullptr, built);
    built.gram->columns(all, K);
    K = centred_kernel(-2 * K, Vector::Ones(data.size()));
  } else if (is_precomputed(kernel)) {
    given_gram(data, kernel)->columns(all, K);
  } else {
    const PointGram<double> points(
        std::make_shared<const KernelTiles<double>>(data, kernel, false, local_widths(kernel, data)));
    points.columns(all, K);
    K.diagonal() = points.diagonal();
  }
  // Rounding may differ across the diagonal; the matrix is symmetric.
  K.triangularView<Eigen::StrictlyLower>() = K.transpose();
  return K;
}

}  // namespace mercer
