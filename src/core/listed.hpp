// Names in a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mercer {

// "single, ward or genie"
inline std::string one_of(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += std::string(i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + std::string(names[i]);
  return text;
}

}  // namespace mercer
