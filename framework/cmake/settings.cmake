# Compiler settings that every target shares, and the places of the outputs.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(GRIDCENSUS_CCACHE ccache)
if(GRIDCENSUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/framework/scripts/cached_compile")
endif()
# No path of this clone gets into compiled code, so equal sources give equal plugins, and equal entries of ccache, in
# every folder. A debugger wants the paths.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
endif()

# The build tree has the layout of the install tree, in which libraries may be in another folder than lib. The program
# finds its plugins and data by relative paths from its own folder, so either tree can be moved.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(GRIDCENSUS_PLUGIN_DIR "lib/gridcensus/plugins")
set(GRIDCENSUS_INSTALLED_PLUGIN_DIR "${CMAKE_INSTALL_LIBDIR}/gridcensus/plugins")
set(GRIDCENSUS_DATA_DIR "share/gridcensus")
file(RELATIVE_PATH GRIDCENSUS_PROGRAM_TO_LIBDIR "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
# Installed targets are linked with BUILD_WITH_INSTALL_RPATH. Otherwise CMake would rewrite their path when installing,
# and would reserve room for it by empty elements, which load libraries from the current directory.

# The host mostly waits for strategies, so it is compiled with -O1: in two thirds of the time, without a measurable
# slowdown. Code that computes for long is optimised in builds with sanitizers, too.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(host_options -O1)
elseif(GRIDCENSUS_SANITIZERS)
  set(mathematics_options -O1)
endif()

add_library(gridcensus_settings INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ collects garbage only beyond 1.5 GB, which no file reaches: a tenth less processor time.
  add_compile_options(--param=ggc-min-heapsize=1500000)
endif()
if(NOT GRIDCENSUS_SANITIZERS)  # in instrumented code many warnings are false
  target_compile_options(gridcensus_settings INTERFACE
    -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor
    -Woverloaded-virtual -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: false errors inside std::string, of three kinds if headers are precompiled.
  target_compile_options(gridcensus_settings INTERFACE -Wno-restrict)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(gridcensus_settings INTERFACE -Wno-array-bounds -Wno-stringop-overflow)
  endif()
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Portable baseline; faster kernels are chosen at run time.
  target_compile_options(gridcensus_settings INTERFACE -march=x86-64-v2)
endif()

if(GRIDCENSUS_SANITIZERS)
  add_compile_options(-fsanitize=${GRIDCENSUS_SANITIZERS} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GRIDCENSUS_SANITIZERS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND GRIDCENSUS_SANITIZERS MATCHES "undefined")
    # g++ reports false vptr errors inside oneTBB's flow-graph headers. The other three check every access, which takes
    # a third of the compile time; AddressSanitizer finds the same errors except alignment.
    add_compile_options(-fno-sanitize=vptr,null,object-size,alignment)
  endif()
endif()
