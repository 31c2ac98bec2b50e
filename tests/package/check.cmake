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
set(example ${CMAKE_CURRENT_LIST_DIR}/../../examples/cpp)
run(${CMAKE_COMMAND} -G Ninja -S ${example} -B ${room}/build -D CMAKE_BUILD_TYPE=${CONFIG}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build ${room}/build)
run(${room}/build/two_rings)

# pkg-config --cflags --libs mercer
file(GLOB_RECURSE pc ${prefix}/*/mercer.pc)
cmake_path(GET pc PARENT_PATH pc_path)
set(ENV{PKG_CONFIG_PATH} ${pc_path})
run(pkg-config --exists "mercer = ${VERSION}")
run(make -C ${example} BUILD=${room} CXX=${COMPILER} "CXXFLAGS=${FLAGS}")
run(${room}/two_rings)

# What else a system expects of it: a manual page, completions, and a name that says which interface the library has.
foreach(file share/man/man1/mercer.1.gz share/bash-completion/completions/mercer share/zsh/vendor-completions/_mercer
             share/fish/vendor_completions.d/mercer.fish share/mercer/data/iris.csv)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
file(GLOB_RECURSE shared ${prefix}/*/libmercer.so)
if(shared)
  run(${CMAKE_COMMAND} -D LIBRARY=${shared} -D VERSION=${VERSION} -P ${CMAKE_CURRENT_LIST_DIR}/soname.cmake)
endif()
