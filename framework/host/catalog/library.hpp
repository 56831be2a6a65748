#pragma once

#include "gridcensus/plugin.hpp"
#include "host/catalog/catalog.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Why a library is not accepted as a plugin.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The counting mathematics that a descriptor names.
///
/// @throws Refused  the text is not what gridcensus_add_strategy() writes.
std::vector<MathematicsUse> parse_mathematics(const std::string& text);

/// Checks a descriptor field by field, in the order in which each may be trusted: magic, interface, size, release,
/// toolchain, CPU features. No C++ object of the plugin is touched.
///
/// @throws Refused  with both sides: what the plugin is, what this program is.
void check_descriptor(const GridcensusPlugin& descriptor);

/// Opens a library, checks its descriptor, and reads and checks what it declares. The library stays loaded until the
/// process ends.
///
/// A damaged library can end the process here: the child process of a probe goes first.
///
/// @param file  absolute
/// @return      without `file` and `sha256`
/// @throws Refused  the library is not a sound plugin of this program.
Plugin open_plugin(const std::filesystem::path& file);

}  // namespace gridcensus::host
