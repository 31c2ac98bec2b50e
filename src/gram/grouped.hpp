// Sparse weights of a few rows, by column: so that the rows which go into the same sum are added together.
#pragma once

#include <algorithm>

#include "core/vector_math.hpp"
#include "gram/gram.hpp"

namespace mercer {

// The columns that weights touch, numbered 0, 1, ...: only they get a sum.
struct Slots {
  std::vector<Index> of;       // of a column; -1: untouched
  std::vector<Index> columns;  // of a slot

  Slots(const std::vector<Index>& touched, Index count) : of(static_cast<std::size_t>(count), -1) {
    for (const Index column : touched)
      if (Index& slot = of[static_cast<std::size_t>(column)]; slot < 0) {
        slot = static_cast<Index>(columns.size());
        columns.push_back(column);
      }
  }
  Index count() const { return static_cast<Index>(columns.size()); }
};

template <class T>
class GroupedRows {
 public:
  // Rows first .. last-1 of dW; row dW.rows[r] is number dW.rows[r] - origin here, or r - first when origin
  // is negative.
  GroupedRows(const SparseRows& dW, Index first, Index last, const Slots& slots, Index origin) {
    const Index from = dW.start[static_cast<std::size_t>(first)];
    const auto count = static_cast<std::size_t>(dW.start[static_cast<std::size_t>(last)] - from);
    // Counted by slot, then put in place: rows keep their order within a slot.
    std::vector<Index> next(static_cast<std::size_t>(slots.count()) + 1, 0);
    const auto slot_of = [&](Index e) {
      return slots.of[static_cast<std::size_t>(dW.columns[static_cast<std::size_t>(e)])];
    };
    for (Index e = from; e < from + static_cast<Index>(count); ++e)
      ++next[static_cast<std::size_t>(slot_of(e)) + 1];
    for (Index s = 0; s < slots.count(); ++s) {
      const auto at = static_cast<std::size_t>(s);
      if (next[at + 1] > 0) sums_.push_back({s, next[at], next[at] + next[at + 1]});
      next[at + 1] += next[at];
    }
    rows_.resize(count);
    values_.resize(count);
    for (Index r = first; r < last; ++r)
      for (Index e = dW.start[static_cast<std::size_t>(r)]; e < dW.start[static_cast<std::size_t>(r) + 1];
           ++e) {
        const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(slot_of(e))]++);
        rows_[at] = static_cast<int>(origin < 0 ? r - first : dW.rows[static_cast<std::size_t>(r)] - origin);
        values_[at] = static_cast<T>(dW.values[static_cast<std::size_t>(e)]);
      }
  }

  // sums(slot, :) += value * row, for every entry; the rows are `width` long
  void add(const T* const* rows, Index width, T* sums) const {
    constexpr std::size_t together = 64;
    const T* pointers[together];
    for (const Sum& sum : sums_)
      for (std::size_t from = sum.begin; from < sum.end; from += together) {
        const std::size_t count = std::min(together, sum.end - from);
        for (std::size_t r = 0; r < count; ++r) pointers[r] = rows[rows_[from + r]];
        add_rows(pointers, values_.data() + from, static_cast<Index>(count), sums + sum.slot * width, width);
      }
  }

 private:
  struct Sum {
    Index slot;
    std::size_t begin, end;  // of its entries
    Sum(Index s, Index b, Index e)
        : slot(s), begin(static_cast<std::size_t>(b)), end(static_cast<std::size_t>(e)) {}
  };
  std::vector<Sum> sums_;
  std::vector<int> rows_;
  std::vector<T> values_;
};

}  // namespace mercer
