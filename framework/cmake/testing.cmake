# Declarations of tests and benchmarks: those of the host, of the SDK and of the mathematics are in tests/, those of a
# strategy in its own folder.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
find_program(PYTHON3 python3 REQUIRED)
# Debian's own Python has Debian's packages.
find_program(DEBIAN_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT DEBIAN_PYTHON3)
  set(DEBIAN_PYTHON3 "${PYTHON3}")
endif()
include(GoogleTest)

# gridcensus_test(NAME LABEL quick|standard|slow SOURCES file... [LIBRARIES target...] [DEPENDS target...] [ONE_THREAD])
#
# One test program. Its label gives the time of its longest case (quick: under 0.2 s, standard: under 3 s, slow:
# beyond). Slow programs are left out of builds with sanitizers, where they would take minutes.
#
# A program is one test of ctest and runs its cases in one process. With TEST_EACH_CASE in the environment of ctest, as
# `./test -R` sets it, each case is a test, NAME.SUITE.CASE, in its own process.
#
# A test that links a library of the host that threads share (ledger, graph, report) is a host test, unless ONE_THREAD
# declares that threads share nothing in it: the target host_tests builds the host tests, and the file host_tests.regex
# matches their names. Only these run under TSan, which would find nothing in the others: each night all of them, after a
# change those that it reaches, if they need neither the program nor plugins (host_library_tests.regex).
add_custom_target(host_tests)
# Halves the compile time of GoogleTest's macros. Helpers in two files of a program must not have the same name.
option(GRIDCENSUS_UNITY_TESTS "Compile the files of a test program as one" ON)
function(gridcensus_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_THREAD" "LABEL" "SOURCES;LIBRARIES;DEPENDS")
  if(GRIDCENSUS_SANITIZERS AND arg_LABEL STREQUAL "slow")
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/programs" UNITY_BUILD ${GRIDCENSUS_UNITY_TESTS}
    UNITY_BUILD_BATCH_SIZE 16)
  if(arg_DEPENDS)
    add_dependencies(${name} ${arg_DEPENDS})
  endif()
  set(kind tests)
  if(NOT GRIDCENSUS_SANITIZERS AND (arg_LABEL STREQUAL "quick" OR "programs" IN_LIST arg_DEPENDS))
    set(kind short_tests)
  endif()
  target_compile_options(${name} PRIVATE ${${kind}_options})
  precompile_headers(${name} precompiled_${kind})
  target_link_libraries(${name} PRIVATE gridcensus_settings gridcensus::sdk ${arg_LIBRARIES} GTest::gmock_main)
  add_test_program(${name} "${arg_LABEL}" "${arg_DEPENDS}")
  if(NOT arg_ONE_THREAD AND "${arg_LIBRARIES}" MATCHES "gridcensus_(ledger|graph|report)")
    add_dependencies(host_tests ${name})
    set_property(GLOBAL APPEND PROPERTY gridcensus_host_tests ${name})
    if(NOT arg_DEPENDS)
      set_property(GLOBAL APPEND PROPERTY gridcensus_host_library_tests ${name})
    endif()
  endif()
endfunction()

