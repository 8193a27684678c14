# Findmuparser: the parser of the catalogue's expressions, as target muparser::muparser.
#
# Its own CMake package where there is one; releases before 2.3 (Ubuntu 22.04) bring only the library and its header.
find_package(muparser CONFIG QUIET)
if(NOT muparser_FOUND)
  find_library(muparser_LIBRARY muparser)
  find_path(muparser_INCLUDE_DIR muParser.h)
  mark_as_advanced(muparser_LIBRARY muparser_INCLUDE_DIR)
endif()

include(FindPackageHandleStandardArgs)
if(muparser_CONFIG)
  find_package_handle_standard_args(muparser CONFIG_MODE)
else()
  find_package_handle_standard_args(muparser REQUIRED_VARS muparser_LIBRARY muparser_INCLUDE_DIR)
  if(muparser_FOUND AND NOT TARGET muparser::muparser)
    add_library(muparser::muparser UNKNOWN IMPORTED)
    set_target_properties(muparser::muparser PROPERTIES
      IMPORTED_LOCATION "${muparser_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${muparser_INCLUDE_DIR}")
  endif()
endif()
