// The tensor kernels, acted out on this machine: every pair of a row and a member of a group must be counted
// exactly once, each partial sum must have one writer, and what is added up must be what was written.
#include "cuda/tensor_layout.hpp"

#include <map>

#include "support.hpp"

namespace mercer::device {
namespace {

Groups groups_of(const std::vector<Index>& sizes) {
  Groups out;
  Index at = 0;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    out.groups.push_back({static_cast<Index>(g), 1, at, at + sizes[g]});
    at += sizes[g];
  }
  for (Index i = 0; i < at; ++i) out.points.push_back(static_cast<int>(i));
  out.weights.assign(static_cast<std::size_t>(at), 1);
  return out;
}

// k(p, h) of the pretended kernel: any symmetric function that tells pairs apart.
double value(int p, int h) { return 1 + 1e-3 * std::min(p, h) + 1e-6 * std::max(p, h); }

// Partial sums by place; each is written once.
struct Places {
  std::map<std::int64_t, double> written;
  void write(std::int64_t at, double sum) { EXPECT_TRUE(written.emplace(at, sum).second) << at; }
  double read(std::int64_t at) const {
    const auto found = written.find(at);
    EXPECT_NE(found, written.end()) << at;
    return found == written.end() ? 0 : found->second;
  }
};

// What sum_tiles does for blocks first .. last - 1, by `count` thread blocks.
template <bool Symmetric>
void act(const TensorLayout& layout, int rows, int count, int first, int last, Places& columns,
         Places& row_sums) {
  const auto member = [&](int row) { return layout.member[static_cast<std::size_t>(row)]; };
  for (int b = 0; b < count; ++b) {
    const Spot begin = begin_of<Symmetric>(b, count, first, last, layout.tiles(), layout.chunk),
               end = begin_of<Symmetric>(b + 1, count, first, last, layout.tiles(), layout.chunk);
    if (begin.J == end.J && begin.t == end.t) continue;
    for (int J = begin.J; J < end.J || (J == end.J && end.t > 0); ++J) {
      const int from = J == begin.J ? begin.t : 0, to = J == end.J  ? end.t
                                                        : Symmetric ? tiles_of_block * (J + 1)
                                                                    : layout.tiles();
      EXPECT_EQ((to - from) % 2, 0);  // the kernel takes two tiles at a time
      std::map<std::int64_t, double> sums;
      for (int s = slices_of_tile * from; s < slices_of_tile * to; ++s)
        for (int p = block_rows * J; p < block_rows * (J + 1); ++p)
          for (int r = slice_rows * s; r < slice_rows * (s + 1); ++r) {
            const int run = layout.run_of[static_cast<std::size_t>(s)];
            double& column = sums[(std::int64_t{4} * run + s % 4) * rows + p];
            if (member(r) >= 0) column += value(p, r);
          }
      for (const auto& [at, sum] : sums) columns.write(at, sum);
      if (!Symmetric) continue;
      for (int half = 2 * J; half < 2 * J + 2; ++half)
        for (int t = from; t < std::min(to, tiles_of_block * J); ++t)
          for (int r = tile_rows * t; r < tile_rows * (t + 1); ++r) {
            std::map<int, double> segments;
            for (int p = half_rows * half; p < half_rows * (half + 1); ++p) {
              double& sum = segments[layout.segment_of[static_cast<std::size_t>(p / slice_rows)]];
              if (member(p) >= 0) sum += value(p, r);
            }
            for (const auto& [segment, sum] : segments)
              row_sums.write(
                  layout.row_offset[static_cast<std::size_t>(half)] +
                      std::int64_t{segment -
                                   layout.segment_of[static_cast<std::size_t>(slices_of_half * half)]} *
                          block_rows * J +
                      r,
                  sum);
          }
    }
  }
}

// What add_partial_sums reads.
template <bool Symmetric>
double gather(const TensorLayout& layout, int rows, std::size_t g, int p, int first, int last,
              const Places& columns, const Places& row_sums) {
  const int J = p / block_rows, of_chunk = slices_of_tile * layout.chunk, begin = layout.first_slice[g],
            end = layout.first_slice[g + 1];
  double sum = 0;
  if (J >= first && J < last) {
    const int stop = Symmetric ? std::min(end, slices_of_block * (J + 1)) : end;
    for (int s = begin, run = layout.run[g]; s < stop; ++run) {
      const int next = (s / of_chunk + 1) * of_chunk;
      for (int i = 0; i < std::min(std::min(stop, next) - s, 4); ++i)
        sum += columns.read((std::int64_t{4} * run + (s + i) % 4) * rows + p);
      s = next;
    }
  }
  if (Symmetric && end > begin)
    for (int h = std::max({2 * (J + 1), begin / slices_of_half, 2 * first});
         h <= std::min((end - 1) / slices_of_half, 2 * last - 1); ++h)
      sum += row_sums.read(layout.row_offset[static_cast<std::size_t>(h)] +
                           std::int64_t{layout.segment[g] + h - begin / slices_of_half -
                                        layout.segment_of[static_cast<std::size_t>(slices_of_half * h)]} *
                               block_rows * (h / 2) +
                           p);
  return sum;
}

double expected(const TensorLayout& layout, std::size_t g, int p) {
  double sum = 0;
  for (int r = slice_rows * layout.first_slice[g]; r < slice_rows * layout.first_slice[g + 1]; ++r)
    if (layout.member[static_cast<std::size_t>(r)] >= 0) sum += value(p, r);
  return sum;
}

const std::vector<std::vector<Index>> shapes = {
    {1}, {300}, {16, 16, 1}, {1, 1, 1, 1, 1}, {500, 3, 260}, {90, 170, 33, 1, 400}, {1030}};

TEST(TensorLayout, GroupsFillWholeSlices) {
  for (const auto& sizes : shapes) {
    const Groups groups = groups_of(sizes);
    const TensorLayout layout = lay_out(groups, 2, slices_of_block);
    EXPECT_EQ(layout.rows() % block_rows, 0);
    std::vector<int> seen;
    for (std::size_t g = 0; g < sizes.size(); ++g)
      for (int r = slice_rows * layout.first_slice[g]; r < slice_rows * layout.first_slice[g + 1]; ++r)
        if (const int m = layout.member[static_cast<std::size_t>(r)]; m >= 0) {
          seen.push_back(m);
          EXPECT_GE(m, groups.groups[g].begin);
          EXPECT_LT(m, groups.groups[g].end);
        }
    EXPECT_EQ(seen, groups.points);
    EXPECT_LE(layout.runs, most_runs(groups.members(), static_cast<std::int64_t>(sizes.size()), 2));
  }
}

TEST(TensorLayout, OneSideCountsEveryPairOnce) {
  for (const auto& sizes : shapes)
    for (const int count : {1, 3, 132}) {
      const TensorLayout layout = lay_out(groups_of(sizes), 4, slices_of_half);
      const int rows = 2 * block_rows;
      Places columns, none;
      act<false>(layout, rows, count, 0, 2, columns, none);
      for (std::size_t g = 0; g < sizes.size(); ++g)
        for (int p = 0; p < rows; p += 37)
          EXPECT_NEAR(gather<false>(layout, rows, g, p, 0, 2, columns, none), expected(layout, g, p), 1e-9);
    }
}

TEST(TensorLayout, BothSidesCountEveryPairOnceInAnyBands) {
  for (const auto& sizes : shapes)
    for (const int count : {1, 5, 132})
      for (const std::int64_t most : {std::int64_t{1} << 40, std::int64_t{3000}, std::int64_t{1}}) {
        const TensorLayout layout = lay_out(groups_of(sizes), 2, slices_of_block);
        const std::vector<int> cuts = bands(layout, most);
        EXPECT_EQ(cuts.back(), layout.blocks());
        std::vector<std::vector<double>> sums(sizes.size(),
                                              std::vector<double>(static_cast<std::size_t>(layout.rows())));
        for (std::size_t b = 0; b + 1 < cuts.size(); ++b) {
          Places columns, row_sums;
          act<true>(layout, layout.rows(), count, cuts[b], cuts[b + 1], columns, row_sums);
          if (cuts.size() > 2 && cuts[b + 1] - cuts[b] > 1) {
            EXPECT_LE(static_cast<std::int64_t>(row_sums.written.size()), most);
          }
          for (std::size_t g = 0; g < sizes.size(); ++g)
            for (int p = 0; p < layout.rows(); p += 41)
              sums[g][static_cast<std::size_t>(p)] +=
                  gather<true>(layout, layout.rows(), g, p, cuts[b], cuts[b + 1], columns, row_sums);
        }
        for (std::size_t g = 0; g < sizes.size(); ++g)
          for (int p = 0; p < layout.rows(); p += 41)
            EXPECT_NEAR(sums[g][static_cast<std::size_t>(p)], expected(layout, g, p), 1e-9);
      }
}

}  // namespace
}  // namespace mercer::device