# The file that ctest reads when it starts: each case as GoogleTest's own function lists it, or the whole program.
#
# REQUIRED_FILES, here and elsewhere, are what a test needs beyond what its command names: framework/scripts/reach.py
# reads them to choose the tests that a change reaches.
function(add_test_program name label depends)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}." PROPERTIES LABELS "${label}")
  get_property(files DIRECTORY PROPERTY TEST_INCLUDE_FILES)
  list(POP_BACK files cases)
  # If nothing is known of earlier runs, ctest begins with the most expensive tests.
  set(cost 1)
  if(label STREQUAL "slow")
    set(cost 100)
  endif()
  set(program "${PROJECT_BINARY_DIR}/tests/programs/${name}")
  set(required "${program}")
  list(REMOVE_ITEM depends loaded_plugins refused_plugins)
  foreach(target IN LISTS depends)
    if(target MATCHES "^(programs|gridcensus)$")
      list(APPEND required "${PROJECT_BINARY_DIR}/bin/gridcensus")
    else()
      list(APPEND required "${PROJECT_BINARY_DIR}/${GRIDCENSUS_PLUGIN_DIR}/${target}.so")
    endif()
  endforeach()
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${name}_tests.cmake")
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT "if(DEFINED ENV{TEST_EACH_CASE})
  include(\"@cases@\")
else()
  add_test(@name@ \"@program@\" --gtest_brief=1)
  set_tests_properties(@name@ PROPERTIES LABELS @label@ COST @cost@ REQUIRED_FILES \"@required@\")
endif()
")
  set_property(DIRECTORY PROPERTY TEST_INCLUDE_FILES ${files} "${file}")
endfunction()

# gridcensus_evidence(NAME COMMAND argument...)
#
# Evidence: a recount, a table, hundreds of seeds, or an experiment that takes too long for each change, and has a quick
# relative among the tests. With GRIDCENSUS_EVIDENCE in its environment, as tests/evidence/run sets it, ctest has the
# test evidence.NAME; otherwise it does not know it. COMMAND may be a target. tests/support/evidence.hpp has the sizes of
# a test program that is a test and evidence, too.
add_custom_target(evidence)
function(gridcensus_evidence name command)
  set(properties SKIP_RETURN_CODE 77)
  if(TARGET ${command})
    add_dependencies(evidence ${command})
    set(command "$<TARGET_FILE:${command}>")
  endif()
  if(command MATCHES "^\\$<TARGET_FILE:")
    list(APPEND properties REQUIRED_FILES "${command}")
  endif()
  set(words "${command}" ${ARGN})
  list(JOIN words "]==] [==[" words)
  list(JOIN properties " " properties)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/evidence.${name}.cmake")
  file(GENERATE OUTPUT "${file}" CONTENT "if(DEFINED ENV{GRIDCENSUS_EVIDENCE})
  add_test(evidence.${name} [==[${words}]==])
  set_tests_properties(evidence.${name} PROPERTIES ${properties})
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# Test code is compiled often and run once: the tested code is optimised, the tests are not, least of all if they are
# quick or wait for the program. AddressSanitizer checks the tested code, not the tests, which are half of the code.
set(kinds_of_tests tests)
if(NOT GRIDCENSUS_SANITIZERS)
  list(APPEND kinds_of_tests short_tests)
  set(tests_options -O1)
  set(short_tests_options -O0)
elseif(GRIDCENSUS_SANITIZERS MATCHES "address")
  # The tests must know that it is on, by this macro.
  set(tests_options -fno-sanitize=all -D__SANITIZE_ADDRESS__)
endif()
foreach(kind IN LISTS kinds_of_tests)
  add_precompiled_headers(precompiled_${kind}
    HEADERS <gridcensus/plugin.hpp> <gmock/gmock.h> <gtest/gtest.h> <algorithm> <array> <functional> <map> <optional>
      <span> <string> <vector>
    LIBRARIES GTest::gmock_main
    OPTIONS ${${kind}_options})
endforeach()

# Code shared by tests, included as "support/header.hpp". Tests ask places.hpp for the places of the program, plugins
# and files. They get no absolute path in a definition, so a compiler cache can reuse their objects in another clone.
add_library(gridcensus_test_support STATIC "${PROJECT_SOURCE_DIR}/tests/support/places.cpp")
target_include_directories(gridcensus_test_support PUBLIC "${PROJECT_SOURCE_DIR}/tests")
target_compile_definitions(gridcensus_test_support PRIVATE
  SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" BUILD_FOLDER="${PROJECT_BINARY_DIR}" PLUGIN_FOLDER="${GRIDCENSUS_PLUGIN_DIR}")
target_link_libraries(gridcensus_test_support PRIVATE gridcensus_settings)

# gridcensus_benchmark(ID LIBRARY): adds benchmarks.cpp of this folder to the program gridcensus_benchmarks.
if(GRIDCENSUS_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
function(gridcensus_benchmark id library)
  add_library(${id}_benchmarks OBJECT benchmarks.cpp)
  target_link_libraries(${id}_benchmarks
    PUBLIC ${library} benchmark::benchmark PRIVATE gridcensus_settings gridcensus_test_support)
  set_property(GLOBAL APPEND PROPERTY gridcensus_benchmarks ${id}_benchmarks)
endfunction()
