# The libraries of the source tree: each library of the host, of the mathematics and of the strategies is one folder,
# and declares here which others it links. A test reads the list and rejects an include of a folder that is not linked
# (tests/dependencies/includes.py).

# declare_library(FOLDER [LIBRARY...]): the folder, from the top of the repository, and the folders of ours that it
# links.
function(declare_library folder)
  list(JOIN ARGN " " libraries)
  set_property(GLOBAL APPEND PROPERTY gridcensus_libraries "${folder}: ${libraries}")
endfunction()

# Writes all declared folders, one a line, and the counting libraries of mathematics.
function(write_libraries file)
  get_property(libraries GLOBAL PROPERTY gridcensus_libraries)
  get_property(counting GLOBAL PROPERTY gridcensus_counting_mathematics)
  list(JOIN libraries "\n" libraries)
  list(JOIN counting " " counting)
  file(CONFIGURE OUTPUT "${file}" CONTENT "${libraries}\ncounting: ${counting}\n" @ONLY)
endfunction()
