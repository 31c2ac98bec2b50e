// Class names as they stand in a file -> labels.
#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

// Numbers come first, by size; then text, by its bytes.
struct Name {
  bool is_text = false;
  double number = 0;
  std::string spelling;
  auto key() const { return std::tie(is_text, number, spelling); }
};

Name read(const std::string& spelling) {
  Name name{true, 0, spelling};
  const char* end = spelling.data() + spelling.size();
  double number = 0;
  const auto [stopped, failure] = fast_float::from_chars(spelling.data(), end, number);
  if (failure == std::errc() && stopped == end && std::isfinite(number)) {
    name.is_text = false;
    name.number = number;
  }
  return name;
}

}  // namespace

Labels encode(const std::vector<std::string>& values, std::vector<std::string>* names) {
  std::unordered_map<std::string_view, int> code;
  std::vector<Name> distinct;
  for (const std::string& value : values)
    if (code.try_emplace(value, 0).second) distinct.push_back(read(value));
  std::sort(distinct.begin(), distinct.end(), [](const Name& a, const Name& b) { return a.key() < b.key(); });
  for (std::size_t i = 0; i < distinct.size(); ++i)
    code.find(distinct[i].spelling)->second = static_cast<int>(i);

  Labels labels;
  labels.reserve(values.size());
  for (const std::string& value : values) labels.push_back(code.find(value)->second);
  if (names) {
    names->clear();
    for (const Name& name : distinct) names->push_back(name.spelling);
  }
  return labels;
}

}  // namespace mercer
