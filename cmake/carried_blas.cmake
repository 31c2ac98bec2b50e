# A wheel carries its own OpenBLAS: those parts of the static library that are called, linked into libmercer and visible to
# nobody else. Debian's library has kernels for 19 kinds of x86 processors, 36 MB of them with LAPACK. Four kinds are kept,
# one for each set of vector instructions; each other kind uses the newest of these that it can run. 6 MB are left, and a
# processor with AVX2 or AVX-512 runs the kernels that it always ran.
option(MERCER_CARRY_BLAS "Link the parts of a static OpenBLAS that are used, for a wheel" OFF)
set(MERCER_BLAS BLAS::BLAS)
if(NOT MERCER_CARRY_BLAS)
  return()
endif()
find_library(MERCER_STATIC_OPENBLAS libopenblas.a PATH_SUFFIXES openblas-pthread)
foreach(name gfortran quadmath)  # LAPACK is written in Fortran
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${name}.a OUTPUT_VARIABLE static_${name}
    OUTPUT_STRIP_TRAILING_WHITESPACE)
endforeach()
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64 OR NOT MERCER_STATIC_OPENBLAS OR NOT EXISTS "${static_gfortran}")
  message(STATUS "No static OpenBLAS and libgfortran for x86_64: the shared BLAS is linked")
  return()
endif()

set(instead_SSE3 PRESCOTT CORE2 PENRYN DUNNINGTON NEHALEM ATHLON OPTERON OPTERON_SSE3 BARCELONA BOBCAT ATOM NANO KATMAI
  COPPERMINE NORTHWOOD BANIAS)
set(instead_AVX SANDYBRIDGE BULLDOZER PILEDRIVER STEAMROLLER EXCAVATOR)
set(instead_AVX2 HASWELL ZEN)
set(instead_AVX512 SKYLAKEX COOPERLAKE SAPPHIRERAPIDS)
set(options "LINKER:--exclude-libs,ALL" "LINKER:--gc-sections")
foreach(function openblas_set_num_threads openblas_get_num_threads openblas_get_config)  # known to mercer as weak symbols
  list(APPEND options "LINKER:--undefined=${function}")
endforeach()
foreach(set SSE3 AVX AVX2 AVX512)
  list(POP_FRONT instead_${set} kept)
  foreach(other ${instead_${set}})
    list(APPEND options "LINKER:--defsym=gotoblas_${other}=gotoblas_${kept}")
  endforeach()
endforeach()
add_library(mercer_carried_blas INTERFACE IMPORTED)
target_link_options(mercer_carried_blas INTERFACE ${options})
target_link_libraries(mercer_carried_blas INTERFACE ${MERCER_STATIC_OPENBLAS} ${static_gfortran} ${static_quadmath})
set(MERCER_BLAS mercer_carried_blas)
set(MERCER_CARRIED ${MERCER_STATIC_OPENBLAS} ${static_gfortran} ${static_quadmath})
