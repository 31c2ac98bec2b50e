// A large array in huge pages where the system has them: touching fresh memory in small pages can cost
// seconds a GB.
#pragma once

#include <sys/mman.h>

#include <new>
#include <utility>

#include "core/ranks.hpp"
#include "mercer/types.hpp"

namespace mercer {

template <class T>
class HugeArray {
 public:
  explicit HugeArray(Index count) : bytes_(static_cast<std::size_t>(count) * sizeof(T)) {
    if (bytes_ == 0) return;
    const int sparse = Ranks().alone() ? 0 : MAP_NORESERVE;  // a rank touches only its own part
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | sparse, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes_, MADV_HUGEPAGE);  // a wish: without huge pages it is merely slower
#endif
    values_ = static_cast<T*>(memory);
  }
  ~HugeArray() {
    if (values_) munmap(values_, bytes_);
  }
  HugeArray(HugeArray&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  HugeArray(const HugeArray&) = delete;
  HugeArray& operator=(const HugeArray&) = delete;
  HugeArray& operator=(HugeArray&&) = delete;

  T* data() { return values_; }
  const T* data() const { return values_; }

 private:
  T* values_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace mercer
