# What `cmake --install` leaves behind: headers, library, program, find_package and pkg-config files.
include(CMakePackageConfigHelpers)
set(MERCER_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mercer)

install(TARGETS mercer EXPORT mercer-targets)
install(DIRECTORY include/mercer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT mercer-targets NAMESPACE mercer:: DESTINATION ${MERCER_CMAKE_DIR})
configure_package_config_file(cmake/mercer-config.cmake.in mercer-config.cmake
  INSTALL_DESTINATION ${MERCER_CMAKE_DIR})
write_basic_package_version_file(mercer-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mercer-config.cmake ${PROJECT_BINARY_DIR}/mercer-config-version.cmake
  DESTINATION ${MERCER_CMAKE_DIR})

if(NOT BUILD_SHARED_LIBS)
  set(MERCER_PC_LIBS "-lopenblas -lz -lgomp -lpthread")
endif()
configure_file(cmake/mercer.pc.in mercer.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mercer.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
