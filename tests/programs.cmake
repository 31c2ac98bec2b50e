# Tests that are programs of their own: the room-order check, what bench-peers and build-times print, and a project that uses
# the installed package.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME tools.check_rooms
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/tools/check_rooms_test.py)
add_test(NAME tools.bench_peers
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/bench_peers_test.py)
add_test(NAME tools.tidy
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/tidy_test.py)
add_test(NAME tools.build_times
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/build_times_test.py)
add_test(NAME tools.site
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/site_test.py)
add_test(NAME tools.additions
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/additions_test.py ${PROJECT_BINARY_DIR})
add_test(NAME tools.json
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/json_test.py)
add_test(NAME tools.recipes
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/recipes_test.py)
add_test(NAME tools.rooms_are_in_order COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/check_rooms)

# A test with values has a name that says which; GoogleTest prints the bytes of what it can't print.
add_test(NAME tools.tests_have_names COMMAND ${CMAKE_CTEST_COMMAND} -N WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
set_tests_properties(tools.tests_have_names PROPERTIES FAIL_REGULAR_EXPRESSION "-byte object")

if(MERCER_PROGRAM)
  add_test(NAME package.installed
    COMMAND ${CMAKE_COMMAND}
      -D BUILD=${PROJECT_BINARY_DIR} -D CONFIG=$<CONFIG> -D VERSION=${PROJECT_VERSION}
      -D COMPILER=${CMAKE_CXX_COMPILER} -D FLAGS=${CMAKE_CXX_FLAGS}
      -P ${CMAKE_CURRENT_SOURCE_DIR}/package/check.cmake)
endif()
# The preset `strict`, whose library is shared, leaves out tests called package.
if(BUILD_SHARED_LIBS)
  add_test(NAME library.soname
    COMMAND ${CMAKE_COMMAND} -D LIBRARY=$<TARGET_FILE:mercer> -D VERSION=${PROJECT_VERSION}
      -P ${CMAKE_CURRENT_SOURCE_DIR}/package/soname.cmake)
endif()
