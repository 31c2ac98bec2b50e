# A file as an array of a target, behind a function that returns its bytes: so that none is needed at run time.
function(mercer_carry target file header function)
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
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
endfunction()
