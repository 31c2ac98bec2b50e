#include "crew.hpp"

#include <cstdio>
#include <cstdlib>

#ifdef MERCER_WITH_MPI
#include "mercer/mpi.hpp"
#else
#include "mercer/error.hpp"
#endif

namespace mercer::cli {
namespace {

// Whether mpirun, srun or one of their kin started this process: they tell it how many there are, or its
// number.
bool started_together() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* value = std::getenv(name)) return std::atoi(value) > 1;
  return std::getenv("PMIX_RANK") != nullptr;
}

}  // namespace

#ifdef MERCER_WITH_MPI

namespace {

struct Initialised {
  Initialised() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  }
  ~Initialised() { MPI_Finalize(); }
  Initialised(const Initialised&) = delete;
  Initialised& operator=(const Initialised&) = delete;
};

void be_silent(std::FILE* stream) {
  if (!std::freopen("/dev/null", "w", stream)) std::abort();
}

}  // namespace

struct Crew::Ranks {
  Initialised mpi;
  MpiCommunicator communicator;
  Together together{communicator};
};

Crew::Crew() {
  if (!started_together()) return;
  ranks_ = std::make_unique<Ranks>();
  if (ranks_->communicator.rank() == 0) return;
  be_silent(stdout);
  be_silent(stderr);
}

#else

struct Crew::Ranks {};

Crew::Crew() {
  if (started_together())
    throw Error(
        Fault::usage,
        "this mercer was built without MPI, but several copies were started together; build it with `make "
        "mpi`, or start one");
}

#endif

Crew::~Crew() = default;

}  // namespace mercer::cli
