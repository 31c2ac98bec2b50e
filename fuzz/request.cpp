// What a browser may send to `mercer serve`: headers, an empty line, and JSON that names the options of a
// fit.
#include <sstream>

#include "mercer/mercer.hpp"  // before the HTTP library, whose headers have macros that Eigen trips over
//
#include <httplib.h>

#include "serve/guard.hpp"
#include "serve/request.hpp"
#include "target.hpp"

namespace mercer::fuzz {
namespace {

httplib::Request headers_of(std::istream& lines) {
  httplib::Request request;
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos) request.set_header(line.substr(0, colon), line.substr(colon + 1));
  }
  return request;
}

// The options as words, as arguments, and as lines of Python.
void ask(const std::string& body) {
  const cli::Json options = cli::Json::parse(body, nullptr, false);
  if (options.is_discarded()) return;
  allow_refusal([&] {
    const cli::FitArguments arguments = cli::fit_request("data.csv", "data.csv", options);
    cli::python_lines(arguments, "data.csv", options, Result{});
  });
}

}  // namespace
}  // namespace mercer::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace mercer;
  std::istringstream text(fuzz::text_of(bytes, size));
  const httplib::Request request = fuzz::headers_of(text);
  cli::Guard{"0123456789abcdef", 8000}.refusal(request);
  fuzz::ask(std::string(std::istreambuf_iterator<char>(text), {}));
  return 0;
}
