// The grammar of choices: what is accepted is written and read again as the same choice.
#include <cstdlib>

#include "mercer/options.hpp"
#include "target.hpp"

namespace mercer::fuzz {
namespace {

template <class Choice>
void try_choice(const std::string& text, const char* what) {
  allow_refusal([&] {
    const std::string once = format_choice(parse_choice<Choice>(text, what));
    if (format_choice(parse_choice<Choice>(once, what)) != once) std::abort();
  });
}

}  // namespace
}  // namespace mercer::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace mercer::fuzz;
  const std::string text = text_of(bytes, size);
  try_choice<mercer::Method>(text, "method");
  try_choice<mercer::Kernel>(text, "kernel");
  try_choice<mercer::Init>(text, "start");
  try_choice<mercer::Search>(text, "search");
  try_choice<mercer::Approx>(text, "approximation");
  return 0;
}
