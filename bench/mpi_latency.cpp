// What a message costs here: the time of a gather of a word from all ranks, and of many bytes.
//   mpicxx -O2 bench/mpi_latency.cpp -o latency && mpirun -n 16 ./latency
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

// Seconds of one gather of `bytes` from each rank, the least disturbed of some trials.
double seconds(int bytes, int repeats) {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<char> all(static_cast<std::size_t>(bytes) * static_cast<std::size_t>(ranks));
  double best = 1e300;
  for (int trial = 0; trial < 7; ++trial) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int r = 0; r < repeats; ++r)
      MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
    best = std::min(best, (MPI_Wtime() - start) / repeats);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int large = 1 << 20;
  const double word = seconds(16, 200), many = seconds(large, 5);
  if (rank == 0)
    std::printf("{\"ranks\": %d, \"word_seconds\": %.3e, \"bytes_per_second\": %.3e}\n", ranks, word,
                static_cast<double>(large) * (ranks - 1) / many);
  MPI_Finalize();
}
