// What the targets share. libFuzzer calls LLVMFuzzerTestOneInput with bytes that it changes at random, and
// keeps those that reach code not seen before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "mercer/error.hpp"
#include "mercer/reading.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace mercer::fuzz {

// Input may be refused; nothing else may happen to it. Any other exception ends the process, and so does a
// sanitizer.
template <class F>
void allow_refusal(const F& f) {
  const ReadingBudget budget(64 << 20);  // fuzz/run ends a target that takes far more
  try {
    f();
  } catch (const Error&) {
  }
}

inline std::string text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace mercer::fuzz
