#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace mercer::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Colouring colouring = Colouring::automatic;

bool takes_colour(std::FILE* stream) {
  if (colouring != Colouring::automatic) return colouring == Colouring::always;
  return is_terminal(stream) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace

void set_colouring(Colouring wanted) { colouring = wanted; }

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

int terminal_columns(std::FILE* stream) {
  winsize size{};
  if (is_terminal(stream) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  const int wanted = std::atoi(std::string(environment("COLUMNS")).c_str());
  return wanted > 0 ? wanted : 80;
}

// The locale in force for characters: the first of these that is set.
bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
  }
  return false;
}

Style::Style(std::FILE* stream) : colour_(takes_colour(stream)) {}

std::string Style::wrap(const char* code, const std::string& text) const {
  return colour_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

std::string bar(double fraction, int width) {
  const auto filled = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * width));
  const std::string block = speaks_utf8() ? "█" : "#";
  std::string text;
  for (int i = 0; i < filled; ++i) text += block;
  return text + std::string(static_cast<std::size_t>(width - filled), ' ');
}

std::string duration_text(double seconds) {
  if (seconds < 0.01) return fmt::format("{:.1f} ms", 1000 * seconds);
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string number_text(double value) { return fmt::format("{:.8g}", value); }

}  // namespace mercer::cli
