#include "io/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "mercer/error.hpp"
#include "mercer/machine.hpp"
#include "mercer/reading.hpp"

namespace mercer {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
thread_local std::uint64_t allowed_here = no_limit, left_here = no_limit;

}  // namespace

ReadingBudget::ReadingBudget(std::uint64_t bytes) : before_(allowed_here), left_before_(left_here) {
  allowed_here = left_here = bytes > 0 ? bytes : free_memory();
}
ReadingBudget::~ReadingBudget() {
  allowed_here = before_;
  left_here = left_before_;
}

void io::charge(std::uint64_t bytes) {
  if (left_here == no_limit) return;
  if (bytes > left_here)
    throw Error(
        Fault::memory,
        fmt::format("the data take more memory than the budget of {}; raise `memory`, or read fewer rows "
                    "or columns",
                    format_bytes(allowed_here)));
  left_here -= bytes;
}

// A budget that ended meanwhile took its limits with it.
io::Held::~Held() {
  if (left_here != no_limit) left_here = std::min(allowed_here, left_here + bytes_);
}

}  // namespace mercer
