// Ranks from C++: a page shows these lines. With MERCER_MPI: mpirun -n 4 build-mpi/docs/ranks
#include <iostream>
#include <mercer/mercer.hpp>
#include <mercer/mpi.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    mercer::MpiCommunicator ranks(MPI_COMM_WORLD);  // or any other communicator of your program
    const auto data = mercer::generate("rings", {.size = 2000}).points;  // the same on every rank
    const auto found = mercer::cluster(
        data, {.clusters = 2, .kernel = mercer::Gaussian{.sigma = 1.0}, .communicator = &ranks});
    if (ranks.rank() == 0) std::cout << "objective " << found.objective << "\n";  // every rank has the result
  }
  MPI_Finalize();
}
