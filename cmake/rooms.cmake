# How the rooms are compiled: small files, because people read them, handed to the compiler several at a time, because it
# reads the same headers and makes the same templates for each (docs/decisions/0015).
#
# A file in a pack sees the names of its neighbours' unnamed namespaces. Two files of a room that give one name to two
# things do not compile together: rename one, it is better for the reader too. MERCER_ALONE is for files that can't share.
option(MERCER_PACKS "Compile several files of a room at once; off: each alone, for small changes" ON)

# No time is spent there in loops: -O1 is enough. (So it is for the grammar of each room.)
set(MERCER_COLD_ROOMS model evaluate report front reproduce)
# Highway includes such a file anew for each instruction set, so it can have no neighbour.
set(MERCER_ALONE core/distance_math.cpp core/find_near.cpp core/vector_math.cpp)
# This one gives names that its neighbours give, too.
list(APPEND MERCER_ALONE model/embed_model.cpp)

# Packs the sources of a target: of one folder, in order, up to `bytes` of text.
function(mercer_pack target bytes)
  if(NOT MERCER_PACKS)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(folder "")
  foreach(source ${sources})
    get_filename_component(path ${source} ABSOLUTE)
    get_filename_component(here ${path} DIRECTORY)
    get_source_file_property(alone ${path} SKIP_UNITY_BUILD_INCLUSION)
    string(FIND ${path} ${PROJECT_BINARY_DIR}/ generated)
    if(NOT path MATCHES "[.]cpp$" OR alone OR generated EQUAL 0)
      continue()
    endif()
    file(SIZE ${path} size)
    if(NOT here STREQUAL folder)
      get_filename_component(room ${here} NAME)
      set(folder ${here})
      set(number 1)
      set(full 0)
    elseif(full GREATER bytes)
      math(EXPR number "${number} + 1")
      set(full 0)
    endif()
    math(EXPR full "${full} + ${size}")
    set_source_files_properties(${path} PROPERTIES UNITY_GROUP ${room}_${number})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Lets ccache keep what uses precompiled headers.
function(mercer_cacheable_precompiled target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  else()
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# What most files of a target read, read once.
function(mercer_precompile target)
  mercer_cacheable_precompiled(${target})
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()
