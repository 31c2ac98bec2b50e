// The kernel rows that were needed last, within a budget of memory.
#pragma once

#include <algorithm>
#include <list>
#include <unordered_map>

#include "gram/gram.hpp"

namespace mercer {

template <class T>
class RowCache {
 public:
  RowCache(const Gram& gram, std::uint64_t bytes)
      : gram_(gram),
        most_(std::max<std::size_t>(
            2, static_cast<std::size_t>(bytes / (sizeof(T) * static_cast<std::uint64_t>(gram.size()))))) {}

  // K(i, :); valid until two further rows were asked for.
  const T* row(Index i) {
    if (const auto it = rows_.find(i); it != rows_.end()) {
      order_.splice(order_.begin(), order_, it->second.place);
      return it->second.values.data();
    }
    std::vector<T> values;
    if (rows_.size() >= most_) {  // the memory of the row that waited longest
      const auto oldest = rows_.find(order_.back());
      values = std::move(oldest->second.values);
      rows_.erase(oldest);
      order_.pop_back();
    }
    values.resize(static_cast<std::size_t>(gram_.size()));
    gram_.columns(std::span<const Index>(&i, 1), column_);
    std::transform(column_.data(), column_.data() + column_.size(), values.begin(),
                   [](double k) { return static_cast<T>(k); });
    order_.push_front(i);
    return rows_.emplace(i, Entry{std::move(values), order_.begin()}).first->second.values.data();
  }

 private:
  struct Entry {
    std::vector<T> values;
    std::list<Index>::iterator place;
  };
  const Gram& gram_;
  std::size_t most_;
  Matrix column_;
  std::list<Index> order_;
  std::unordered_map<Index, Entry> rows_;
};

}  // namespace mercer
