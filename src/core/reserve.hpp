// What threads need beside our own memory, asked for before they are needed.
#pragma once

namespace mercer {

inline constexpr int threads_at_most = 4096;  // more are a slip of the keyboard

// How many of `wanted` threads can work here: each has a stack and a buffer of BLAS from now on. Fewer where
// the address space is limited (`ulimit -v`) or no more threads may be started; results don't depend on it.
// Throws Error(Fault::memory) where there is not enough for one.
int reserve_threads(int wanted);
// How many could be had of those that the calling thread asked for; without a limit, any number.
int most_threads();

}  // namespace mercer
