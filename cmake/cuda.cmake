# GPUs of NVIDIA, where MERCER_CUDA asks for them: src/cuda, compiled by nvcc for compute capability 8.0 and 9.0 and as PTX
# for later ones. The runtime is linked statically, so that the program starts where no driver is. Without it,
# src/cuda/absent.cpp stands for all of that.
#
# nvcc comes with NVIDIA's toolkit, or from PyPI on any machine (docs/methods/gpu.md); CUDACXX or CMAKE_CUDA_COMPILER names
# it where it is not on the PATH.
option(MERCER_CUDA "Compute on GPUs of NVIDIA; needs nvcc" OFF)
set(MERCER_CUDA_ARCHITECTURES "80-real;90a-real;80-virtual" CACHE STRING "Compute capabilities of MERCER_CUDA")
mark_as_advanced(MERCER_CUDA_ARCHITECTURES)
set(MERCER_WITH_CUDA cuda_pairs cuda_points label_search present tensor_sums)  # sources that need its headers

macro(mercer_cuda_compiler)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${MERCER_CUDA_ARCHITECTURES})
  endif()
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
  enable_language(CUDA)
  get_filename_component(mercer_toolkit ${CMAKE_CUDA_COMPILER} REALPATH)
  get_filename_component(mercer_toolkit ${mercer_toolkit}/../.. ABSOLUTE)
  find_library(MERCER_CUDART cudart_static HINTS ${mercer_toolkit} PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib REQUIRED)
  find_path(MERCER_CUDA_DIR cuda_runtime_api.h HINTS ${mercer_toolkit} PATH_SUFFIXES include targets/x86_64-linux/include
    REQUIRED)
endmacro()

# Takes out of the library's sources what this build has no use for, and what mercer_cuda compiles.
function(mercer_choose_cuda sources)
  set(chosen ${${sources}})
  list(JOIN MERCER_WITH_CUDA "|" with)
  list(FILTER chosen EXCLUDE REGEX "/src/cuda/(${with})[.]cpp$")
  if(MERCER_CUDA)
    list(FILTER chosen EXCLUDE REGEX "/src/cuda/absent[.]cpp$")
  endif()
  set(${sources} ${chosen} PARENT_SCOPE)
endfunction()

# What needs CUDA, as objects of the library.
function(mercer_add_cuda target)
  file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cuda/*.cu)
  list(TRANSFORM MERCER_WITH_CUDA PREPEND ${PROJECT_SOURCE_DIR}/src/cuda/ OUTPUT_VARIABLE hosts)
  list(TRANSFORM hosts APPEND .cpp)
  add_library(mercer_cuda OBJECT ${kernels} ${hosts})
  set_target_properties(mercer_cuda PROPERTIES CUDA_STANDARD 17 CXX_STANDARD 20 POSITION_INDEPENDENT_CODE ON)
  target_include_directories(mercer_cuda PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(mercer_cuda SYSTEM PRIVATE ${MERCER_CUDA_DIR})
  target_compile_options(mercer_cuda PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -Xcompiler=-Wall,-Wextra>
    $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${MERCER_WARNINGS_AS_ERRORS}>>:-Werror=all-warnings>)
  target_link_libraries(mercer_cuda PRIVATE Eigen3::Eigen OpenMP::OpenMP_CXX fmt::fmt mercer_warnings)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:mercer_cuda>)
  target_link_libraries(${target} PRIVATE ${MERCER_CUDART} rt)
endfunction()
