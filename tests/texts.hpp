// What several tests say of texts.
#pragma once

#include <string>
#include <vector>

namespace mercer::test {

using Texts = std::vector<std::string>;

// How often `part` occurs in `text`.
inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace mercer::test
