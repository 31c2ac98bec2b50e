#include <algorithm>

#include "core/parallel.hpp"
#include "evaluate/kernel_measures.hpp"
#include "front/geodesic.hpp"
#include "front/paths.hpp"
#include "front/vertices.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "gram/tree_gram.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {

double silhouette(const Data& data, const Kernel& kernel, const Labels& labels, int threads) {
  const ThreadScope scope(threads);
  if (const auto* paths = std::get_if<Connectivity>(&kernel))
    return kernel_silhouette(TreeGram(path_tree(data, *paths, nullptr).tree), labels);
  if (const auto* geodesic = std::get_if<Geodesic>(&kernel)) {
    const int clusters = labels.empty() ? 1 : 1 + *std::max_element(labels.begin(), labels.end());
    Built built;
    build_geodesic(data, *geodesic, std::max(1, clusters), Precision::double_, nullptr, built);
    return kernel_silhouette(*built.gram, labels);
  }
  if (const auto* diffusion = std::get_if<Diffusion>(&kernel))
    return silhouette(vertex_kernel(data, *diffusion, 0, nullptr), Precomputed{}, labels, threads);
  if (is_precomputed(kernel)) return kernel_silhouette(*given_gram(data, kernel), labels);
  const Kernel used = std::holds_alternative<NoKernel>(kernel) ? Kernel(Linear{}) : resolve(kernel, data);
  const auto tiles = std::make_shared<const KernelTiles<double>>(data, used, true, local_widths(used, data));
  return kernel_silhouette(PointGram<double>(tiles), labels);
}

}  // namespace mercer
