# Debian's OpenBLAS has LAPACK in it. Those of other package managers may be built without it; then LAPACK is looked for.
include(CheckFunctionExists)
set(CMAKE_REQUIRED_LIBRARIES ${BLAS_LIBRARIES})
check_function_exists(dsyevd_ MERCER_BLAS_HAS_LAPACK)
unset(CMAKE_REQUIRED_LIBRARIES)
set(MERCER_NEEDS_LAPACK OFF)
if(NOT MERCER_BLAS_HAS_LAPACK)
  find_package(LAPACK REQUIRED)
  list(APPEND MERCER_BLAS LAPACK::LAPACK)
  list(APPEND BLAS_LIBRARIES ${LAPACK_LIBRARIES})  # for pkg-config
  set(MERCER_NEEDS_LAPACK ON)
endif()
