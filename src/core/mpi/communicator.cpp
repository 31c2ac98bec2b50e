#include <algorithm>
#include <limits>
#include <numeric>

#include "mercer/mpi.hpp"

namespace mercer {
namespace {

// MPI counts in int: what is longer goes in pieces.
constexpr std::size_t most = std::size_t{1} << 30;
constexpr int tag = 1;

std::vector<int> as_int(std::span<const std::size_t> counts) { return {counts.begin(), counts.end()}; }

std::vector<int> starts(std::span<const std::size_t> counts) {
  std::vector<int> at(counts.size(), 0);
  for (std::size_t r = 1; r < counts.size(); ++r) at[r] = at[r - 1] + static_cast<int>(counts[r - 1]);
  return at;
}

template <class F>
void in_pieces(std::size_t bytes, F&& f) {
  for (std::size_t from = 0; from < bytes; from += most)
    f(from, static_cast<int>(std::min(most, bytes - from)));
}

}  // namespace

MpiCommunicator::MpiCommunicator(MPI_Comm ranks) {
  MPI_Comm_dup(ranks, &ranks_);
  MPI_Comm_rank(ranks_, &rank_);
  MPI_Comm_size(ranks_, &size_);
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(ranks_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &on_machine_);
  MPI_Comm_free(&machine);
}

MpiCommunicator::~MpiCommunicator() {
  int over = 0;
  MPI_Finalized(&over);
  if (!over) MPI_Comm_free(&ranks_);
}

void MpiCommunicator::gather(std::byte* all, std::span<const std::size_t> counts) {
  const std::size_t total = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  if (total < most) {
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, as_int(counts).data(), starts(counts).data(),
                   MPI_BYTE, ranks_);
    return;
  }
  for (int r = 0; r < size_; ++r) {
    const std::size_t bytes = counts[static_cast<std::size_t>(r)];
    in_pieces(bytes, [&](std::size_t from, int count) { MPI_Bcast(all + from, count, MPI_BYTE, r, ranks_); });
    all += bytes;
  }
}

void MpiCommunicator::exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                               std::span<const std::size_t> received) {
  std::vector<MPI_Request> open;
  const auto each = [&](auto* bytes, std::span<const std::size_t> counts, auto&& post) {
    for (int r = 0; r < size_; ++r) {
      in_pieces(counts[static_cast<std::size_t>(r)],
                [&](std::size_t from, int count) { post(bytes + from, count, r, &open.emplace_back()); });
      bytes += counts[static_cast<std::size_t>(r)];
    }
  };
  each(in, received, [&](std::byte* to, int count, int r, MPI_Request* request) {
    MPI_Irecv(to, count, MPI_BYTE, r, tag, ranks_, request);
  });
  each(out, sent, [&](const std::byte* from, int count, int r, MPI_Request* request) {
    MPI_Isend(from, count, MPI_BYTE, r, tag, ranks_, request);
  });
  MPI_Waitall(static_cast<int>(open.size()), open.data(), MPI_STATUSES_IGNORE);
}

}  // namespace mercer
