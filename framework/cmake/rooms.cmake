# The libraries of the source tree: each library of the host, of the mathematics and of the strategies is one folder,
# and declares here which others it links. A test reads the list and rejects an include of a folder that is not linked
# (tests/walls/walls.py).

# declare_room(FOLDER [ROOM...]): the folder, from the top of the repository, and the folders of ours that it links.
function(declare_room folder)
  list(JOIN ARGN " " rooms)
  set_property(GLOBAL APPEND PROPERTY gridcensus_rooms "${folder}: ${rooms}")
endfunction()

# Writes all declared folders, one a line, and the counting libraries of mathematics.
function(write_rooms file)
  get_property(rooms GLOBAL PROPERTY gridcensus_rooms)
  get_property(counting GLOBAL PROPERTY gridcensus_counting_mathematics)
  list(JOIN rooms "\n" rooms)
  list(JOIN counting " " counting)
  file(CONFIGURE OUTPUT "${file}" CONTENT "${rooms}\ncounting: ${counting}\n" @ONLY)
endfunction()
