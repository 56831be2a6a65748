# Debian packages: `cpack --config build/package/CPackConfig.cmake` after a build with -DCMAKE_INSTALL_PREFIX=/usr. The
# components of the install rules determine their content; .ci/packages builds, checks and tries them.
set(maintainer "gridcensus maintainers <maintainers@gridcensus.invalid>")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  # Files that Debian requires in every package. Its own changelog points to ours.
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  set(changelog "${PROJECT_BINARY_DIR}/generated/changelog")
  file(CONFIGURE OUTPUT "${changelog}" @ONLY CONTENT
    "gridcensus (@PROJECT_VERSION@) unstable; urgency=low\n\n  * See CHANGELOG.md.\n\n -- @maintainer@  @now@\n")
  execute_process(COMMAND gzip -9nf "${changelog}" COMMAND_ERROR_IS_FATAL ANY)
  foreach(package_component IN ITEMS "gridcensus runtime" "gridcensus-dev dev" "python3-gridcensus python")
    separate_arguments(package_component)
    list(POP_FRONT package_component package component)
    install(FILES "${changelog}.gz" "${PROJECT_SOURCE_DIR}/framework/packaging/copyright"
      DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${package}" COMPONENT ${component})
  endforeach()
endif()
set(CPACK_PACKAGE_NAME gridcensus)
set(CPACK_PACKAGE_VENDOR "the gridcensus authors")
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev python)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME gridcensus)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS
  "python3 (>= 3.11), python3-jinja2, python3-matplotlib, python3-pandas, python3-yaml")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "gridcensus-dev, python3-gridcensus")
# The scripts compile the modules of views, and remove what was compiled; so do those of the package for Python.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/framework/packaging/runtime/postinst;${PROJECT_SOURCE_DIR}/framework/packaging/runtime/prerm")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
  "Counts completed Sudoku grids of boxes of any shape by many strategies,\nexactly or as estimates with their errors, and compares every answer with\nevery other and with what was published.")

# The files that new-strategy writes are built with these.
set(CPACK_DEBIAN_DEV_PACKAGE_NAME gridcensus-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "gridcensus (= ${PROJECT_VERSION}), libboost-dev, g++, cmake (>= 3.25), make | ninja-build, libgtest-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION
  "What authors of strategies take: headers, shared mathematics, and what\nfind_package(gridcensus CONFIG) finds in CMake.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-gridcensus)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), gridcensus (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-numpy, python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/framework/packaging/python/postinst;${PROJECT_SOURCE_DIR}/framework/packaging/python/prerm")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
  "gridcensus for Python: reads results, runs the program, and lets Python\nprograms be strategies.")
include(CPack)
