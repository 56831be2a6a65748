#pragma once

#include "host/catalog/catalog.hpp"
#include "host/programs/description.hpp"

#include <filesystem>

namespace gridcensus::host {

/// Returns whether the file is, by its name, the description of a program.
bool is_description(const std::filesystem::path& file);

/// Reads the description of a program, finds the program, and checks what it declares.
///
/// @param file            absolute
/// @param allow_insecure  accept files and folders that others can write
/// @param seconds         that it may take to tell its version, or what it is
/// @return                without `file`
/// @throws Refused  it is not a sound strategy.
Plugin open_program(const std::filesystem::path& file, bool allow_insecure, double seconds);

}  // namespace gridcensus::host
