// Ranks over MPI. Only for a library that was built with it (MERCER_MPI).
#pragma once

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1  // the old C++ bindings, not needed
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include "mercer/communicator.hpp"

namespace mercer {

// MPI must be initialised. The communicator is duplicated, so that messages of others don't interfere: all
// its ranks must construct one, and all must destroy it.
class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(MPI_Comm ranks = MPI_COMM_WORLD);
  ~MpiCommunicator() override;
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int on_machine() const override { return on_machine_; }
  void gather(std::byte* all, std::span<const std::size_t> counts) override;
  void exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                std::span<const std::size_t> received) override;

 private:
  MPI_Comm ranks_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, on_machine_ = 1;
};

}  // namespace mercer
