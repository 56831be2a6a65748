#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// SHA-256 as 64 hexadecimal digits.
std::string sha256_of(std::string_view bytes);

/// SHA-256 of a file's content.
///
/// @throws std::system_error  the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace gridcensus::host
