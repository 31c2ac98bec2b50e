# Installs a build into an empty folder and uses it from there: by find_package, by pkg-config, as a program.
#
#   cmake -D BUILD=build -D CONFIG=Release -D VERSION=0.2.0 -D COMPILER=g++ -D FLAGS= -P check.cmake
cmake_minimum_required(VERSION 3.25)
set(room ${BUILD}/package-test)
set(prefix ${room}/prefix)
file(REMOVE_RECURSE ${room})

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${room} COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
endfunction()

file(MAKE_DIRECTORY ${room})
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${prefix})
run(${prefix}/bin/mercer --version)

# find_package(mercer CONFIG)
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${room}/build -D CMAKE_BUILD_TYPE=${CONFIG}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
  -D VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${room}/build)
run(${room}/build/user)

# pkg-config --cflags --libs mercer
file(GLOB_RECURSE pc ${prefix}/*/mercer.pc)
cmake_path(GET pc PARENT_PATH pc_path)
cmake_path(GET pc_path PARENT_PATH library_path)
set(ENV{PKG_CONFIG_PATH} ${pc_path})
execute_process(COMMAND pkg-config --cflags --libs "mercer = ${VERSION}"
  OUTPUT_VARIABLE arguments OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(arguments UNIX_COMMAND "${FLAGS} ${arguments}")
run(${COMPILER} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${arguments} -Wl,-rpath,${library_path} -o user)
run(${room}/user)
