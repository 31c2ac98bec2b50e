// The page that shows a clustering: a template, built from web/, and the data that it draws.
#pragma once

#include <string>
#include <string_view>

#include "report/packed.hpp"

namespace mercer {

// web/dist/report.html, part of the library.
std::string_view page_template();

// The template with its data: one file that needs no other. What the data hold is defined in
// web/src/schema.ts.
std::string page(const Json& report);

}  // namespace mercer
