#pragma once

#include "host/catalog/catalog.hpp"
#include "host/programs/asking.hpp"

#include <filesystem>

namespace gridcensus::host {

/// Checks whether the file is, by its name, the description of a program.
bool is_description(const std::filesystem::path& file);

/// Reads the description of a program, finds the program, and asks and checks what it is to be asked.
///
/// @param file            absolute
/// @param allow_insecure  accept files and folders that others can write
/// @param seconds         time limit for its answer with the version or the declarations
/// @return                without `file`
/// @throws Refused  it is not a valid strategy.
Plugin open_program(const std::filesystem::path& file, bool allow_insecure, double seconds,
                    Asking asking = Asking::version);

}  // namespace gridcensus::host
