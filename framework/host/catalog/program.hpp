#pragma once

#include "host/catalog/catalog.hpp"
#include "host/programs/description.hpp"

#include <filesystem>

namespace gridcensus::host {

/// Checks whether the file is, by its name, the description of a program.
bool is_description(const std::filesystem::path& file);

/// Reads the description of a program, finds the program, and checks what it declares.
///
/// @param file            absolute
/// @param allow_insecure  accept files and folders that others can write
/// @param seconds         time limit for its answer with the version or the declarations
/// @return                without `file`
/// @throws Refused  it is not a valid strategy.
Plugin open_program(const std::filesystem::path& file, bool allow_insecure, double seconds);

}  // namespace gridcensus::host
