# Precompiled headers: headers that nearly every file includes are read once, which saves 2 of the 4 to 5 s of processor
# time per file. Every file still includes what it uses: clang-tidy and the preset `dev` work without them.

# add_precompiled_headers(OWNER HEADERS header... [LIBRARIES target...] [OPTIONS option...])
function(add_precompiled_headers owner)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES;OPTIONS")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${owner}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Nothing but the headers.\n")
  add_library(${owner} OBJECT "${source}")
  target_link_libraries(${owner} PRIVATE gridcensus_settings gridcensus::sdk ${arg_LIBRARIES})
  target_compile_options(${owner} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(${owner} PRIVATE ${arg_HEADERS})
endfunction()

# precompile_headers(TARGET OWNER): the target reads the headers precompiled by OWNER. It must have the SDK among its
# libraries, and be optimised like OWNER.
function(precompile_headers target owner)
  target_precompile_headers(${target} REUSE_FROM ${owner})
  # Programs as well: their code must be position independent in the same way as OWNER's.
  target_compile_options(${target} PRIVATE -fPIC)
endfunction()
