#include "report/standing.hpp"

namespace mercer {

Standing stand(const Dendrogram& dendrogram) {
  const auto n = static_cast<std::size_t>(dendrogram.objects());
  Standing all{std::vector<double>(2 * n - 1), {}};
  std::vector<int> open{static_cast<int>(2 * n - 2)};  // no recursion: a hierarchy may be very deep
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    const auto u = static_cast<std::size_t>(node);
    if (u < n) {
      all.x[u] = static_cast<double>(all.order.size()) + 0.5;
      all.order.push_back(node);
      continue;
    }
    open.push_back(dendrogram.merges[u - n].right);
    open.push_back(dendrogram.merges[u - n].left);
  }
  for (std::size_t t = 0; t < dendrogram.merges.size(); ++t)
    all.x[n + t] = (all.x[static_cast<std::size_t>(dendrogram.merges[t].left)] +
                    all.x[static_cast<std::size_t>(dendrogram.merges[t].right)]) /
                   2;
  return all;
}

}  // namespace mercer
