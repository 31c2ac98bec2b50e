// The machine of a run: its memory, its threads, and how sizes are written.
#pragma once

#include <cstdint>
#include <string>

namespace mercer {

// Bytes that can be used now without swapping, within the limits of the machine and of the process's
// container.
std::uint64_t free_memory();
// The peak memory of this process, without that of its parent (which getrusage would count).
std::uint64_t peak_memory();
// "1.5 GB"
std::string format_bytes(std::uint64_t bytes);
// How many threads a run with `Options::threads` = `asked` uses; 0 means all cores.
int threads_of(int asked);

}  // namespace mercer
