# The files that `cmake --install` installs, in three components: `runtime` (everything needed to count), `dev` (more
# for authors of plugins) and `python`, the package for Python. docs/install.md describes the layout.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gridcensus")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/framework/include/gridcensus"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_BINARY_DIR}/generated/gridcensus/build_id.hpp"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/gridcensus" COMPONENT dev)
install(EXPORT gridcensus NAMESPACE gridcensus::
  DESTINATION "${package_dir}" COMPONENT dev FILE gridcensusTargets.cmake)

get_property(gridcensus_mathematics GLOBAL PROPERTY gridcensus_mathematics)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/gridcensusConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/gridcensusConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/gridcensusConfigVersion.cmake"
  COMPATIBILITY SameMajorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/generated/gridcensusConfig.cmake"
  "${PROJECT_BINARY_DIR}/generated/gridcensusConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/add_strategy.cmake"
  DESTINATION "${package_dir}" COMPONENT dev)

# The program writes the schemas: those of results and of program descriptions from the lists of their fields; that of
# experiment files, which names every strategy, once its plugins exist.
get_property(strategies GLOBAL PROPERTY gridcensus_strategies)
foreach(of IN ITEMS experiment programs results)
  set(schema "${PROJECT_BINARY_DIR}/${GRIDCENSUS_DATA_DIR}/${of}.schema.json")
  set(command "'$<TARGET_FILE:gridcensus>' schema $<$<NOT:$<STREQUAL:${of},experiment>>:--${of}> >'${schema}'")
  add_custom_command(OUTPUT "${schema}"
    COMMAND "${CMAKE_COMMAND}" -E env --unset=GRIDCENSUS_PLUGIN_DIR sh -c "${command}"
    DEPENDS gridcensus ${strategies} VERBATIM)
  add_custom_target(${of}_schema ALL DEPENDS "${schema}")
  add_dependencies(programs ${of}_schema)
  install(FILES "${schema}" DESTINATION "${GRIDCENSUS_DATA_DIR}" COMPONENT runtime)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/experiments" DESTINATION "${GRIDCENSUS_DATA_DIR}" COMPONENT runtime
  FILES_MATCHING PATTERN "*.yaml")

# In the same folders as in the repository, so the links between them work.
set(doc_dir "${CMAKE_INSTALL_DATAROOTDIR}/doc/gridcensus")
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION "${doc_dir}" COMPONENT runtime)
install(DIRECTORY docs DESTINATION "${doc_dir}" COMPONENT runtime PATTERN docs/site EXCLUDE)
get_property(programs GLOBAL PROPERTY gridcensus_programs)
foreach(strategy IN LISTS strategies programs)
  install(FILES "plugins/${strategy}/README.md" DESTINATION "${doc_dir}/plugins/${strategy}" COMPONENT runtime)
endforeach()

# The package for Python, twice: beside the data of the program, for its views and for strategies in Python, and where Debian's Python
# looks. From both places it finds the program of its prefix. The build tree has the first.
foreach(component_folder IN ITEMS "runtime ${GRIDCENSUS_DATA_DIR}/python" "python lib/python3/dist-packages")
  separate_arguments(component_folder)
  list(POP_FRONT component_folder component folder)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/framework/python/gridcensus" DESTINATION "${folder}"
    COMPONENT ${component} FILES_MATCHING PATTERN "*.py" PATTERN "*.j2" PATTERN "*.css" PATTERN "slurm/*" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
endforeach()
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/framework/python" "${PROJECT_BINARY_DIR}/${GRIDCENSUS_DATA_DIR}/python" SYMBOLIC)

# The manual page, made from the declarations of all commands. Only the views need Python, so it may be missing.
find_package(Python3 3.11 QUIET COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  set(manual "${PROJECT_BINARY_DIR}/${GRIDCENSUS_DATA_DIR}/gridcensus.1.gz")
  file(GLOB_RECURSE package CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/framework/python/*.py")
  add_custom_command(OUTPUT "${manual}"
    COMMAND sh -c "'$<TARGET_FILE:gridcensus>' manual >'${manual}.text' && gzip -9n <'${manual}.text' >'${manual}'"
    DEPENDS gridcensus ${package} VERBATIM)
  add_custom_target(manual ALL DEPENDS "${manual}")
  add_dependencies(programs manual)
  install(FILES "${manual}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT runtime)
endif()
set(packaging "${PROJECT_SOURCE_DIR}/framework/packaging")
install(FILES "${packaging}/gridcensus.bash" RENAME gridcensus
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions" COMPONENT runtime)
install(FILES "${packaging}/gridcensus.zsh" RENAME _gridcensus
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions" COMPONENT runtime)
install(FILES "${packaging}/gridcensus.fish"
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d" COMPONENT runtime)
include(packages)
