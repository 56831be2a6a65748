# The rooms of the house: each library of the host, of the mathematics and of the strategies is one folder, and says here
# which others it links. A test reads the list and rejects what includes a room that it does not link
# (tests/walls/walls.py).

# declare_room(FOLDER [ROOM...]): the folder, from the top of the repository, and what it links of ours.
function(declare_room folder)
  list(JOIN ARGN " " rooms)
  set_property(GLOBAL APPEND PROPERTY gridcensus_rooms "${folder}: ${rooms}")
endfunction()

# Writes all that were declared, a line each, and which mathematics counts.
function(write_rooms file)
  get_property(rooms GLOBAL PROPERTY gridcensus_rooms)
  get_property(counting GLOBAL PROPERTY gridcensus_counting_mathematics)
  list(JOIN rooms "\n" rooms)
  list(JOIN counting " " counting)
  file(CONFIGURE OUTPUT "${file}" CONTENT "${rooms}\ncounting: ${counting}\n" @ONLY)
endfunction()
