// What is asked of a kernel without a clustering: its matrix, that of near points, and silhouettes.
#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"
#include "core/refuse.hpp"
#include "cuda/devices.hpp"
#include "cuda/or_processor.hpp"
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
namespace {

// Rounding may differ across the diagonal; the matrix is symmetric: its upper triangle decides.
void mirror(Matrix& K) {
  constexpr Index side = 64;  // of tiles that the cache holds
  const Index n = K.rows();
  parallel_rows(n, side, [&](Index begin, Index end) {
    for (Index from = 0; from < begin; from += side)
      K.block(begin, from, end - begin, side) = K.block(from, begin, side, end - begin).transpose();
    auto corner = K.block(begin, begin, end - begin, end - begin);
    for (Index i = 1; i < corner.rows(); ++i)
      for (Index j = 0; j < i; ++j) corner(i, j) = corner(j, i);
  });
}

}  // namespace

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
  mirror(K);
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

double silhouette(const Data& data, const Kernel& kernel, const Labels& labels, int threads,
                  const DeviceChoice& device) {
  const ThreadScope scope(threads);
  const Foot foot = foot_of(data, kernel, memory_budget({}), nullptr);
  const Kernel used = is_none(kernel) ? Kernel(Linear{}) : resolve(foot.kernel, foot.data);
  const int most = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());
  const auto n = static_cast<double>(foot.data.size());
  const auto bytes = device_bytes(static_cast<std::uint64_t>(foot.data.size()),
                                  static_cast<std::uint64_t>(foot.data.dimensions()),
                                  static_cast<std::uint64_t>(std::max(1, 1 + most)), sizeof(double));
  const auto there = choose_device(device, nothing_in_products(shape_of(foot.data), used),
                                   processor_seconds(8 * n * n, foot.data.dimensions(), threads), bytes);
  const int number = there ? there->number : -1;
  const auto on = [&](int chosen) {
    return kernel_silhouette(
        *climb(foot.data, used, {.device = chosen, .clusters = std::max(1, 1 + most)}).gram, labels);
  };
  return or_processor(
      is_unasked(device, number), [&] { return on(number); }, [&](const std::string&) { return on(-1); });
}

}  // namespace mercer
