// Vectors that begin at a cache line: a wide load or store that crosses two of them takes twice as long.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace mercer {

template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* values, std::size_t) { ::operator delete(values, line); }
  bool operator==(const AlignedAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace mercer
