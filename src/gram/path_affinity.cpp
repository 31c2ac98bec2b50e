#include "gram/path_affinity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/parallel.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

double path_width(std::span<const double> distances, Index self) {
  std::vector<double> others;
  others.reserve(distances.size());
  for (std::size_t h = 0; h < distances.size(); ++h)
    if (static_cast<Index>(h) != self) others.push_back(distances[h]);
  if (others.empty()) return 1;
  const auto at = std::min(others.size(), static_cast<std::size_t>(Gaussian{}.neighbors)) - 1;
  std::nth_element(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(at), others.end());
  return std::max(others[at], 1e-150);  // duplicates: a tiny width instead of none
}

void to_affinities(double s, const Vector& widths, Eigen::Ref<Eigen::RowVectorXd> distances) {
  for (Index h = 0; h < distances.size(); ++h)
    distances[h] = std::exp(-(distances[h] / s) * (distances[h] / widths[h]));
}

template <class T>
PathAffinity<T> path_affinity(Packed<T> G) {
  const Index n = G.size();
  Vector widths(n);
  parallel_rows(n, 32, [&](Index begin, Index end) {
    std::vector<double> row(static_cast<std::size_t>(n));
    for (Index i = begin; i < end; ++i) {
      for (Index h = 0; h < n; ++h) row[static_cast<std::size_t>(h)] = static_cast<double>(G.at(i, h));
      widths[i] = path_width(row, i);
    }
  });
  parallel_blocks(G.blocks(), [&](Index a) {
    for (Index b = a; b < G.blocks(); ++b) {
      const Range rows = G.range(a), columns = G.range(b);
      const Vector across = widths.segment(columns.begin, columns.size());
      Eigen::Map<MatrixOf<T>> tile(G.tile(a, b), rows.size(), columns.size());
      for (Index i = 0; i < rows.size(); ++i) {
        Eigen::RowVectorXd row = tile.row(i).template cast<double>();
        to_affinities(widths[rows.begin + i], across, row);
        tile.row(i) = row.template cast<T>();
      }
    }
  });
  return {std::make_shared<StoredGram<T>>(std::move(G)), std::move(widths)};
}

template PathAffinity<float> path_affinity(Packed<float>);
template PathAffinity<double> path_affinity(Packed<double>);

}  // namespace mercer
