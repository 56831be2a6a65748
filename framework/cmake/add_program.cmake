# gridcensus_add_program(ID [FILES file...])
#
# Puts the program that ID.strategy.yaml describes, with the files of it, into the folder ID below the plugins of the
# build, and installs it there.
function(gridcensus_add_program id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FILES")
  set(files "${id}.strategy.yaml" ${arg_FILES})
  foreach(file IN LISTS files)
    configure_file("${file}" "${PROJECT_BINARY_DIR}/${GRIDCENSUS_PLUGIN_DIR}/${id}/${file}" COPYONLY)
  endforeach()
  install(FILES ${files} DESTINATION "${GRIDCENSUS_INSTALLED_PLUGIN_DIR}/${id}" COMPONENT runtime)
  set_property(GLOBAL APPEND PROPERTY gridcensus_programs ${id})
endfunction()
