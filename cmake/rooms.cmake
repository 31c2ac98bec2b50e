# How the rooms are compiled: small files, because people read them, handed to the compiler several at a time, because it
# reads the same headers and makes the same templates for each (docs/decisions/0015-packs.md).
#
# Files of a pack see each other's unnamed namespaces. Those that give one name to two things go into different packs; what
# that does not see (a name that a header of a neighbour gives to something else, say) goes into MERCER_ALONE.
option(MERCER_PACKS "Compile several files of a room at once; off: each by itself, for small changes" ON)

# No time is spent there in loops: -O1 is enough. (So it is for the grammar of each room.)
set(MERCER_COLD_ROOMS model evaluate report front reproduce)
# Highway includes such a file anew for each instruction set, so it can have no neighbour.
set(MERCER_ALONE core/angle_math.cpp core/distance_math.cpp core/find_near.cpp core/tile_math.cpp core/vector_math.cpp
  graph/near_leaves.cpp)
# The table of methods must see nothing of them: each is made in its own file.
list(APPEND MERCER_ALONE front/methods.cpp)
# Only there with MERCER_MPI: the packs are the same without it.
list(APPEND MERCER_ALONE core/mpi/communicator.cpp)

# What a file defines in its unnamed namespaces: functions, types and constants. (clang-format lets them begin a line.)
function(mercer_names_in file names)
  file(READ ${file} text)
  string(REGEX REPLACE "[;\\[]|]" "" text "${text}")
  set(found "")
  string(FIND "${text}" "\nnamespace {\n" begin)
  while(NOT begin EQUAL -1)
    string(SUBSTRING "${text}" ${begin} -1 text)
    string(FIND "${text}" "\n}  // namespace\n" end)
    string(SUBSTRING "${text}" 0 ${end} part)
    string(SUBSTRING "${text}" 2 -1 text)
    string(FIND "${text}" "\nnamespace {\n" begin)
    string(REGEX MATCHALL "\n[A-Za-z][^\n]*" lines "${part}")
    foreach(line ${lines})
      if(line MATCHES "^\n(struct|class|enum class|enum|using) ([A-Za-z0-9_]+)($|[^:A-Za-z0-9_])")
        list(APPEND found ${CMAKE_MATCH_2})
      elseif(line MATCHES "^\n(constexpr|const|static)[^(]* =")
        string(REGEX MATCHALL "[.]?[A-Za-z0-9_]+ =" several "${line}")
        list(FILTER several EXCLUDE REGEX "^[.]")  # a field that is given a value
        list(TRANSFORM several REPLACE " =" "")
        list(APPEND found ${several})
      elseif(line MATCHES "^\n[A-Za-z_][A-Za-z0-9_:<>,&* ]*[ &*]([A-Za-z0-9_]+)[({]")
        list(APPEND found ${CMAKE_MATCH_1})
      endif()
    endforeach()
  endwhile()
  list(REMOVE_ITEM found namespace PrintTo)  # `using namespace`; overloaded for each type that GoogleTest prints
  set(${names} ${found} PARENT_SCOPE)
endfunction()

# Packs the sources of a target: a file goes into the first pack of its room (or MERCER_GROUP) that has space (`bytes` of
# text) and none of its names.
function(mercer_pack target bytes)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # an eighth of its time went into collecting garbage
    target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=1000000")
  endif()
  if(NOT MERCER_PACKS)
    return()
  endif()
  set(packs "")
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_filename_component(path ${source} ABSOLUTE)
    set(alone OFF)
    foreach(property MERCER_NO_PACK COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES)
      get_source_file_property(own ${path} ${property})
      if(own)
        set(alone ON)
      endif()
    endforeach()
    string(FIND ${path} ${PROJECT_BINARY_DIR}/ generated)
    if(NOT path MATCHES "[.]cpp$" OR alone OR generated EQUAL 0)
      continue()
    endif()
    file(RELATIVE_PATH below ${CMAKE_CURRENT_SOURCE_DIR} ${path})
    string(REGEX MATCH "^(src/)?[^/]+/" room "${below}")  # empty for files that lie in no folder
    string(REGEX REPLACE "^src/|/" "" room "${room}")
    get_source_file_property(group ${path} MERCER_GROUP)
    if(group)
      set(room ${group})
    endif()
    file(SIZE ${path} size)
    mercer_names_in(${path} names)
    foreach(number RANGE 1 99)
      set(pack ${target}_${room}_${number})
      set(file packs/${target}/${room}_${number}.cpp)
      set(others ${names})
      list(REMOVE_ITEM others ${names_${pack}} -)
      math(EXPR full "0${full_${pack}} + ${size}")
      if(NOT DEFINED full_${pack} OR ("${others}" STREQUAL "${names}" AND NOT full GREATER bytes))
        break()
      endif()
    endforeach()
    set(full_${pack} ${full})
    list(APPEND names_${pack} ${names})
    set(file_${pack} ${file})
    list(APPEND packs ${pack})
    file(RELATIVE_PATH include ${PROJECT_SOURCE_DIR} ${path})
    string(APPEND text_${pack} "#include \"${include}\"\n")
    set_source_files_properties(${path} PROPERTIES HEADER_FILE_ONLY ON)  # its pack is compiled
  endforeach()
  # CMake's unity builds name files by their whole path, so that no other clone could use what ccache has.
  list(REMOVE_DUPLICATES packs)
  foreach(pack ${packs})
    file(CONFIGURE OUTPUT ${file_${pack}} CONTENT "${text_${pack}}" @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${file_${pack}})
  endforeach()
  target_compile_options(${target} PRIVATE -iquote ${PROJECT_SOURCE_DIR})
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

# Those of the cold rooms. The compiler takes them only where it is told the same about position, threads and fmt.
function(mercer_share_precompiled target)
  mercer_cacheable_precompiled(${target})
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  target_compile_options(${target} PRIVATE -fPIC $<TARGET_PROPERTY:OpenMP::OpenMP_CXX,INTERFACE_COMPILE_OPTIONS>)
  target_precompile_headers(${target} REUSE_FROM mercer_cold)
endfunction()
