# add_mathematics(NAME ELEMENTARY|COUNTING [SOURCES file...] [MATHEMATICS name...])
#
# A library of mathematics that two or more strategies use: the folder framework/mathematics/NAME, included as
# "NAME/header.hpp".
#
# An agreement of two strategies is evidence only as far as they do not share anything that could be wrong in both. So a
# library that counts, or bounds a count, is COUNTING: its name is compiled into every plugin that links it, directly or
# through other libraries, and the comparison takes it into account. Its code is in the namespace gridcensus::NAME, by
# which a test finds it in a plugin that does not declare it. ELEMENTARY libraries have definitions, names, data and
# textbook formulas, in the namespace gridcensus::mathematics.
#
# Installed with its headers for plugins elsewhere.
set(GRIDCENSUS_MATHEMATICS_DIR "${CMAKE_INSTALL_INCLUDEDIR}/gridcensus/mathematics")
function(add_mathematics name kind)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;MATHEMATICS")
  if(NOT kind MATCHES "^(ELEMENTARY|COUNTING)$")
    message(FATAL_ERROR "add_mathematics(${name}): expected ELEMENTARY or COUNTING, got \"${kind}\"")
  endif()
  set(target gridcensus_${name})
  set(counting "")
  if(kind STREQUAL "COUNTING")
    set(counting ${name})
  endif()
  set(libraries gridcensus::sdk)
  foreach(other IN LISTS arg_MATHEMATICS)
    list(APPEND libraries gridcensus::${other})
    get_property(more TARGET gridcensus_${other} PROPERTY GRIDCENSUS_COUNTING)
    list(APPEND counting ${more})
  endforeach()
  if(arg_SOURCES)
    list(TRANSFORM arg_SOURCES PREPEND "${name}/")
    add_library(${target} STATIC ${arg_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:gridcensus_settings>)
    target_compile_options(${target} PRIVATE ${mathematics_options})
    precompile_headers(${target} precompiled_sdk)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(gridcensus::${name} ALIAS ${target})
  target_include_directories(${target} ${scope}
    "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${GRIDCENSUS_MATHEMATICS_DIR}>")
  target_link_libraries(${target} ${scope} ${libraries})
  list(REMOVE_DUPLICATES counting)
  set_target_properties(${target} PROPERTIES
    GRIDCENSUS_COUNTING "${counting}" EXPORT_PROPERTIES GRIDCENSUS_COUNTING
    EXPORT_NAME ${name} OUTPUT_NAME gridcensus_${name})
  set_property(GLOBAL APPEND PROPERTY gridcensus_mathematics ${name})
  install(TARGETS ${target} EXPORT gridcensus ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${name}" DESTINATION "${GRIDCENSUS_MATHEMATICS_DIR}" COMPONENT dev
    FILES_MATCHING PATTERN "*.hpp")
  if(kind STREQUAL "COUNTING")
    set_property(GLOBAL APPEND PROPERTY gridcensus_counting_mathematics ${name})
  endif()
  list(TRANSFORM arg_MATHEMATICS PREPEND "mathematics/")
  declare_library(framework/mathematics/${name} ${arg_MATHEMATICS})
endfunction()
