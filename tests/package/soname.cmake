# The name by which programs look for the shared library: it has the version of the interface, as find_package asks for it.
#
#   cmake -D LIBRARY=libmercer.so -D VERSION=0.2.0 -P soname.cmake
cmake_minimum_required(VERSION 3.25)
string(REGEX MATCH "^[0-9]+[.][0-9]+" interface ${VERSION})
execute_process(COMMAND objdump -p ${LIBRARY} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
if(NOT headers MATCHES "SONAME +libmercer[.]so[.]${interface}\n")
  message(FATAL_ERROR "the SONAME of ${LIBRARY} is not libmercer.so.${interface}")
endif()
