#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Opens every file in a separate child process, a few at a time, and returns the results.
///
/// @param files    absolute
/// @param seconds  wall clock after which a child is killed
/// @return         for each file the reason why it is refused; nullopt if the child accepted it
std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files, double seconds);

}  // namespace gridcensus::host
