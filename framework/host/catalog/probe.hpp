#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Opens every file in a child process of its own, a few at a time, and says what came of it.
///
/// @param files    absolute
/// @param seconds  wall clock after which a child is killed
/// @return         for each file the reason why it is refused; nullopt if the child found it sound
std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files, double seconds);

}  // namespace gridcensus::host
