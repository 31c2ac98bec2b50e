// What is asked of a kernel without a clustering: its matrix, that of near points, and silhouettes.
#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"
#include "core/refuse.hpp"
#include "embed/spectrum.hpp"
#include "evaluate/kernel_measures.hpp"
#include "front/check.hpp"
#include "front/plan.hpp"
#include "ground/foot.hpp"
#include "ground/ground.hpp"
#include "ground/near_gram.hpp"
#include "kernels/resolve.hpp"
#include "mercer/cluster.hpp"

namespace mercer {

Matrix gram(const Data& data, Kernel& kernel, int threads) {
  const ThreadScope scope(threads);
  const Foot foot = foot_of(data, kernel, memory_budget({}), nullptr);
  const Kernel used = resolve_alone(foot.data, foot.kernel);
  if (!is_replaced(kernel)) kernel = used;
  const auto values = climb(foot.data, used, {.use = Use::values}).gram;
  std::vector<Index> all(static_cast<std::size_t>(data.size()));
  std::iota(all.begin(), all.end(), Index{0});
  Matrix K;
  values->columns(all, K);
  K.diagonal() = values->diagonal();
  // Distances along paths have no origin of their own.
  if (comes_whole(used)) K = centred_kernel(-2 * K, Vector::Ones(data.size()));
  // Rounding may differ across the diagonal; the matrix is symmetric.
  K.triangularView<Eigen::StrictlyLower>() = K.transpose();
  return K;
}

SparseMatrix neighbor_gram(const Data& data, Kernel& kernel, Index neighbors, int threads) {
  const ThreadScope scope(threads);
  if (is_precomputed(kernel) || comes_whole(kernel))
    refuse(
        "neighbours are sought for kernels of two points, not for a matrix that is given or comes as a "
        "whole: leave out neighbors");
  kernel = resolve_alone(data, kernel);
  return near_gram(data, kernel, neighbors);
}

double silhouette(const Data& data, const Kernel& kernel, const Labels& labels, int threads) {
  const ThreadScope scope(threads);
  const Foot foot = foot_of(data, kernel, memory_budget({}), nullptr);
  const Kernel used = is_none(kernel) ? Kernel(Linear{}) : resolve(foot.kernel, foot.data);
  const int most = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());
  return kernel_silhouette(*climb(foot.data, used, {.clusters = std::max(1, 1 + most)}).gram, labels);
}

}  // namespace mercer
