# add_strategy_plugin(ID SOURCES file... [LIBRARIES target...])
#
# Builds the strategy plugin ID. Everything but plugin.cpp also becomes the static library ID_math, so that tests and
# benchmarks reach the mathematics without the plugin.
#
# Also part of the installed package: find_package(gridcensus CONFIG) brings this function to plugins that live elsewhere.
# There, the warnings and the combinatorics of this project are not at hand, and only the SDK is linked.
function(add_strategy_plugin id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  if(NOT id MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "add_strategy_plugin: the id \"${id}\" is not snake_case")
  endif()
  if(NOT "plugin.cpp" IN_LIST arg_SOURCES)
    message(FATAL_ERROR "add_strategy_plugin(${id}): SOURCES must name plugin.cpp, the file with GRIDCENSUS_PLUGIN")
  endif()

  set(settings "")
  set(libraries gridcensus::sdk ${arg_LIBRARIES})
  if(TARGET gridcensus_settings)
    set(settings gridcensus_settings)
    list(APPEND libraries gridcensus_combinatorics)
  endif()

  set(math_sources ${arg_SOURCES})
  list(FILTER math_sources EXCLUDE REGEX "plugin\\.cpp$")
  set(math_scope PUBLIC)
  if(math_sources)
    add_library(${id}_math STATIC ${math_sources})
    target_link_libraries(${id}_math PRIVATE ${settings})
    set_target_properties(${id}_math PROPERTIES
      POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  else()
    add_library(${id}_math INTERFACE)
    set(math_scope INTERFACE)
  endif()
  target_include_directories(${id}_math ${math_scope} "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${id}_math ${math_scope} ${libraries})

  add_library(${id} MODULE plugin.cpp)
  target_link_libraries(${id} PRIVATE ${settings} ${id}_math)
  set_target_properties(${id} PROPERTIES
    PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${GRIDCENSUS_PLUGIN_DIR}"
    INSTALL_RPATH "$ORIGIN/../..")
  if(TARGET precompiled_sdk)
    precompile_headers(${id} precompiled_sdk)
    if(math_sources AND GRIDCENSUS_SANITIZERS)
      target_compile_options(${id}_math PRIVATE -O1)  # what computes for long; the rest is not optimised there
    elseif(math_sources)
      precompile_headers(${id}_math precompiled_sdk)
    endif()
  endif()
  install(TARGETS ${id} LIBRARY DESTINATION "${GRIDCENSUS_PLUGIN_DIR}")
  if(TARGET programs)
    add_dependencies(programs ${id})
  endif()
endfunction()
