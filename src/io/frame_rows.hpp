// From the rows of any source to a frame.
//
// `Rows` has next() and line(), and read(builder, slot, column) and read_again(builder, row, slot, column)
// for a cell of the current row.
#pragma once

#include "io/frame_builder.hpp"

namespace mercer::io {

// `again()` opens the same rows once more.
template <class Rows, class Again>
Frame read_rows(Rows& rows, FrameBuilder& builder, const std::vector<Index>& slots, Again&& again) {
  const std::size_t width = slots.size();
  while (rows.next()) {
    double* row = builder.next_row(rows.line());
    for (std::size_t c = 0; c < width; ++c)
      if (slots[c] != Frame::none) row[slots[c]] = rows.read(builder, slots[c], c);
  }
  if (builder.wants_second_reading()) {
    std::vector<std::size_t> wanted;
    for (std::size_t c = 0; c < width; ++c)
      if (slots[c] != Frame::none && builder.wants(slots[c])) wanted.push_back(c);
    auto second = again();
    for (Index row = 0; second->next(); ++row)
      for (const std::size_t c : wanted) second->read_again(builder, row, slots[c], c);
  }
  return builder.finish();
}

}  // namespace mercer::io
