#include "cuda/tensor_sums.hpp"

#include <cmath>

namespace mercer::device {
namespace {

constexpr int rounded_up(int count, int multiple) { return (count + multiple - 1) / multiple * multiple; }

// Tiles of a chunk: long enough that partial sums are few, short enough that all multiprocessors find work.
int chunk_of_pass(int n) { return n > 400000 ? 256 : n > 50000 ? 64 : 8; }
int chunk_of_change(std::int64_t members, std::int64_t groups, int rows, int multiprocessors, int n) {
  const std::int64_t tiles = (members + 16 * groups) / tile_rows + 1;
  const std::int64_t each = tiles * (rows / block_rows) / (multiprocessors * std::int64_t{10});
  return static_cast<int>(
      std::max<std::int64_t>(n > 400000 ? 64 : 8, std::min<std::int64_t>(64, each / 4 * 4)));
}

// Bytes of partial sums at a time. They are fixed, so that equal problems have equal bits; where so much is
// not free, less is taken.
constexpr std::uint64_t column_bytes = std::uint64_t{6} << 30, row_bytes = std::uint64_t{17} << 30;

}  // namespace

// A layout and its groups on the device.
struct TensorSums::Sent {
  DeviceGroups groups;
  TensorWork work;
  const int* member;
};

TensorSums::TensorSums(Context& context, const float* x, int n, int d, double gamma)
    : context_(context), n_(n), hopper_(context.capability() / 10 == 9) {
  points_.slices = slices_for(d);
  points_.chunks = packed_chunks(points_.slices);
  points_.rows = rounded_up(n, block_rows);
  x_ = Array<char>(static_cast<std::size_t>(points_.rows / tile_rows) *
                       static_cast<std::size_t>(points_.chunks) * packed_tile_bytes,
                   context.held, "packed points");
  norms_ = Array<float>(static_cast<std::size_t>(points_.rows), context.held, "norms");
  largest_ = Array<int>(dense_columns, context.held);
  points_.x = x_.data();
  points_.norms = norms_.data();
  check(cudaMemsetAsync(largest_.data(), 0, sizeof(int), context.stream()), "packing points");
  check(cudaMemsetAsync(x_.data(), 0, x_.bytes(), context.stream()), "packing points");
  largest_value(x, static_cast<std::size_t>(n) * static_cast<std::size_t>(d), largest_.data(),
                context.stream());
  int bits = 0;
  context.fetch(&bits, largest_.data(), 1);
  float largest = 0;
  std::memcpy(&largest, &bits, sizeof largest);
  // A power of two: the largest |x| comes into (512, 1024].
  const double scale = std::exp2(10 - std::ceil(std::log2(largest > 0 ? static_cast<double>(largest) : 1.0)));
  points_.factor = static_cast<float>(2 * gamma * 1.4426950408889634 / (scale * scale));
  pack_points(x, n, d, scale, gamma, points_, context.stream());
}

Packed TensorSums::gathered(int rows) {
  Packed out = points_;
  out.rows = rows;
  out.x = gathered_x_.grow(static_cast<std::size_t>(rows / tile_rows) *
                               static_cast<std::size_t>(points_.chunks) * packed_tile_bytes,
                           context_.held, "points by label");
  out.norms = gathered_norms_.grow(static_cast<std::size_t>(rows), context_.held);
  return out;
}

TensorSums::Sent TensorSums::send(const Groups& groups, const TensorLayout& layout) {
  Parcel parcel;
  const GroupParcel packed(groups, parcel);
  const std::size_t first = parcel.add(layout.first_slice), run = parcel.add(layout.run),
                    segment = parcel.add(layout.segment), run_of = parcel.add(layout.run_of),
                    segment_of = parcel.add(layout.segment_of), offset = parcel.add(layout.row_offset),
                    member = parcel.add(layout.member);
  parcel.send(context_, pinned_, parcel_room_);
  TensorWork work{};
  work.first_slice = parcel.at<int>(first);
  work.run = parcel.at<int>(run);
  work.segment = parcel.at<int>(segment);
  work.run_of = parcel.at<int>(run_of);
  work.segment_of = parcel.at<int>(segment_of);
  work.row_offset = parcel.at<std::int64_t>(offset);
  work.tiles = layout.tiles();
  work.chunk = layout.chunk;
  return {packed.arrived(parcel), work, parcel.at<int>(member)};
}

void TensorSums::add_batch(const Groups& groups, const Target& to) {
  const auto count = static_cast<std::int64_t>(groups.groups.size());
  const int chunk = chunk_of_change(groups.members(), count, points_.rows, context_.multiprocessors(), n_);
  const TensorLayout layout = lay_out(groups, chunk, slices_of_half);
  Sent sent = send(groups, layout);
  sent.work.fixed = points_;
  sent.work.streamed = gathered(layout.rows());
  sent.work.column_sums =
      column_sums_.grow(static_cast<std::size_t>(4 * layout.runs) * static_cast<std::size_t>(points_.rows),
                        context_.held, "partial sums");
  sent.work.first_block = to.first / block_rows;
  sent.work.last_block = rounded_up(to.last, block_rows) / block_rows;
  timer_.begin(context_.stream());
  gather_points(points_, sent.member, sent.groups.points, sent.groups.weights, sent.work.streamed,
                context_.stream());
  if (hopper_)
    sum_tiles_hopper(sent.work, false, context_.multiprocessors(), context_.shared_bytes(),
                     context_.stream());
  else
    sum_tiles_ampere(sent.work, context_.stream());
  add_partial_sums(sent.work, false, sent.groups, nullptr, to.last, false, to.S, to.stride,
                   context_.stream());
  timer_.end(context_.stream());
}

// As many groups at a time as the places of their partial sums allow.
void TensorSums::add(const Groups& groups, const Target& to, Control* control) {
  const int chunk = n_ > 400000 ? 64 : 8;
  const std::uint64_t each = 16 * static_cast<std::uint64_t>(points_.rows), held = column_sums_.bytes();
  const std::int64_t all =
      most_runs(groups.members(), static_cast<std::int64_t>(groups.groups.size()), chunk);
  // What is free is asked for only where more is needed than is held: the answer takes long.
  const std::uint64_t room =
      static_cast<std::uint64_t>(all) * each <= held ? held : context_.free_bytes() / 2 + held;
  const auto most = static_cast<std::int64_t>(std::min(column_bytes, room) / each);
  for (std::size_t first = 0; first < groups.groups.size();) {
    if (control && control->stop) return;
    std::size_t last = first + 1;
    const Index begin = groups.groups[first].begin;
    while (last < groups.groups.size() &&
           most_runs(groups.groups[last].end - begin, static_cast<std::int64_t>(last + 1 - first), chunk) <=
               most)
      ++last;
    if (first == 0 && last == groups.groups.size()) return add_batch(groups, to);
    add_batch(part(groups, first, last), to);
    context_.wait();
    first = last;
  }
}

void TensorSums::fill(const Groups& groups, const Target& to, Control* control) {
  const int chunk = chunk_of_pass(n_);
  const TensorLayout layout = lay_out(groups, chunk, slices_of_block);
  const std::uint64_t columns =
      std::uint64_t{16} * static_cast<std::uint64_t>(layout.runs) * static_cast<std::uint64_t>(layout.rows());
  if (columns > column_bytes) return add(groups, to, control);
  Sent sent = send(groups, layout);
  TensorWork& work = sent.work;
  work.streamed = work.fixed = gathered(layout.rows());
  work.column_sums = column_sums_.grow(columns / 4, context_.held, "partial sums");
  const std::uint64_t most = std::min(row_bytes, context_.free_bytes() / 10 * 9 + row_sums_.bytes()) / 4;
  const std::vector<int> cuts = bands(layout, static_cast<std::int64_t>(most));
  const auto offset = [&](int block) { return layout.row_offset[static_cast<std::size_t>(2 * block)]; };
  std::int64_t rows = 1;
  for (std::size_t b = 0; b + 1 < cuts.size(); ++b)
    rows = std::max(rows, offset(cuts[b + 1]) - offset(cuts[b]));
  work.row_sums = row_sums_.grow(static_cast<std::size_t>(rows), context_.held, "partial sums of rows");
  timer_.begin(context_.stream());
  gather_points(points_, sent.member, sent.groups.points, nullptr, work.streamed, context_.stream());
  for (std::size_t b = 0; b + 1 < cuts.size(); ++b) {
    if (control && control->stop) return;
    work.first_block = cuts[b];
    work.last_block = cuts[b + 1];
    work.band_offset = offset(cuts[b]);
    sum_tiles_hopper(work, true, context_.multiprocessors(), context_.shared_bytes(), context_.stream());
    add_partial_sums(work, true, sent.groups, sent.member, n_, b == 0, to.S, to.stride, context_.stream());
    if (cuts.size() > 2) context_.wait();
  }
  timer_.end(context_.stream());
}

void TensorSums::product(const float* W, int width, const Target& to, Control* control) {
  const HalfBlocks some{to.first / half_rows, rounded_up(to.last, half_rows) / half_rows};
  char* packed = weights_.grow(static_cast<std::size_t>(points_.rows / tile_rows) * 2 * dense_tile_bytes,
                               context_.held, "packed weights");
  double* Y = dense_.grow(static_cast<std::size_t>(some.last - some.first) * half_rows * dense_columns,
                          context_.held, "a product");
  timer_.begin(context_.stream());
  for (int first = 0; first < width; first += dense_columns) {
    if (control && control->stop) return;
    const int count = std::min(dense_columns, width - first);
    largest_weights(W, width, n_, first, count, largest_.data(), context_.stream());
    pack_weights(W, width, n_, points_.rows, first, count, largest_.data(), packed, context_.stream());
    multiply_hopper(points_, packed, Y, some, to.last - to.first, first, count, largest_.data(),
                    to.S + to.first, to.stride, context_.multiprocessors(), context_.shared_bytes(),
                    context_.stream());
    if (width > dense_columns) context_.wait();
  }
  timer_.end(context_.stream());
}

}  // namespace mercer::device
