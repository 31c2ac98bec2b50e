// Memory of a device, errors of CUDA as Errors, and launches.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <utility>

#include "core/device_error.hpp"

namespace mercer::device {

[[noreturn]] inline void fail(cudaError_t error, const char* what) {
  cudaGetLastError();  // the next call starts afresh
  if (error == cudaErrorMemoryAllocation)
    throw DeviceError(Fault::memory, std::string("the GPU has too little free memory (") + what +
                                         "); use `device = cpu`, fewer points, or free its memory");
  throw DeviceError(Fault::failure, std::string("the GPU failed: ") + cudaGetErrorString(error) + " (" +
                                        what + "); use `device = cpu`");
}
inline void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) fail(error, what);
}

// Bytes held, and the most that ever were.
struct Held {
  std::uint64_t now = 0, most = 0;
};

// An array in the device's memory; it goes when this goes.
template <class T>
class Array {
 public:
  Array() = default;
  Array(std::size_t count, Held& held, const char* what = "an array") : count_(count), held_(&held) {
    if (count == 0) return;
    void* got = nullptr;
    check(cudaMalloc(&got, count * sizeof(T)), what);
    data_ = static_cast<T*>(got);
    held.now += bytes();
    if (held.now > held.most) held.most = held.now;
  }
  ~Array() { release(); }
  Array(Array&& other) noexcept { *this = std::move(other); }
  Array& operator=(Array&& other) noexcept {
    release();
    data_ = std::exchange(other.data_, nullptr);
    count_ = std::exchange(other.count_, 0);
    held_ = other.held_;
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::uint64_t bytes() const { return count_ * sizeof(T); }
  // At least so many; what was in it is lost when it grows.
  T* grow(std::size_t count, Held& held, const char* what = "workspace") {
    if (count > count_) {
      release();
      *this = Array(count, held, what);
    }
    return data_;
  }
  void release() {
    if (!data_) return;
    cudaFree(data_);
    held_->now -= bytes();
    data_ = nullptr;
    count_ = 0;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
  Held* held_ = nullptr;
};

// Pinned memory of this machine, through which numbers travel.
template <class T>
class Pinned {
 public:
  Pinned() = default;
  ~Pinned() { cudaFreeHost(data_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  T* grow(std::size_t count) {
    if (count > count_) {
      cudaFreeHost(data_);
      data_ = nullptr;
      count_ = 0;
      void* got = nullptr;
      check(cudaMallocHost(&got, count * sizeof(T)), "pinned memory");
      data_ = static_cast<T*>(got);
      count_ = count;
    }
    return data_;
  }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

// Time on the device between two moments of a stream.
class Timer {
 public:
  Timer() {
    check(cudaEventCreate(&begin_), "an event");
    check(cudaEventCreate(&end_), "an event");
  }
  ~Timer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  void begin(cudaStream_t stream) { check(cudaEventRecord(begin_, stream), "an event"); }
  void end(cudaStream_t stream) { check(cudaEventRecord(end_, stream), "an event"); }
  float milliseconds() const {
    float time = 0;
    check(cudaEventElapsedTime(&time, begin_, end_), "time");
    return time;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

inline unsigned blocks_of(std::uint64_t count, unsigned each) {
  return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace mercer::device
