#pragma once

#include <filesystem>
#include <string>

// All files that tests use are in two folders, the sources and the build. Only places.cpp is compiled with their
// absolute paths, so a compiler cache can reuse the objects of all other files in a clone in another folder.

namespace gridcensus::testing {

/// Returns the top of the repository.
std::filesystem::path source_folder();
/// Returns the folder of this build: build/release, or that of another preset.
std::filesystem::path build_folder();

/// Returns framework/data, the folder of the published values and the page of results.
std::filesystem::path data_folder();
/// Returns the folder of the screens that reports are compared with, word for word.
std::filesystem::path golden_screens_folder();
/// Returns the folder of experiment files that must be refused, each beside its expected message.
std::filesystem::path bad_experiments_folder();

/// Returns the built program, `gridcensus`.
std::filesystem::path program_file();
/// Returns the folder where the program finds the plugins of this build.
std::filesystem::path plugin_folder();
/// Returns the plugin of the strategy with this id, among those of the program.
std::filesystem::path plugin_file(const std::string& id);

/// Returns the folder with only the plugin of this name from tests/faults/plugins.
std::filesystem::path fault_folder(const std::string& name);
/// Returns that plugin.
std::filesystem::path fault_file(const std::string& name);

}  // namespace gridcensus::testing
