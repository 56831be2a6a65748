# Compiler settings that every target shares, and where the outputs lie.

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
  set(CMAKE_CXX_COMPILER_LAUNCHER "${GRIDCENSUS_CCACHE}")
endif()

# The build tree looks like the install tree: the program finds its plugins and data in the same relative places.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(GRIDCENSUS_PLUGIN_DIR "lib/gridcensus/plugins")
set(GRIDCENSUS_DATA_DIR "share/gridcensus")
set(CMAKE_INSTALL_LIBDIR lib)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

add_library(gridcensus_settings INTERFACE)
target_compile_options(gridcensus_settings INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: false -Wrestrict errors inside std::string.
  target_compile_options(gridcensus_settings INTERFACE -Wno-restrict)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Portable baseline; faster kernels are chosen at run time.
  target_compile_options(gridcensus_settings INTERFACE -march=x86-64-v2)
endif()

if(GRIDCENSUS_SANITIZERS)
  add_compile_options(-fsanitize=${GRIDCENSUS_SANITIZERS} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GRIDCENSUS_SANITIZERS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND GRIDCENSUS_SANITIZERS MATCHES "undefined")
    # g++ reports false vptr errors inside oneTBB's flow-graph headers.
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()
