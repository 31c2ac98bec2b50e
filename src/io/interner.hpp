// Words -> codes 0, 1, 2, ... in the order of their first appearance.
#pragma once

#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "io/budget.hpp"
#include "mercer/frame.hpp"

namespace mercer::io {

// An open hash table of codes beside the words themselves: 8 bytes a word beyond its letters and their end.
class Interner {
 public:
  Index code(std::string_view word) {
    if (2 * (words_.size() + 1) > static_cast<Index>(slots_.size())) grow();
    std::size_t at = place(word);
    if (slots_[at] == empty) {
      charge(word.size() + 16);
      slots_[at] = static_cast<std::uint32_t>(words_.size());
      words_.add(word);
    }
    return slots_[at];
  }
  const Words& words() const { return words_; }
  Words take() {
    slots_ = {};
    return std::exchange(words_, {});
  }

 private:
  static constexpr std::uint32_t empty = std::numeric_limits<std::uint32_t>::max();

  std::size_t place(std::string_view word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>()(word) & mask;
    while (slots_[at] != empty && words_[slots_[at]] != word) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), empty);
    for (Index i = 0; i < words_.size(); ++i) slots_[place(words_[i])] = static_cast<std::uint32_t>(i);
  }

  Words words_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace mercer::io
