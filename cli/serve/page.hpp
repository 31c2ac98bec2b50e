// web/dist/serve.html, part of the program.
#pragma once

#include <string_view>

namespace mercer {
std::string_view serve_page();
}
