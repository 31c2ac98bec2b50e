# Debian packages of what `cmake --install` installs, one for each of its parts: `make deb`.
#
# By CPack and not by debhelper: the build that exists is packed as it is, and what a package holds is said once, by the parts of
# cmake/install.cmake.
option(MERCER_DEB "Install what Debian packages need, for CPack" OFF)
if(NOT MERCER_DEB)
  return()
endif()
set(interface ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(name_library libmercer${interface})
set(name_development libmercer-dev)
set(name_program mercer)

# Debian wants to know whose it is, and what changed.
foreach(part library development program)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${name_${part}})
  install(FILES packaging/debian/copyright DESTINATION ${folder} COMPONENT ${part})
  install(CODE "execute_process(COMMAND gzip -9nc [[${PROJECT_SOURCE_DIR}/packaging/debian/changelog]]
    OUTPUT_FILE [[${PROJECT_BINARY_DIR}/written/changelog.Debian.gz]] COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${part})
  install(FILES ${PROJECT_BINARY_DIR}/written/changelog.Debian.gz DESTINATION ${folder} COMPONENT ${part})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL library development program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # the first line of each description
set(CPACK_PACKAGE_CONTACT "mercer developers <mercer@packages.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${name_library})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "kernel clustering, shared library
Kernel k-means and its soft, fuzzy and possibilistic kin, spectral clustering,
hierarchies, mixtures, maps and more, each under any kernel that suits it.

This package has the library that programs are linked to.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ${name_development})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${name_library} (= ${PROJECT_VERSION}-1), libeigen3-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "kernel clustering, for developers
Headers of the C++ library mercer, and the files by which CMake's find_package
and pkg-config find it.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ${name_program})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "${name_library} (= ${PROJECT_VERSION}-1)")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "kernel clustering at the command line
Clusters tables, matrices, documents and graphs by any method under
any kernel, and reports what it found in numbers, words and pictures.

With its manual page, completions and the data sets of the papers that it can
run again.")
include(CPack)
