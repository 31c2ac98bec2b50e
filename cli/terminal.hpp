// What a person sees: colour where a terminal takes it, and quantities in words.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace mercer::cli {

bool is_terminal(std::FILE* stream);
// Characters in a line: the terminal's, else those of the variable COLUMNS, else 80.
int terminal_columns(std::FILE* stream);
bool speaks_utf8();  // the locale

// When to colour: where a terminal takes it and NO_COLOR is unset, or as the user said (--color).
enum class Colouring { automatic, always, never };
void set_colouring(Colouring colouring);

// Colours for a stream; plain text where it takes none.
class Style {
 public:
  explicit Style(std::FILE* stream);
  bool has_colour() const { return colour_; }
  std::string strong(const std::string& text) const { return wrap("1", text); }
  std::string faint(const std::string& text) const { return wrap("2", text); }
  std::string accent(const std::string& text) const { return wrap("36", text); }
  std::string alarm(const std::string& text) const { return wrap("33", text); }

 private:
  std::string wrap(const char* code, const std::string& text) const;
  bool colour_;
};

// A bar of `width` characters filled to `fraction`, in blocks where the locale has them.
std::string bar(double fraction, int width);

std::string duration_text(double seconds);  // "0.03 s", "2 min 05 s"
std::string number_text(double value);      // eight significant digits

}  // namespace mercer::cli
