# What `cmake --install` leaves behind: headers, library, program, data, find_package and pkg-config files.
include(CMakePackageConfigHelpers)
set(MERCER_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mercer)

install(TARGETS mercer EXPORT mercer-targets FILE_SET HEADERS)
install(EXPORT mercer-targets NAMESPACE mercer:: DESTINATION ${MERCER_CMAKE_DIR})
configure_package_config_file(cmake/mercer-config.cmake.in mercer-config.cmake
  INSTALL_DESTINATION ${MERCER_CMAKE_DIR})
write_basic_package_version_file(mercer-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mercer-config.cmake ${PROJECT_BINARY_DIR}/mercer-config-version.cmake
  DESTINATION ${MERCER_CMAKE_DIR})

# What `mercer reproduce` runs on.
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mercer/data)

# The pkg-config file finds its prefix from where it lies, so an installed tree may be moved. Who links the
# static library also links what it needs.
file(RELATIVE_PATH MERCER_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" MERCER_PC_PREFIX "${MERCER_PC_PREFIX}")
if(NOT BUILD_SHARED_LIBS)
  list(JOIN BLAS_LIBRARIES " " MERCER_PC_BLAS)
  set(MERCER_PC_LIBS "${MERCER_PC_BLAS} -lz -lsqlite3 -lfmt -lhwy ${OpenMP_CXX_FLAGS} -pthread")
endif()
configure_file(cmake/mercer.pc.in mercer.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mercer.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
