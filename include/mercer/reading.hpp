// How much memory the values of a file may take.
#pragma once

#include <cstdint>

namespace mercer {

// While this object exists, this thread reads at most so many bytes; 0: as many as are free. More is an
// Error(memory), thrown while reading, because a small file may unpack to any size.
class ReadingBudget {
 public:
  explicit ReadingBudget(std::uint64_t bytes);
  ~ReadingBudget();
  ReadingBudget(const ReadingBudget&) = delete;
  ReadingBudget& operator=(const ReadingBudget&) = delete;

 private:
  std::uint64_t before_, left_before_;
};

}  // namespace mercer
