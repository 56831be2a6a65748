# The package for plugins that live elsewhere: headers, the SDK library, gridcensus_add_strategy().
include(CMakePackageConfigHelpers)

set(package_dir "lib/cmake/gridcensus")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/framework/include/gridcensus" DESTINATION include FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_BINARY_DIR}/generated/gridcensus/build_id.hpp" DESTINATION include/gridcensus)
install(EXPORT gridcensus NAMESPACE gridcensus:: DESTINATION "${package_dir}" FILE gridcensusTargets.cmake)

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/gridcensusConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/gridcensusConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/gridcensusConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/generated/gridcensusConfig.cmake"
  "${PROJECT_BINARY_DIR}/generated/gridcensusConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/add_strategy.cmake"
  DESTINATION "${package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION share/doc/gridcensus)
