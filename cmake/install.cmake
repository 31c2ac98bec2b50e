# What `cmake --install` leaves behind, in three parts: `library` (what runs), `development` (headers, find_package and
# pkg-config files) and `program` (with its data, manual page and completions).
include(CMakePackageConfigHelpers)
set(MERCER_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mercer)

install(TARGETS mercer EXPORT mercer-targets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development
  ARCHIVE COMPONENT development
  FILE_SET HEADERS COMPONENT development)
install(EXPORT mercer-targets NAMESPACE mercer:: DESTINATION ${MERCER_CMAKE_DIR} COMPONENT development)
configure_package_config_file(cmake/mercer-config.cmake.in mercer-config.cmake
  INSTALL_DESTINATION ${MERCER_CMAKE_DIR})
write_basic_package_version_file(mercer-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mercer-config.cmake ${PROJECT_BINARY_DIR}/mercer-config-version.cmake
  DESTINATION ${MERCER_CMAKE_DIR} COMPONENT development)

# What `mercer reproduce` runs on.
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mercer/data COMPONENT program)

# The program writes its own manual page and completions.
if(MERCER_PROGRAM)
  function(mercer_install_output folder file)
    list(JOIN ARGN " " arguments)
    install(CODE "execute_process(COMMAND $<TARGET_FILE:mercer_program> ${arguments}
      OUTPUT_FILE [[${PROJECT_BINARY_DIR}/written/${file}]] COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
    install(FILES ${PROJECT_BINARY_DIR}/written/${file} DESTINATION ${folder} COMPONENT program)
  endfunction()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/written)
  mercer_install_output(${CMAKE_INSTALL_MANDIR}/man1 mercer.1.gz man COMMAND gzip -9n)
  mercer_install_output(${CMAKE_INSTALL_DATADIR}/bash-completion/completions mercer completion bash)
  mercer_install_output(${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions _mercer completion zsh)
  mercer_install_output(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d mercer.fish completion fish)
endif()

# The pkg-config file finds its prefix from where it lies, so an installed tree may be moved. Who links the
# static library also links what it needs.
file(RELATIVE_PATH MERCER_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" MERCER_PC_PREFIX "${MERCER_PC_PREFIX}")
if(NOT BUILD_SHARED_LIBS)
  list(JOIN BLAS_LIBRARIES " " MERCER_PC_BLAS)
  set(MERCER_PC_LIBS "${MERCER_PC_BLAS} -lz -lsqlite3 -lfmt -lhwy ${OpenMP_CXX_FLAGS} -pthread")
endif()
configure_file(cmake/mercer.pc.in mercer.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mercer.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
