# Files that the library carries as arrays, so that none is needed at run time: the page of a report
# (web/dist/report.html), and the font of pictures.
function(mercer_carry file header function)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(CONFIGURE OUTPUT ${function}.cpp @ONLY CONTENT [[
#include "@header@"

namespace mercer {
namespace {
constexpr unsigned char bytes[] = {
@bytes@};
}  // namespace

std::string_view @function@() { return {reinterpret_cast<const char*>(bytes), sizeof bytes}; }

}  // namespace mercer
]])
  target_sources(mercer PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
endfunction()

find_file(MERCER_FONT OpenSans-Regular.ttf PATHS /usr/share/fonts /usr/local/share/fonts
  PATH_SUFFIXES truetype/open-sans open-sans TTF REQUIRED)
mercer_carry(${CMAKE_CURRENT_SOURCE_DIR}/web/dist/report.html report/page.hpp page_template)
mercer_carry(${MERCER_FONT} report/font.hpp font_file)
