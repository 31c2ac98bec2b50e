# The page of a report (web/dist/report.html), as an array that the library carries: no file is needed at run time.
set(MERCER_PAGE ${CMAKE_CURRENT_SOURCE_DIR}/web/dist/report.html)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${MERCER_PAGE})
file(READ ${MERCER_PAGE} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(CONFIGURE OUTPUT report_page.cpp @ONLY CONTENT [[
#include "report/page.hpp"

namespace mercer {
namespace {
constexpr unsigned char bytes[] = {
@bytes@};
}  // namespace

std::string_view page_template() { return {reinterpret_cast<const char*>(bytes), sizeof bytes}; }

}  // namespace mercer
]])
target_sources(mercer PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/report_page.cpp)
