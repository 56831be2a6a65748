#pragma once

#include "gridcensus/plugin.hpp"

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

/// What an accepted library offers.
struct OpenedPlugin {
  const PluginEntry* entry = nullptr;
  About about;
  std::vector<ParameterSpec> parameters;
};

/// Checks a descriptor field by field, in the order in which each may be trusted: magic, API number, size, build tag,
/// CPU features. No C++ object of the plugin is touched.
///
/// @throws Refused  with both sides: what the plugin is, what this program is.
void check_descriptor(const GridcensusPlugin& descriptor);

/// Opens a library, checks its descriptor, and reads and checks what it declares. The library stays loaded until the
/// process ends.
///
/// A damaged library can end the process here: the child process of a probe goes first.
///
/// @param file  absolute
/// @throws Refused  the library is not a sound plugin of this program.
OpenedPlugin open_plugin(const std::filesystem::path& file);

}  // namespace gridcensus::host
