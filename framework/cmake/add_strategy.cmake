# gridcensus_add_strategy(ID SOURCES file... [MATHEMATICS name...] [LIBRARIES target...])
#
# Builds the strategy plugin ID. Everything but plugin.cpp also becomes the static library ID_mathematics, which the
# tests and the benchmarks of the strategy link: tests/CMakeLists.txt and benchmarks.cpp in its folder, if there are
# any.
#
# MATHEMATICS names the shared libraries of mathematics that it uses. They are linked, and the names of those that count
# are compiled into the plugin, so the plugin declares exactly the libraries that it links. NAME=QUANTITY,QUANTITY
# limits a library's part to these quantities; otherwise it is assumed to have a part in all of them.
#
# Also part of the installed package: find_package(gridcensus CONFIG) provides this function for plugins elsewhere. For
# these, warnings and the build type are the author's choice; without a build type the strategy is optimised, because it
# counts. Its plugin is in lib/gridcensus/plugins of the build, and is installed where the program looks for plugins.
function(gridcensus_add_strategy id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;MATHEMATICS;LIBRARIES")
  if(NOT id MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "gridcensus_add_strategy: the id \"${id}\" is not snake_case")
  endif()
  if(NOT "plugin.cpp" IN_LIST arg_SOURCES)
    message(FATAL_ERROR "gridcensus_add_strategy(${id}): SOURCES must name plugin.cpp, the file with GRIDCENSUS_PLUGIN")
  endif()

  get_property(known GLOBAL PROPERTY gridcensus_mathematics)
  set(libraries gridcensus::sdk ${arg_LIBRARIES})
  set(evidence "")
  set(own_libraries "")
  foreach(entry IN LISTS arg_MATHEMATICS)
    string(REGEX MATCH "^([a-z0-9_]+)(=.+)?$" _ "${entry}")
    set(name "${CMAKE_MATCH_1}")
    set(quantities "${CMAKE_MATCH_2}")
    if(NOT name IN_LIST known)
      list(JOIN known ", " names)
      message(FATAL_ERROR
        "gridcensus_add_strategy(${id}): there is no mathematics \"${entry}\"; expected one of: ${names}")
    endif()
    list(APPEND libraries gridcensus::${name})
    list(APPEND own_libraries mathematics/${name})
    get_property(counting TARGET gridcensus::${name} PROPERTY GRIDCENSUS_COUNTING)
    if(quantities AND NOT counting)
      message(FATAL_ERROR "gridcensus_add_strategy(${id}): ${name} counts nothing, so it needs no quantities")
    endif()
    list(TRANSFORM counting APPEND "${quantities}")
    list(APPEND evidence ${counting})
  endforeach()
  list(REMOVE_DUPLICATES evidence)
  list(JOIN evidence " " evidence)

  set(is_ours FALSE)
  if(TARGET gridcensus_settings)
    set(is_ours TRUE)
  endif()
  # The SDK is above the folder of plugins, in the build tree and in the install tree; the SDK of an external author is
  # elsewhere.
  set(settings gridcensus_settings)
  set(libraries_path "$ORIGIN/..")
  if(NOT is_ours)
    set(settings gridcensus_author_settings)
    list(APPEND libraries_path "$<TARGET_FILE_DIR:gridcensus::sdk>")
  endif()

  set(other_sources ${arg_SOURCES})
  list(FILTER other_sources EXCLUDE REGEX "plugin\\.cpp$")
  set(scope PUBLIC)
  if(other_sources)
    add_library(${id}_mathematics STATIC ${other_sources})
    target_link_libraries(${id}_mathematics PRIVATE ${settings})
    set_target_properties(${id}_mathematics PROPERTIES
      POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  else()
    add_library(${id}_mathematics INTERFACE)
    set(scope INTERFACE)
  endif()
  # Includes name the folder: "ID/header.hpp".
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH include_root)
  target_include_directories(${id}_mathematics ${scope} "${include_root}")
  target_link_libraries(${id}_mathematics ${scope} ${libraries})

  add_library(${id} MODULE plugin.cpp)
  if(evidence)
    # Data that GRIDCENSUS_PLUGIN puts into the plugin's descriptor.
    set(declaration "${CMAKE_CURRENT_BINARY_DIR}/${id}_declaration.cpp")
    file(CONFIGURE OUTPUT "${declaration}" @ONLY CONTENT
      "extern \"C\" {\nextern const char gridcensus_mathematics[];\nconst char gridcensus_mathematics[] = \"@evidence@\";\n}\n")
    target_sources(${id} PRIVATE "${declaration}")
  endif()
  target_link_libraries(${id} PRIVATE ${settings} ${id}_mathematics)
  set_target_properties(${id} PROPERTIES
    PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${GRIDCENSUS_PLUGIN_DIR}"
    BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${libraries_path}")
  install(TARGETS ${id} LIBRARY DESTINATION "${GRIDCENSUS_INSTALLED_PLUGIN_DIR}" COMPONENT runtime)
  # The program refuses a library that does not match the checksum file beside it. Installing changes the library, so
  # the file is written again there.
  add_custom_command(TARGET ${id} POST_BUILD
    COMMAND sh -c "'${CMAKE_COMMAND}' -E sha256sum ${id}.so >${id}.so.sha256"
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/${GRIDCENSUS_PLUGIN_DIR}" VERBATIM)
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${GRIDCENSUS_INSTALLED_PLUGIN_DIR}\")
    file(SHA256 \"\${folder}/${id}.so\" hash)
    file(WRITE \"\${folder}/${id}.so.sha256\" \"\${hash}  ${id}.so\\n\")"
    COMPONENT runtime)
  if(NOT is_ours)
    return()
  endif()

  set(targets ${id})
  if(other_sources)
    list(APPEND targets ${id}_mathematics)
  endif()
  foreach(target IN LISTS targets)
    target_compile_options(${target} PRIVATE ${mathematics_options})
    precompile_headers(${target} precompiled_sdk)
  endforeach()
  add_dependencies(programs ${id})
  declare_library(plugins/${id} ${own_libraries})
  set_property(GLOBAL APPEND PROPERTY gridcensus_strategies ${id})
  if(GRIDCENSUS_TESTS AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/tests/CMakeLists.txt")
    add_subdirectory(tests)
  endif()
  if(GRIDCENSUS_BENCHMARKS AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks.cpp")
    gridcensus_benchmark(${id} ${id}_mathematics)
  endif()
endfunction()
