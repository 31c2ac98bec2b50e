// How a clustering will be run: how much of the kernel matrix is held, in which precision, and why.
#pragma once

#include <string>

#include "mercer/approx.hpp"
#include "mercer/options.hpp"

namespace mercer {

// How the kernel matrix is held.
enum class Storage {
  vectors,   // not at all: the method works on the points themselves
  given,     // the user's matrix, read in place
  sparse,    // the user's matrix, of which only the entries that are not zero exist
  stored,    // computed once
  tiled,     // computed tile by tile whenever it is needed
  features,  // not at all: every point has features whose products approximate it
  tree       // not at all: a tree of 2n - 1 nodes knows all distances
};
template <>
struct EnumNames<Storage> {
  static constexpr std::array<std::string_view, 7> values = {"vectors", "given",    "sparse", "stored",
                                                             "tiled",   "features", "tree"};
};

// The GPU that does the work.
struct PlannedDevice {
  int number = -1;  // as CUDA counts them; -1: none, this machine's processor
  std::string name = {};
  std::uint64_t bytes = 0;  // forecast of its memory; partial sums take some of what is left of it
  std::string reason = {};
};

// Decided from the size and the memory budget. It never changes the result (except `approx = auto`).
struct Plan {
  Storage storage = Storage::vectors;
  Precision precision = Precision::double_;
  std::uint64_t bytes = 0;        // forecast of the memory needed beyond the data
  std::uint64_t least_bytes = 0;  // with the exact way that needs least
  Approx approx = Exact{};        // what was asked for, with the numbers used; `auto` has been decided
  std::string reason;
  PlannedDevice device = {};
};

}  // namespace mercer
