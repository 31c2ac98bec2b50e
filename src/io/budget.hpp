// What readers say before they keep more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mercer::io {

// Takes so many bytes from the ReadingBudget of this thread; without one there is no limit.
void charge(std::uint64_t bytes);

// Bytes that are needed only while it lives.
class Held {
 public:
  explicit Held(std::uint64_t bytes = 0) : bytes_(bytes) { charge(bytes); }
  ~Held();
  Held(Held&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

 private:
  std::uint64_t bytes_;
};

// Room for `more` values; `held` is what the vector takes. While it moves, it is there twice.
template <class T>
void make_room(std::vector<T>& values, Held& held, std::size_t more = 1) {
  if (values.capacity() - values.size() >= more) return;
  const std::size_t room = std::max({values.size() + more, 2 * values.capacity(), std::size_t{16}});
  Held larger(room * sizeof(T));
  values.reserve(room);
  held = std::move(larger);
}

}  // namespace mercer::io
