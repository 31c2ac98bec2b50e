#include "kernels/points.hpp"

#include <algorithm>

#include "core/blas.hpp"
#include "core/tile_math.hpp"

namespace mercer {
namespace {

// The centre in the arithmetic of the difference: that of floats is taken in float, rounded once either way.
template <class T, class S>
using Difference = std::conditional_t<std::is_same_v<T, S>, T, double>;

template <class T, class S>
void append_rows(const DenseView<S>& data, const Vector& centre, Index count, auto&& row_at,
                 PointBlock<T>& block) {
  using D = Difference<T, S>;
  const Eigen::Array<D, Eigen::Dynamic, 1> shift = centre.array().template cast<D>();
  for (Index r = 0; r < count; ++r) {
    const S* x = data.row(row_at(r));
    T* out = block.values.data() + r * block.dimensions;
    for (Index j = 0; j < block.dimensions; ++j) out[j] = static_cast<T>(static_cast<D>(x[j]) - shift[j]);
  }
  block.count = count;
}
template <class T>
void append_rows(const SparseMatrix& data, const Vector&, Index count, auto&& row_at, PointBlock<T>& block) {
  for (Index r = 0; r < count; ++r) {
    for (SparseMatrix::InnerIterator it(data, row_at(r)); it; ++it) {
      block.features.push_back(static_cast<int>(it.col()));
      block.values.push_back(static_cast<T>(it.value()));
    }
    block.start.push_back(static_cast<Index>(block.values.size()));
  }
  block.count = count;
}

template <class T, class RowAt>
void pack_rows(const Data& data, const Vector& centre, Index count, RowAt&& row_at, PointBlock<T>& block) {
  block.dimensions = data.dimensions();
  block.sparse = data.is_sparse();
  block.features.clear();
  block.postings.features.clear();
  block.panels.clear();
  block.start.assign(1, 0);
  if (block.sparse)
    block.values.clear();
  else
    block.values.resize(static_cast<std::size_t>(count * block.dimensions));
  data.visit([&](const auto& v) { append_rows(v, centre, count, row_at, block); });
}

// Summed in double.
template <class T>
void add_norms(PointBlock<T>& block) {
  block.norms.resize(static_cast<std::size_t>(block.count));
  for (Index r = 0; r < block.count; ++r) {
    const Index begin = block.sparse ? block.start[static_cast<std::size_t>(r)] : r * block.dimensions;
    const Index end = block.sparse ? block.start[static_cast<std::size_t>(r) + 1] : begin + block.dimensions;
    double norm = 0;
    for (Index e = begin; e < end; ++e) {
      const auto value = static_cast<double>(block.values[static_cast<std::size_t>(e)]);
      norm += value * value;
    }
    block.norms[static_cast<std::size_t>(r)] = static_cast<T>(norm);
  }
}

template <class T>
Postings<T> postings_of(const PointBlock<T>& b) {
  std::vector<std::pair<int, std::pair<Index, T>>> all;
  all.reserve(b.values.size());
  for (Index r = 0; r < b.count; ++r)
    for (Index e = b.start[static_cast<std::size_t>(r)]; e < b.start[static_cast<std::size_t>(r) + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      all.push_back({b.features[at], {r, b.values[at]}});
    }
  std::stable_sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  Postings<T> out;
  out.entries.reserve(all.size());
  for (const auto& [feature, entry] : all) {
    if (out.features.empty() || out.features.back() != feature) {
      out.features.push_back(feature);
      out.start.push_back(static_cast<Index>(out.entries.size()));
    }
    out.entries.push_back(entry);
  }
  out.start.push_back(static_cast<Index>(out.entries.size()));
  return out;
}

template <class T>
void sparse_products(const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride) {
  const bool indexed = !b.postings.features.empty();
  const Postings<T> made = indexed ? Postings<T>() : postings_of(b);
  const Postings<T>& by_feature = indexed ? b.postings : made;
  for (Index r = 0; r < a.count; ++r) {
    T* row = out + r * stride;
    std::fill_n(row, b.count, T(0));
    auto from = by_feature.features.begin();
    for (Index e = a.start[static_cast<std::size_t>(r)]; e < a.start[static_cast<std::size_t>(r) + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      from = std::lower_bound(from, by_feature.features.end(), a.features[at]);
      if (from == by_feature.features.end()) break;
      if (*from != a.features[at]) continue;
      const auto f = static_cast<std::size_t>(from - by_feature.features.begin());
      for (Index p = by_feature.start[f]; p < by_feature.start[f + 1]; ++p) {
        const auto& [point, value] = by_feature.entries[static_cast<std::size_t>(p)];
        row[point] += a.values[at] * value;
      }
    }
  }
}

}  // namespace

Vector centre_of(const Data& data) {
  Vector centre = Vector::Zero(data.dimensions());
  if (data.is_sparse() || data.size() == 0) return centre;
  data.visit([&]<class V>(const V& v) {
    if constexpr (!std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows; ++i)
        for (Index j = 0; j < v.columns; ++j) centre[j] += static_cast<double>(v.row(i)[j]);
      centre /= static_cast<double>(v.rows);
    }
  });
  return centre;
}

template <class T>
void pack_values(const Data& data, const Vector& centre, std::span<const Index> rows, PointBlock<T>& block) {
  pack_rows(
      data, centre, static_cast<Index>(rows.size()),
      [&](Index r) { return rows[static_cast<std::size_t>(r)]; }, block);
}
template <class T>
void pack_values(const Data& data, const Vector& centre, Index begin, Index end, PointBlock<T>& block) {
  pack_rows(
      data, centre, end - begin, [&](Index r) { return begin + r; }, block);
}
template <class T>
void pack(const Data& data, const Vector& centre, std::span<const Index> rows, PointBlock<T>& block) {
  pack_values(data, centre, rows, block);
  add_norms(block);
}
template <class T>
void pack(const Data& data, const Vector& centre, Index begin, Index end, PointBlock<T>& block) {
  pack_values(data, centre, begin, end, block);
  add_norms(block);
}
template <class T>
void index_features(PointBlock<T>& block) {
  constexpr Index most = 512;  // a panel stays in the second cache
  if (block.sparse)
    block.postings = postings_of(block);
  else if (block.dimensions > 0 && block.dimensions <= most)
    make_panels(block.values.data(), block.count, block.dimensions, block.panels);
}

template <class T>
void products(const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride) {
  if (a.sparse) return sparse_products(a, b, out, stride);
  if (a.dimensions == 0) {
    for (Index r = 0; r < a.count; ++r) std::fill_n(out + r * stride, b.count, T(0));
  } else if (!b.panels.empty() && !a.norms.empty() && !b.norms.empty()) {
    fill_tile<T>(TileFunction::product, 1, a.dimensions, {a.values.data(), a.count, a.norms.data()},
                 {b.panels.data(), b.count, b.norms.data()}, out, stride);
  } else if (a.count > 0 && b.count > 0) {
    blas::multiply_transposed(a.count, b.count, a.dimensions, T(1), a.values.data(), a.dimensions,
                              b.values.data(), b.dimensions, T(0), out, stride);
  }
}

template void pack(const Data&, const Vector&, std::span<const Index>, PointBlock<float>&);
template void pack(const Data&, const Vector&, std::span<const Index>, PointBlock<double>&);
template void pack(const Data&, const Vector&, Index, Index, PointBlock<float>&);
template void pack(const Data&, const Vector&, Index, Index, PointBlock<double>&);
template void pack_values(const Data&, const Vector&, std::span<const Index>, PointBlock<float>&);
template void pack_values(const Data&, const Vector&, std::span<const Index>, PointBlock<double>&);
template void pack_values(const Data&, const Vector&, Index, Index, PointBlock<float>&);
template void pack_values(const Data&, const Vector&, Index, Index, PointBlock<double>&);
template void index_features(PointBlock<float>&);
template void index_features(PointBlock<double>&);
template void products(const PointBlock<float>&, const PointBlock<float>&, float*, Index);
template void products(const PointBlock<double>&, const PointBlock<double>&, double*, Index);

}  // namespace mercer
