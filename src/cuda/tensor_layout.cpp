#include "cuda/tensor_layout.hpp"

#include <numeric>

namespace mercer::device {
namespace {

int rounded_up(int count, int multiple) { return (count + multiple - 1) / multiple * multiple; }

// Numbers of the parts of a group that lie in different stretches of `each` slices.
void number_parts(const std::vector<int>& first_slice, int each, std::vector<int>& first,
                  std::vector<int>& of, int& count) {
  const std::size_t groups = first_slice.size() - 1;
  of.resize(static_cast<std::size_t>(first_slice.back()));
  for (std::size_t g = 0; g < groups; ++g) {
    const int begin = first_slice[g], end = first_slice[g + 1];
    first.push_back(count);
    for (int s = begin; s < end; ++s) of[static_cast<std::size_t>(s)] = count + s / each - begin / each;
    count += (end - 1) / each - begin / each + 1;
  }
}

}  // namespace

TensorLayout lay_out(const Groups& groups, int chunk, int tail) {
  TensorLayout out;
  out.chunk = chunk;
  int slices = 0;
  for (const Group& g : groups.groups) {
    out.first_slice.push_back(slices);
    slices += static_cast<int>(g.size() + slice_rows - 1) / slice_rows;
  }
  out.first_slice.push_back(rounded_up(slices, tail));  // the last group has the rest
  number_parts(out.first_slice, slices_of_tile * chunk, out.run, out.run_of, out.runs);
  number_parts(out.first_slice, slices_of_half, out.segment, out.segment_of, out.segments);
  out.member.assign(static_cast<std::size_t>(out.first_slice.back()) * slice_rows, -1);
  for (std::size_t g = 0; g < groups.groups.size(); ++g) {
    const auto at = out.member.begin() + std::ptrdiff_t{slice_rows} * out.first_slice[g];
    std::iota(at, at + groups.groups[g].size(), static_cast<int>(groups.groups[g].begin));
  }
  // Row sums of a half block h: for each of its segments, one for each row of the blocks before its own.
  std::int64_t offset = 0;
  for (int h = 0; h < out.first_slice.back() / slices_of_half; ++h) {
    const auto first = static_cast<std::size_t>(h * slices_of_half);
    out.row_offset.push_back(offset);
    offset += std::int64_t{out.segment_of[first + slices_of_half - 1] - out.segment_of[first] + 1} *
              block_rows * (h / 2);
  }
  out.row_offset.push_back(offset);
  return out;
}

std::int64_t most_runs(std::int64_t members, std::int64_t groups, int chunk) {
  return groups + (members / slice_rows + groups) / (std::int64_t{slices_of_tile} * chunk) + 2;
}

std::vector<int> bands(const TensorLayout& layout, std::int64_t most) {
  std::vector<int> first = {0};
  for (int block = 1; block < layout.blocks(); ++block)
    if (layout.row_offset[static_cast<std::size_t>(2 * block + 2)] -
            layout.row_offset[static_cast<std::size_t>(2 * first.back())] >
        most)
      first.push_back(block);
  first.push_back(layout.blocks());
  return first;
}

}  // namespace mercer::device
