// Words that stand for a value that isn't there, in small or capital letters.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mercer::io {

inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}
inline std::string lowered(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), lower);
  return small;
}

class MissingWords {
 public:
  explicit MissingWords(std::vector<std::string> more = {}) : more_(std::move(more)) {}
  // `text` without blanks around it.
  bool operator()(std::string_view text) const {
    constexpr std::array<std::string_view, 8> usual = {"", "na", "n/a", "nan", "null", "none", "?", "-"};
    const auto same = [&](std::string_view word) { return equal_ignoring_case(word, text); };
    return (text.size() <= 4 && std::any_of(usual.begin(), usual.end(), same)) ||
           std::any_of(more_.begin(), more_.end(), same);
  }

 private:
  std::vector<std::string> more_;
};

}  // namespace mercer::io
