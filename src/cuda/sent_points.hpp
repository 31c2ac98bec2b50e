// Points in the device's memory as the tiles of this machine have them: about the centre, in T.
#pragma once

#include "cuda/context.hpp"
#include "cuda/launch.hpp"
#include "kernels/points.hpp"

namespace mercer::device {

template <class T>
class SentPoints {
 public:
  SentPoints() = default;
  SentPoints(Context& context, Index count, Index d, bool local)
      : x_(static_cast<std::size_t>(count * d), context.held, "points"),
        norms_(static_cast<std::size_t>(count), context.held, "norms"),
        widths_(static_cast<std::size_t>(local ? count : 0), context.held, "widths") {}

  // Points first, first + 1, ... are those of a block.
  void put(Context& context, Index first, const PointBlock<T>& block) {
    context.send(x_.data() + first * block.dimensions, block.values.data(),
                 static_cast<std::size_t>(block.count * block.dimensions));
    context.send(norms_.data() + first, block.norms.data(), static_cast<std::size_t>(block.count));
    if (widths_.size() > 0)
      context.send(widths_.data() + first, block.widths.data(), static_cast<std::size_t>(block.count));
  }

  const T* values() const { return x_.data(); }
  Points<T> some(int first, int count) const {
    return {x_.data(), norms_.data(), widths_.data(), nullptr, first, count};
  }
  Points<T> picked(const int* pick, int count) const {
    return {x_.data(), norms_.data(), widths_.data(), pick, 0, count};
  }

 private:
  Array<T> x_, norms_, widths_;
};

}  // namespace mercer::device
