// Several processes that work on one clustering: ranks. Each runs the same program on the same data, does its
// share of the work that grows with pairs of points, and gets from the others what it did not compute. The
// result is the same, to the last bit, for any number of ranks and threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mercer {

// How ranks reach each other. mercer/mpi.hpp has one over MPI; another may be derived from this. All ranks
// call the same functions in the same order.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;  // 0 .. size() - 1
  virtual int size() const = 0;
  // The ranks on this machine, this one among them: they share its memory and its cores.
  virtual int on_machine() const { return size(); }
  // Gives every rank the bytes of all ranks. The counts[r] bytes of rank r come after those of lower ranks; a
  // rank's own bytes are already in their place.
  virtual void gather(std::byte* all, std::span<const std::size_t> counts) = 0;
  // Sends every rank its own bytes: `out` and `in` hold them rank after rank, sent[r] to and received[r] from
  // rank r.
  virtual void exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                        std::span<const std::size_t> received) = 0;
};

// What ranks sent: every byte counts once for each rank that gets it.
struct Traffic {
  std::uint64_t bytes = 0, messages = 0;
};

class Team;

// While this object exists, what the calling thread computes is shared with the ranks of the communicator,
// which must all do the same: `cluster` with equal data and options, predictions, neighbours, and so on. An
// error on one rank must become an error on all: use `together` to run what may fail. Options::communicator
// does both for `cluster`.
class Together {
 public:
  explicit Together(Communicator& communicator);
  ~Together();
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;

 private:
  std::unique_ptr<Team> own_;
  Team* before_;
};

namespace detail {
bool works_with_others();
void all_are_well();
[[noreturn]] void fail_with_others();  // the exception being handled
}  // namespace detail

// Calls f(). Afterwards all ranks go on, or all throw: an error on one rank becomes an error on all.
template <class F>
auto together(F&& f) {
  if (!detail::works_with_others()) return f();
  try {
    auto result = f();
    detail::all_are_well();
    return result;
  } catch (...) {
    detail::fail_with_others();
  }
}

// The ranks that the calling thread works with: its own number, and how many there are (0 and 1 without
// others).
int own_rank();
int rank_count();
// One number from each rank, by rank. All ranks must call it.
std::vector<double> from_all_ranks(double own);
// What all ranks have sent so far: at each step of an iteration, and then in total. All ranks must call it.
std::vector<Traffic> traffic();

}  // namespace mercer
