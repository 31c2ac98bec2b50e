#include "report/page.hpp"

namespace mercer {
namespace {

constexpr std::string_view place = "@@REPORT@@";

// Inside a script element nothing may look like its end, "</script".
std::string without_tags(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t from = 0;;) {
    const std::size_t at = json.find('<', from);
    safe.append(json, from, at - from);
    if (at == std::string::npos) return safe;
    safe += "\\u003c";
    from = at + 1;
  }
}

}  // namespace

std::string page(const Json& report) {
  const std::string_view all = page_template();
  const std::size_t at = all.find(place);
  const std::string data = without_tags(report.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string html;
  html.reserve(all.size() + data.size());
  html.append(all.substr(0, at)).append(data).append(all.substr(at + place.size()));
  return html;
}

}  // namespace mercer
