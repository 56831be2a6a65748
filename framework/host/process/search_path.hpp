#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the folders of PATH, without those relative to the current folder, from which starting a program would be
/// unsafe.
std::vector<std::filesystem::path> search_path();

/// Checks whether this user can execute a file. A file in a folder that may not be entered is not executable.
bool is_executable(const std::filesystem::path& file);

/// Returns the path of the program of this name in the first folder of PATH that has it; empty if none has it.
std::filesystem::path find_program(const std::string& name);

}  // namespace gridcensus::host
