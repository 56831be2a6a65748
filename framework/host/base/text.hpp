#pragma once

#include <cstdint>
#include <string>

namespace gridcensus::host {

/// "512 KiB", "1.5 GiB": the size in the unit that fits, for people.
std::string bytes_text(std::uint64_t bytes);

}  // namespace gridcensus::host
