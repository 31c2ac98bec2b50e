# The program as a user of the library: cli/ by itself, against an installed mercer, and then run.
#
#   cmake -D BUILD=build -P tests/package/program.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(ABSOLUTE_PATH BUILD)
set(room ${BUILD}/program-test)
file(REMOVE_RECURSE ${room})
file(MAKE_DIRECTORY ${room})

# Headers of the library's own rooms are not installed.
file(GLOB_RECURSE files ${CMAKE_CURRENT_LIST_DIR}/../../cli/*.?pp)
foreach(file ${files})
  file(STRINGS ${file} private REGEX "^#include \"[a-z_]+/")
  list(FILTER private EXCLUDE REGEX "\"(mercer|serve)/")
  foreach(line ${private})
    message(SEND_ERROR "${file}: ${line}: this header is not installed")
  endforeach()
endforeach()

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${room} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${room}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/../../cli -B ${room}/build -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_PREFIX_PATH=${room}/prefix)
run(${CMAKE_COMMAND} --build ${room}/build)
run(${room}/build/mercer --version)
run(${room}/build/mercer generate rings -o rings.csv)
run(${room}/build/mercer fit rings.csv -k 2 --truth label)
