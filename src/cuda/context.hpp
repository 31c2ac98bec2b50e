// One device at work: its stream, what is held there, and the way of numbers to it and back.
#pragma once

#include <cstring>
#include <mutex>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "cuda/memory.hpp"
#include "mercer/device.hpp"

namespace mercer::device {

class Context {
 public:
  explicit Context(int number) : number_(number) {
    check(cudaSetDevice(number), "choosing a GPU");
    check(cudaGetDeviceProperties(&properties_, number), "asking a GPU");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
    use.name = properties_.name;
  }
  ~Context() { cudaStreamDestroy(stream_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Every entry from outside: one thread at a time, and this device.
  std::unique_lock<std::mutex> enter() const {
    std::unique_lock lock(guard_);
    check(cudaSetDevice(number_), "choosing a GPU");
    return lock;
  }
  cudaStream_t stream() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_), "waiting for the GPU"); }
  int multiprocessors() const { return properties_.multiProcessorCount; }
  int shared_bytes() const { return static_cast<int>(properties_.sharedMemPerBlockOptin); }
  int capability() const { return 10 * properties_.major + properties_.minor; }
  std::uint64_t free_bytes() const {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for free memory");
    return free;
  }

  // count numbers to the device, each by value(i); in parts through pinned memory, which is written only when
  // it is no longer read.
  template <class T, class ValueOf>
  void send(T* to, std::size_t count, ValueOf&& value) {
    T* staged = staged_for<T>(count);
    constexpr std::size_t part = stage_bytes / sizeof(T);
    for (std::size_t from = 0; from < count; from += part) {
      const std::size_t size = std::min(part, count - from);
      wait();
      parallel_rows(
          static_cast<Index>(size), 1 << 16,
          [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) staged[i] = value(from + static_cast<std::size_t>(i));
          },
          static_cast<double>(size));
      check(cudaMemcpyAsync(to + from, staged, size * sizeof(T), cudaMemcpyHostToDevice, stream_), "sending");
      use.bytes_up += size * sizeof(T);
    }
  }
  template <class T>
  void send(T* to, const T* from, std::size_t count) {
    send(to, count, [from](std::size_t i) { return from[i]; });
  }
  // And back.
  template <class T>
  void fetch(T* to, const T* from, std::size_t count) {
    T* staged = staged_for<T>(count);
    constexpr std::size_t part = stage_bytes / sizeof(T);
    for (std::size_t at = 0; at < count; at += part) {
      const std::size_t size = std::min(part, count - at);
      check(cudaMemcpyAsync(staged, from + at, size * sizeof(T), cudaMemcpyDeviceToHost, stream_),
            "fetching");
      wait();
      parallel_rows(
          static_cast<Index>(size), 1 << 16,
          [&](Index begin, Index end) {
            std::memcpy(to + at + begin, staged + begin, static_cast<std::size_t>(end - begin) * sizeof(T));
          },
          static_cast<double>(size));
      use.bytes_down += size * sizeof(T);
    }
  }

  mutable DeviceUse use;
  mutable Held held;

 private:
  static constexpr std::size_t stage_bytes = std::size_t{32} << 20;
  template <class T>
  T* staged_for(std::size_t count) {
    wait();
    std::size_t bytes = std::size_t{1} << 16;
    while (bytes < std::min(count * sizeof(T), stage_bytes)) bytes *= 2;
    return reinterpret_cast<T*>(staging_.grow(bytes));
  }
  int number_;
  cudaDeviceProp properties_{};
  cudaStream_t stream_ = nullptr;
  mutable std::mutex guard_;
  Pinned<char> staging_;
};

// Several small arrays that go to the device in one copy.
class Parcel {
 public:
  // Where an array will lie, from the beginning.
  template <class T>
  std::size_t add(const std::vector<T>& values) {
    const std::size_t at = (bytes_.size() + 15) / 16 * 16;
    bytes_.resize(at);
    const char* from = reinterpret_cast<const char*>(values.data());
    bytes_.insert(bytes_.end(), from, from + values.size() * sizeof(T));
    return at;
  }
  // Its place on the device from then on; valid until the next one is sent into the same room.
  void send(Context& context, Pinned<char>& pinned, Array<char>& room) {
    context.wait();  // the last one is no longer read
    room_ = room.grow(bytes_.size() + 16, context.held);
    char* staged = pinned.grow(bytes_.size() + 16);
    std::memcpy(staged, bytes_.data(), bytes_.size());
    check(cudaMemcpyAsync(room_, staged, bytes_.size(), cudaMemcpyHostToDevice, context.stream()), "sending");
    context.use.bytes_up += bytes_.size();
  }
  template <class T>
  const T* at(std::size_t place) const {
    return reinterpret_cast<const T*>(room_ + place);
  }

 private:
  std::vector<char> bytes_;
  char* room_ = nullptr;
};

}  // namespace mercer::device
