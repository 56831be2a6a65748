#pragma once

#include "host/catalog/catalog.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Opens every file in a child process of its own, a few at a time, and says what came of it.
///
/// @param files    absolute
/// @param options  which program to start, and how long to wait for it
/// @return         for each file the reason why it is refused; nullopt where the child found it sound
std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files,
                                                      const CatalogOptions& options);

}  // namespace gridcensus::host
