#pragma once

#include "gridcensus/plugin.hpp"
#include "host/catalog/catalog.hpp"
#include "host/programs/asking.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Thrown when a library is not accepted as a plugin; the text is the reason.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the counting mathematics that a descriptor names.
///
/// @throws Refused  the text is not what gridcensus_add_strategy() writes.
std::vector<MathematicsUse> parse_mathematics(const std::string& text);

/// Checks a descriptor field by field, in the order in which each may be trusted: magic, interface, size, release,
/// toolchain, CPU features. Touches no C++ object of the plugin.
///
/// @throws Refused  names the properties of the plugin and those of this program.
void check_descriptor(const GridcensusPlugin& descriptor);

/// Opens a library, checks its descriptor, and reads and checks what it declares. The library stays loaded until the
/// process ends.
///
/// A damaged library can end this process, so the child process of a probe must open it first.
///
/// @param file  absolute
/// @return      without `file` and `sha256`
/// @throws Refused  the library is not a valid plugin for this program.
Plugin open_plugin(const std::filesystem::path& file);

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
