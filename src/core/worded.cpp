#include <algorithm>
#include <cctype>

#include "mercer/error.hpp"

namespace mercer {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == ':';
  });
}

}  // namespace

std::string worded(const std::string& message, const Names& names) {
  std::string out;
  std::size_t at = 0;
  while (at < message.size()) {
    const std::size_t open = message.find('`', at), close = message.find('`', open + 1);
    if (open == std::string::npos || close == std::string::npos) break;
    const std::string_view inside = std::string_view(message).substr(open + 1, close - open - 1);
    const std::size_t equals = inside.find(" = ");
    const std::string_view option = inside.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : inside.substr(equals + 3);
    const std::string other = is_name(option) ? names(option, value) : "";
    // What is not ours may hold the first backquote of what is.
    const std::size_t end = other.empty() ? close : close + 1;
    out.append(message, at, open - at);
    out += other.empty() ? message.substr(open, end - open) : other;
    at = end;
  }
  return out.append(message, at, std::string::npos);
}

}  // namespace mercer
