# A file as a text of a target, behind a function that returns its bytes: so that none is needed at run time. (A compiler
# reads text much faster than a list of numbers. The function is declared again, because the room's headers know much more.)
function(mercer_carry target file function)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  file(CONFIGURE OUTPUT ${function}.cpp @ONLY CONTENT [[
#include <string_view>

namespace mercer {
namespace {
constexpr char bytes[] = "@bytes@";
}  // namespace

std::string_view @function@();
std::string_view @function@() { return {bytes, sizeof bytes - 1}; }

}  // namespace mercer
]])
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
